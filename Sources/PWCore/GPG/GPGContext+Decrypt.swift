import CGPGME

extension GPGContext {
  /// Decrypts a message, binary or armoured.
  ///
  /// A message whose integrity cannot be shown yields nothing, not even the part
  /// that is sound.
  ///
  /// - Parameter ciphertext: An OpenPGP message.
  /// - Returns: The plaintext. No other copy of it is left in memory.
  /// - Throws: ``GPGError``: ``GPGError/Reason/noSecretKey`` with the ids of the
  ///   keys that could open it, `badPassphrase`, `noPassphrase`, `cancelled`,
  ///   `noData` if it is no encrypted message, `corrupt` if it is damaged.
  ///
  /// The corresponding C function is `gpgme_op_decrypt`.
  public func decrypt(_ ciphertext: [UInt8]) throws(GPGError) -> SecretBytes {
    if let program { return try program.decrypt(ciphertext) }
    let handle = try handle
    status.clear()
    // The plaintext is not larger, unless somebody has compressed it.
    let sink = GPGSecretSink(capacity: ciphertext.count)
    try GPGData.lending(ciphertext.span, for: .decrypt) { (input) throws(GPGError) in
      try GPGData.collecting(in: sink, for: .decrypt) { (output) throws(GPGError) in
        let error = gpgme_op_decrypt(handle, input.handle, output.handle)
        guard gpgme_err_code(error) == GPG_ERR_NO_ERROR else {
          throw decryptionError(error, of: ciphertext)
        }
      }
    }
    return sink.take()
  }

  /// Finds out why a decryption failed, from the most telling sign to the least.
  func decryptionError(_ error: gpgme_error_t, of ciphertext: [UInt8]) -> GPGError {
    let operation = "gpgme_op_decrypt"
    let result = opened.flatMap { gpgme_op_decrypt_result($0) }
    if let algorithm = result?.pointee.unsupported_algorithm {
      return GPGError(
        .other, .decrypt, operation: operation,
        detail: "the algorithm \(String(cString: algorithm)) is not supported")
    }
    // A key of ours, or a passphrase, was tried: what came of it counts more
    // than that the keys of other recipients are not here.
    let keyErrors = status.errors(in: "pkdecrypt_failed")
    let passphraseErrors =
      status.errors(in: "get_passphrase") + status.errors(in: "symkey_decrypt.maybe_error")
    for cause in keyErrors + passphraseErrors {
      switch GPGError.Reason(gpgme_err_code(cause)) {
      case .badPassphrase, .noPassphrase, .cancelled:
        return GPGError(cause, .decrypt, operation: operation)
      default: break
      }
    }
    if status.has("CANCELED_BY_USER") {
      return GPGError(.cancelled, .decrypt, operation: operation)
    }
    // The session key was found, so what is wrong is the data. gpgme says "no
    // secret key" even now, if that is true of another recipient.
    if status.has("DECRYPTION_INFO") || status.has("DECRYPTION_KEY") {
      return GPGError(.corrupt, .decrypt, operation: operation)
    }
    let recipients = status.arguments(of: "ENC_TO").compactMap { $0.first.map(String.init) }
    // A hidden recipient's part is tried with every key, which fails as if it
    // were damaged when the key is another's.
    let isHidden = recipients.contains { $0.allSatisfy { $0 == "0" } }
    if let cause = keyErrors.first, !isHidden {
      return GPGError(cause, .decrypt, operation: operation)
    }
    if status.has("NO_SECKEY") || isHidden {
      return GPGError(
        .noSecretKey, .decrypt, operation: operation,
        recipient: recipients.joined(separator: ", "))
    }
    switch gpgme_err_code(error) {
    case GPG_ERR_NO_DATA, GPG_ERR_DECRYPT_FAILED, GPG_ERR_GENERAL, GPG_ERR_EOF: break
    default: return GPGError(error, .decrypt, operation: operation)
    }
    do throws(GPGError) {
      _ = try MessageRecipients(of: ciphertext)
      // What `gpg` has looked at it has something to say of.
      guard !status.lines.isEmpty else {
        return endedEarly(.decrypt, operation: operation)
      }
      return GPGError(.corrupt, .decrypt, operation: operation)
    } catch {
      return error
    }
  }
}
