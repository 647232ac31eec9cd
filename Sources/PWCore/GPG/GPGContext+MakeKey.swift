import CGPGME

/// What protects the secret part of a new key.
public enum GPGKeyProtection {
  /// Nothing: whoever has the file has the key.
  case none
  /// A passphrase that pinentry asks for.
  case pinentry
  /// A passphrase that a function tells; see ``GPGContext/passphrase``.
  case passphrase((_ hint: String, _ wasWrong: Bool) -> SecretBytes?)
}

extension GPGContext {
  /// Makes a key that signs and encrypts, with GnuPG's present choice of
  /// algorithms.
  ///
  /// - Parameters:
  ///   - userID: The owner: `Ann <ann@example.org>`.
  ///   - protection: What protects the secret part.
  ///   - lifetime: How long the key is valid, in seconds; `nil` for ever.
  /// - Returns: The fingerprint.
  /// - Throws: ``GPGError``: ``GPGError/Reason/keyExists`` if there is a key of
  ///   that name, `noPassphrase` or `cancelled`.
  ///
  /// The corresponding C function is `gpgme_op_createkey`.
  public func makeKey(
    userID: String, protection: GPGKeyProtection, lifetime: Int? = nil
  ) throws(GPGError) -> String {
    let handle = try handle
    let asked = passphrase
    defer { passphrase = asked }
    var flags: UInt32 = 0
    switch protection {
    case .none: flags |= UInt32(GPGME_CREATE_NOPASSWD)
    case .pinentry: passphrase = nil
    case .passphrase(let provider): passphrase = provider
    }
    if lifetime == nil { flags |= UInt32(GPGME_CREATE_NOEXPIRE) }
    status.clear()
    let error = gpgme_op_createkey(
      handle, userID, "future-default", 0, UInt(max(lifetime ?? 0, 0)), nil, flags)
    guard gpgme_err_code(error) == GPG_ERR_NO_ERROR,
      let fingerprint = gpgme_op_genkey_result(handle)?.pointee.fpr
    else {
      throw GPGError(error, .makeKey, operation: "gpgme_op_createkey", recipient: userID)
    }
    return String(cString: fingerprint)
  }
}
