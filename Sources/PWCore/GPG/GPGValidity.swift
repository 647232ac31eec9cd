import CGPGME

/// How sure it is that a user id belongs to its key's owner, or how far an owner
/// is trusted to vouch for others.
public enum GPGValidity: Int, Comparable, Sendable {
  /// Nothing is known.
  case unknown
  /// Known, but not enough to tell.
  case undefined
  /// Not at all.
  case never
  /// To some degree.
  case marginal
  /// Enough to encrypt.
  case full
  /// One's own.
  case ultimate

  init(_ validity: gpgme_validity_t) {
    self =
      switch validity {
      case GPGME_VALIDITY_UNDEFINED: .undefined
      case GPGME_VALIDITY_NEVER: .never
      case GPGME_VALIDITY_MARGINAL: .marginal
      case GPGME_VALIDITY_FULL: .full
      case GPGME_VALIDITY_ULTIMATE: .ultimate
      default: .unknown
      }
  }

  /// Compares by how much is trusted.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
