import CGPGME

/// A part of a key that does one thing or some; the first is the primary one.
///
/// The corresponding C type is `gpgme_subkey_t`.
public struct GPGSubkey: Hashable, Sendable {
  /// 40 upper-case hexadecimal digits, or more.
  public let fingerprint: String
  /// The last 16 of them: the id that messages and signatures name.
  public let keyID: String
  /// Whether it is made for encrypting.
  public let canEncrypt: Bool
  /// Whether it is made for signing.
  public let canSign: Bool
  /// When it was made, in seconds since 1970.
  public let creationDate: Int
  /// When it expires, in seconds since 1970; `nil` for never.
  public let expiryDate: Int?
  /// Whether that time has come.
  public let isExpired: Bool
  /// Whether it was revoked.
  public let isRevoked: Bool
  /// Whether it was disabled in this keyring.
  public let isDisabled: Bool
  /// Whether it is not valid for some other reason.
  public let isInvalid: Bool
  /// Whether its secret part is on this machine, or on a card known to it.
  public let isSecret: Bool

  /// Whether it can be used now.
  public var isUsable: Bool { !isExpired && !isRevoked && !isDisabled && !isInvalid }

  init(_ subkey: _gpgme_subkey) {
    fingerprint = String(cString: subkey.fpr)
    keyID = String(cString: subkey.keyid)
    canEncrypt = subkey.can_encrypt != 0
    canSign = subkey.can_sign != 0
    creationDate = subkey.timestamp
    expiryDate = subkey.expires > 0 ? subkey.expires : nil
    isExpired = subkey.expired != 0
    isRevoked = subkey.revoked != 0
    isDisabled = subkey.disabled != 0
    isInvalid = subkey.invalid != 0
    isSecret = subkey.secret != 0
  }
}
