import CGPGME
import Glibc

extension GPGContext {
  /// Signs some bytes, detached.
  ///
  /// - Parameters:
  ///   - bytes: What to sign.
  ///   - signer: An id, fingerprint, address or name of a key of one's own, or
  ///     `KEYID!` for one subkey; `nil` for GnuPG's default key. If several fit,
  ///     the first that can sign is taken, as by `gpg -u`.
  ///   - armored: Whether the signature is to be text.
  /// - Returns: The signature.
  /// - Throws: ``GPGError``: ``GPGError/Reason/noSecretKey`` with the signer,
  ///   `keyExpired` and the like if there is a key that cannot be used,
  ///   `badPassphrase`, `noPassphrase` or `cancelled`.
  ///
  /// The corresponding C functions are `gpgme_signers_add` and `gpgme_op_sign`.
  public func sign(
    _ bytes: [UInt8], by signer: String? = nil, armored: Bool = true
  ) throws(GPGError) -> [UInt8] {
    if let program { return try program.sign(bytes, by: signer, armored: armored) }
    guard let signer else { return try sign(bytes, as: nil, armored: armored) }
    return try withSigner(signer) { () throws(GPGError) in
      try sign(bytes, as: signer, armored: armored)
    }
  }

  private func sign(
    _ bytes: [UInt8], as signer: String?, armored: Bool
  ) throws(GPGError) -> [UInt8] {
    let handle = try handle
    gpgme_set_armor(handle, armored ? 1 : 0)
    defer { gpgme_set_armor(handle, 0) }
    status.clear()
    let sink = GPGByteSink()
    try GPGData.lending(bytes.span, for: .sign) { (input) throws(GPGError) in
      try GPGData.collecting(in: sink, for: .sign) { (output) throws(GPGError) in
        let error = gpgme_op_sign(handle, input.handle, output.handle, GPGME_SIG_MODE_DETACH)
        guard gpgme_err_code(error) == GPG_ERR_NO_ERROR else {
          throw GPGError(error, .sign, operation: "gpgme_op_sign", recipient: signer)
        }
      }
    }
    // gpgme does not notice when `gpg` dies.
    guard status.has("SIG_CREATED") else {
      throw endedEarly(.sign, operation: "gpgme_op_sign", recipient: signer)
    }
    return sink.bytes
  }

  /// Makes a key the one that signs while `body` runs.
  private func withSigner<R>(
    _ signer: String, _ body: () throws(GPGError) -> R
  ) throws(GPGError) -> R {
    let handle = try handle
    var chosen: gpgme_key_t?
    var isThere = false
    defer { gpgme_key_unref(chosen) }
    try forEachKey([signer], secret: true, task: .sign) { key in
      isThere = true
      guard GPGKey(key.pointee).canSign else { return true }
      gpgme_key_ref(key)
      chosen = key
      return false
    }
    guard let chosen else {
      let operation = "gpgme_op_keylist_next"
      guard isThere else {
        throw GPGError(.noSecretKey, .sign, operation: operation, recipient: signer)
      }
      throw keyError(
        .keyNotFound, .sign, recipient: signer, operation: operation, isFit: \.canSign)
    }
    // gpgme hands the first subkey's id to `gpg -u`, and has no way to say which
    // subkey is to sign. So for as long as the key is in use that id is another.
    let ownID = chosen.pointee.subkeys.pointee.keyid
    let forcedID = signer.hasSuffix("!") ? strdup(signer) : nil
    defer { free(forcedID) }
    if let forcedID { chosen.pointee.subkeys.pointee.keyid = forcedID }
    defer { chosen.pointee.subkeys.pointee.keyid = ownID }
    gpgme_signers_clear(handle)
    defer { gpgme_signers_clear(handle) }
    try gpg(.sign, "gpgme_signers_add") { gpgme_signers_add(handle, chosen) }
    return try body()
  }
}
