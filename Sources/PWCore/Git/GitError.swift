import Glibc

/// A failure of git: what failed, in which repository or on which file, and why.
public struct GitError: Failure {
  /// What went wrong.
  public let kind: Kind
  /// What was tried: a verb, such as "commit".
  public let operation: String
  /// The repository or file concerned.
  public let path: FilePath

  /// What can go wrong.
  public enum Kind: Hashable, Sendable {
    /// The folder belongs to someone else, and `safe.directory` does not name it.
    case notOwned
    /// The repository has no work tree.
    case bareRepository
    /// Another process kept this lock until our patience ended.
    case busy(lock: FilePath)
    /// A hook said no.
    case hookFailed(name: String, status: Int32)
    /// The file is new, and an ignore rule matches it.
    case ignored
    /// Nobody knows who commits; the reason in git's words.
    case noIdentity(String)
    /// No signature could be made; the reason in the signer's words.
    case signingFailed(String)
    /// The file has a conflict that a merge has left.
    case unmerged
    /// No commit has this name.
    case unknownRevision(String)
    /// The repository or its index has a format that was not understood.
    case unsupported(String)
    /// The system refuses to read or write; its reason.
    case permission(String)
    /// The repository is damaged; the reason.
    case corrupt(String)
    /// The git program is needed, and there is none.
    case notInstalled
    /// The system reports a failure of another kind.
    case system(SystemError)
    /// Anything else, in git's words.
    case other(String)
  }

  /// Creates an error.
  init(_ kind: Kind, _ operation: String, _ path: FilePath) {
    (self.kind, self.operation, self.path) = (kind, operation, path)
  }

  /// Creates an error from one that the system reports.
  init(_ error: SystemError, _ operation: String, _ path: FilePath) {
    switch error.code {
    case EACCES, EPERM, EROFS: self.init(.permission(error.description), operation, path)
    default: self.init(.system(error), operation, path)
    }
  }

  /// What failed, on what, and why.
  public var description: String { "cannot \(operation) \(quoted(path.bytes)): \(reason)" }

  private var reason: String {
    switch kind {
    case .notOwned: "the repository belongs to another user"
    case .bareRepository: "the repository is bare, it has no work tree"
    case .busy(let lock): "another process holds the lock \(quoted(lock.bytes))"
    case .hookFailed(let name, let status):
      "the hook \(quoted(name)) failed with status \(status)"
    case .ignored: "git is told to ignore the file"
    case .noIdentity(let text): "git does not know who you are: \(printable(text))"
    case .signingFailed(let text): "the commit could not be signed: \(printable(text))"
    case .unmerged: "it has a conflict from a merge"
    case .unknownRevision(let name): "there is no revision \(quoted(name))"
    case .unsupported(let text): "this kind of repository is not supported: \(printable(text))"
    case .permission(let text), .other(let text): printable(text)
    case .corrupt(let text): "the repository is damaged: \(printable(text))"
    case .notInstalled: "the program \"git\" is not installed"
    case .system(let error): error.description
    }
  }

  /// The status that DESIGN.md's table gives to the kind.
  public var exitCode: ExitCode {
    switch kind {
    case .busy: .busy
    case .unmerged: .conflict
    case .corrupt: .integrity
    case .unknownRevision: .notFound
    default: .failure
    }
  }

  /// What to do about it, where that is known.
  public var hint: String? {
    switch kind {
    case .notOwned:
      "if you trust it: git config --global --add safe.directory \(shellQuoted(path.bytes))"
    case .bareRepository: "use a clone of it that has a work tree"
    case .busy(let lock): "if no git is running, remove \(quoted(lock.bytes)), then try again"
    case .hookFailed: "see what the hook says, then try again"
    case .ignored:
      "see which rule it is: git -C \(shellQuoted(path.parent.bytes)) check-ignore -v"
        + " \(shellQuoted(path.bytes))"
    case .noIdentity:
      "tell git: git config --global user.name NAME; git config --global user.email ADDRESS"
    case .signingFailed:
      "see commit.gpgSign, pass.signCommits and user.signingKey in git's settings"
    case .unmerged: "resolve the conflict, then try again"
    case .permission: "check who owns the repository, and its permissions"
    case .corrupt: "git fsck tells more"
    case .notInstalled: "install git, then try again"
    case .system(let error): error.hint
    case .unsupported, .unknownRevision, .other: nil
    }
  }
}
