/// A signature that fits its data, and what is to be said of its key.
public struct GPGSignature: Hashable, Sendable {
  /// The fingerprint of the key or subkey that signed.
  public let fingerprint: String
  /// The fingerprint of the primary key to which it belongs.
  public let primaryFingerprint: String
  /// When it was made, by the signer's clock, in seconds since 1970.
  public let date: Int
  /// Whether the signature and its key are still in force.
  public let status: Status
  /// How sure it is that the key belongs to its owner.
  public let validity: GPGValidity

  /// Whether a signature is in force.
  public enum Status: Hashable, Sendable {
    /// It is.
    case good
    /// It was made for a time that is over.
    case expired
    /// Its key has expired since.
    case keyExpired
    /// Its key was revoked.
    case keyRevoked
  }
}
