import CGPGME

extension GPGContext {
  /// Vouches for all names of a key, so that one can encrypt to it.
  ///
  /// That holds for this key ring alone: the signature is never exported.
  ///
  /// - Parameters:
  ///   - fingerprint: The key's.
  ///   - signer: The fingerprint of a key of one's own.
  /// - Throws: ``GPGError``: ``GPGError/Reason/keyNotFound``, `noSecretKey`,
  ///   `noPassphrase`, `cancelled` or another.
  ///
  /// The corresponding C function is `gpgme_op_keysign` with
  /// `GPGME_KEYSIGN_LOCAL`.
  func certify(_ fingerprint: String, by signer: String) throws(GPGError) {
    let handle = try handle
    status.clear()
    var own: gpgme_key_t?
    var key: gpgme_key_t?
    defer {
      gpgme_key_unref(own)
      gpgme_key_unref(key)
    }
    try gpg(.certify, "gpgme_get_key") { gpgme_get_key(handle, signer, &own, 1) }
    try gpg(.certify, "gpgme_get_key") { gpgme_get_key(handle, fingerprint, &key, 0) }
    gpgme_signers_clear(handle)
    defer { gpgme_signers_clear(handle) }
    try gpg(.certify, "gpgme_signers_add") { gpgme_signers_add(handle, own) }
    let flags = UInt32(GPGME_KEYSIGN_LOCAL | GPGME_KEYSIGN_NOEXPIRE | GPGME_KEYSIGN_FORCE)
    let error = gpgme_op_keysign(handle, key, nil, 0, flags)
    guard gpgme_err_code(error) == GPG_ERR_NO_ERROR else {
      throw GPGError(error, .certify, operation: "gpgme_op_keysign", recipient: fingerprint)
    }
  }
}
