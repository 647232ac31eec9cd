import CGPGME

extension GPGContext {
  /// The public part of a key as text, with no signatures but the owner's own.
  ///
  /// - Parameter fingerprint: The key's.
  /// - Returns: The key, armoured.
  /// - Throws: ``GPGError``: ``GPGError/Reason/keyNotFound`` if it is not here.
  ///
  /// The corresponding C function is `gpgme_op_export`.
  func exportKey(_ fingerprint: String) throws(GPGError) -> [UInt8] {
    let handle = try handle
    gpgme_set_armor(handle, 1)
    defer { gpgme_set_armor(handle, 0) }
    status.clear()
    let sink = GPGByteSink()
    try GPGData.collecting(in: sink, for: .exportKey) { (output) throws(GPGError) in
      let mode = gpgme_export_mode_t(GPGME_EXPORT_MODE_MINIMAL)
      let error = gpgme_op_export(handle, fingerprint, mode, output.handle)
      guard gpgme_err_code(error) == GPG_ERR_NO_ERROR else {
        throw GPGError(
          error, .exportKey, operation: "gpgme_op_export", recipient: fingerprint)
      }
    }
    guard !sink.bytes.isEmpty else {
      throw GPGError(
        .keyNotFound, .exportKey, operation: "gpgme_op_export", recipient: fingerprint)
    }
    return sink.bytes
  }

  /// The secret part of a key as text.
  ///
  /// - Parameter fingerprint: The key's.
  /// - Returns: The key, armoured.
  /// - Throws: ``GPGError``: ``GPGError/Reason/noSecretKey`` if it is not here.
  ///
  /// The corresponding C function is `gpgme_op_export` with
  /// `GPGME_EXPORT_MODE_SECRET`.
  func exportSecretKey(_ fingerprint: String) throws(GPGError) -> SecretBytes {
    let handle = try handle
    gpgme_set_armor(handle, 1)
    defer { gpgme_set_armor(handle, 0) }
    status.clear()
    let sink = GPGSecretSink(capacity: 4096)
    try GPGData.collecting(in: sink, for: .exportKey) { (output) throws(GPGError) in
      let error = gpgme_op_export(
        handle, fingerprint, gpgme_export_mode_t(GPGME_EXPORT_MODE_SECRET), output.handle)
      guard gpgme_err_code(error) == GPG_ERR_NO_ERROR else {
        throw GPGError(error, .exportKey, operation: "gpgme_op_export", recipient: fingerprint)
      }
    }
    let key = sink.take()
    guard !key.isEmpty else {
      throw GPGError(.noSecretKey, .exportKey, operation: "gpgme_op_export", recipient: fingerprint)
    }
    return key
  }
}
