/// The exit statuses of the program, and so the kinds of failure.
///
/// Scripts rely on the numbers. Never change one.
public enum ExitCode: Int32, CaseIterable, Sendable {
  /// All was done.
  case success = 0
  /// Failed for a reason that has no status of its own.
  case failure = 1
  /// Wrong usage.
  case usage = 2
  /// No such entry, field or revision.
  case notFound = 3
  /// Cannot decrypt: no secret key, locked, wrong passphrase, cancelled.
  case cannotDecrypt = 4
  /// Cannot encrypt: a recipient is missing, expired, revoked or not trusted.
  case cannotEncrypt = 5
  /// No store here, or not initialised.
  case noStore = 6
  /// A conflict that needs a person.
  case conflict = 7
  /// The remote cannot be reached, or refused.
  case remote = 8
  /// The lock was not free in time.
  case busy = 9
  /// Integrity: bad signature, corrupt or tampered data.
  case integrity = 10

  /// What the status means, in a few words.
  public var meaning: String {
    switch self {
    case .success: "done"
    case .failure: "failed for a reason not below"
    case .usage: "wrong usage"
    case .notFound: "no such entry, field or revision"
    case .cannotDecrypt: "cannot decrypt: no secret key, locked, wrong passphrase, cancelled"
    case .cannotEncrypt: "cannot encrypt: a recipient is missing, expired, revoked or not trusted"
    case .noStore: "no store here, or not initialised"
    case .conflict: "a conflict that needs a person"
    case .remote: "the remote cannot be reached, or refused"
    case .busy: "busy: the lock was not free in time"
    case .integrity: "integrity: bad signature, corrupt or tampered data"
    }
  }
}
