/// A key from which one-time codes are made, and how they are made.
///
/// Websites hand it out as a URI, often in a QR code:
///
///     otpauth://totp/ACME:alice?secret=JBSWY3DPEHPK3PXP&issuer=ACME
///
/// The codes are those of RFC 4226 and RFC 6238, and Steam's.
public struct OneTimeKey: Sendable {
  /// What changes from code to code.
  public enum Factor: Hashable, Sendable {
    /// The time: there is a new code every `period` seconds.
    case time(period: Int)
    /// A counter: each code is used once. This is the one that was used last.
    case counter(Int)
  }

  /// The hash function.
  public enum Algorithm: String, CaseIterable, Sendable {
    /// The usual one.
    case sha1 = "SHA1"
    /// As in RFC 6238.
    case sha256 = "SHA256"
    /// As in RFC 6238.
    case sha512 = "SHA512"
  }

  /// What a code looks like.
  public enum Form: Hashable, Sendable {
    /// So many decimal digits: 6, 7 or 8.
    case digits(Int)
    /// Five of Steam's letters and digits.
    case steam
  }

  /// What changes from code to code.
  public var factor = Factor.time(period: 30)
  /// The hash function.
  public var algorithm = Algorithm.sha1
  /// What a code looks like.
  public var form = Form.digits(6)
  /// Who has handed out the key; may be empty.
  public var issuer = ""
  /// For which account; may be empty.
  public var account = ""
  /// The key itself.
  let secret: SharedSecret

  /// Makes a key of the usual kind.
  ///
  /// - Parameter secret: The key, in base 32 as websites show it.
  /// - Throws: ``KeyURIError/badSecret``, ``KeyURIError/noSecret``.
  public init(base32 secret: borrowing SecretBytes) throws(KeyURIError) {
    self.secret = SharedSecret(
      try secret.withRawBytes { (text) throws(KeyURIError) in try SecretBytes(base32: text) })
  }

  /// Issuer and account, as people know the key: `ACME:alice`.
  public var label: String {
    issuer.isEmpty || account.isEmpty ? issuer + account : "\(issuer):\(account)"
  }
}
