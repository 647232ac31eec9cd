/// Why another repository could not be read or written.
public struct GitTransportError: Failure {
  /// What went wrong.
  public let kind: Kind
  /// The remote's name or address.
  public let remote: String
  /// In git's words, or those of the other side.
  public let reason: String

  /// What can go wrong.
  public enum Kind: Hashable, Sendable {
    /// It cannot be reached, does not exist, or does not let us in.
    case unreachable
    /// The same, where all of it was to be fetched for the first time.
    case notCloned
    /// It does not take what we push.
    case refused
    /// It has no such branch.
    case noBranch
    /// Its branch has lost commits that it had when we last heard of it.
    case rewound
    /// Others have pushed, or are pushing, so that ours does not fit any more.
    case outrun
  }

  init(kind: Kind, remote: String, reason: String) {
    self.kind = kind
    self.remote = GitAddress.withoutSecrets(remote)
    self.reason = GitAddress.withoutSecrets(reason)
  }

  /// What failed, on which remote, and why.
  public var description: String {
    switch kind {
    case .unreachable, .notCloned: "cannot reach the remote \(quoted(remote)): \(printable(reason))"
    case .refused: "the remote \(quoted(remote)) refused the push: \(printable(reason))"
    case .noBranch: "the remote \(quoted(remote)) has no branch \(quoted(reason))"
    case .rewound:
      "the remote \(quoted(remote)) has gone back: commits that its branch \(quoted(reason)) had are gone"
    case .outrun: "the remote \(quoted(remote)) takes no push: it has commits that are not here"
    }
  }

  /// ``ExitCode/remote``.
  public var exitCode: ExitCode { .remote }

  /// What to do about it.
  public var hint: String? {
    switch kind {
    case .unreachable:
      "nothing is lost; see \"pwstore remote\" for its address, and try again later"
    case .notCloned: "check the address: a URL, HOST:PATH, or a folder; nothing was made"
    case .refused: "your changes are kept here; ask who runs the remote, then sync again"
    case .noBranch: nil
    case .rewound:
      "to push them again: \"pwstore git fetch \(shellQuoted(Array(remote.utf8)))\", then sync;"
        + " to follow the remote instead, reset your branch with git"
    case .outrun: "try again, with a sync that may pull"
    }
  }
}
