import CGPGME

extension GPGContext {
  /// Encrypts to one or more keys, each of which can decrypt the result.
  ///
  /// It is not compressed, so that its size tells nothing of its content, and
  /// `encrypt-to` in `gpg.conf` adds no recipient. Either all recipients are
  /// encrypted to, or nothing is returned.
  ///
  /// - Parameters:
  ///   - plaintext: What to encrypt.
  ///   - recipients: Ids, fingerprints, addresses, names, `KEYID!` for one
  ///     subkey, or names of groups in `gpg.conf`: what `gpg -r` takes. None of
  ///     them is ever taken for an option.
  ///   - trust: Which keys may be used.
  /// - Returns: An OpenPGP message: binary, unless `gpg.conf` has `armor`.
  /// - Throws: ``GPGError`` with the recipient concerned:
  ///   ``GPGError/Reason/keyNotFound``, `keyExpired`, `keyRevoked`,
  ///   `keyDisabled`, `keyUntrusted`, `keyAmbiguous` or `keyUnusable`; or
  ///   `noRecipients`.
  ///
  /// The corresponding C function is `gpgme_op_encrypt_ext`.
  public func encrypt(
    _ plaintext: borrowing SecretBytes, to recipients: [String], trust: GPGTrust = .model
  ) throws(GPGError) -> [UInt8] {
    // gpgme would encrypt with a passphrase instead.
    guard !recipients.isEmpty else {
      throw GPGError(.noRecipients, .encrypt, operation: "gpgme_op_encrypt_ext")
    }
    for recipient in recipients { try checkIsOneLine(recipient) }
    if let program { return try program.encrypt(plaintext, to: recipients, trust: trust) }
    let handle = try handle
    status.clear()
    // gpgme takes a line such as "--hidden" for an option, but none behind "--".
    let lines = (["--"] + recipients).joined(separator: "\n")
    var flags = GPGME_ENCRYPT_NO_COMPRESS.rawValue | GPGME_ENCRYPT_NO_ENCRYPT_TO.rawValue
    if trust == .always { flags |= GPGME_ENCRYPT_ALWAYS_TRUST.rawValue }
    let sink = GPGByteSink()
    try plaintext.withBytes { (bytes) throws(GPGError) in
      try GPGData.lending(bytes, for: .encrypt) { (input) throws(GPGError) in
        try GPGData.collecting(in: sink, for: .encrypt) { (output) throws(GPGError) in
          let error = gpgme_op_encrypt_ext(
            handle, nil, lines, gpgme_encrypt_flags_t(flags), input.handle, output.handle)
          guard gpgme_err_code(error) == GPG_ERR_NO_ERROR else {
            throw encryptionError(error, recipients)
          }
        }
      }
    }
    // gpgme does not notice when `gpg` dies, and half a message is none.
    guard status.has("END_ENCRYPTION"), !sink.bytes.isEmpty else {
      throw endedEarly(.encrypt, operation: "gpgme_op_encrypt_ext")
    }
    return sink.bytes
  }

  /// Refuses what would become two recipients, or none, on its way to `gpg`.
  func checkIsOneLine(_ recipient: String) throws(GPGError) {
    let isBlank = recipient.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    guard isBlank || recipient.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) else {
      return
    }
    throw GPGError(
      .keyNotFound, .encrypt, operation: "gpgme_op_encrypt_ext", recipient: recipient,
      detail: isBlank ? "it is empty" : "it has a line break or NUL in it")
  }

  /// Finds out which recipient made an encryption fail, and why.
  private func encryptionError(_ error: gpgme_error_t, _ recipients: [String]) -> GPGError {
    let operation = "gpgme_op_encrypt_ext"
    let result = opened.flatMap { gpgme_op_encrypt_result($0) }
    guard let invalid = result?.pointee.invalid_recipients else {
      let only = recipients.count == 1 ? recipients[0] : nil
      return GPGError(error, .encrypt, operation: operation, recipient: only)
    }
    let reported = invalid.pointee.fpr.map { String(cString: $0) } ?? ""
    // gpg escapes it in some versions. One that is not in the list is a member
    // of a group.
    let recipient =
      recipients.first { trimmed($0) == reported }
      ?? recipients.first { trimmed($0) == unescaped(reported) } ?? unescaped(reported)
    let reason = GPGError.Reason(gpgme_err_code(invalid.pointee.reason))
    return keyError(
      reason, .encrypt, recipient: recipient, operation: operation, isFit: \.canEncrypt)
  }

  private func trimmed(_ recipient: String) -> String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let bytes = recipient.utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text behind `%41`, as status lines have it.
  private func unescaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
