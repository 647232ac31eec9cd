import CGPGME

extension GPGContext {
  /// Verifies the detached signatures of some bytes.
  ///
  /// - Parameters:
  ///   - signature: One signature or more, binary or armoured.
  ///   - bytes: What was signed.
  /// - Returns: The signatures by known keys, at least one. All fit the bytes;
  ///   whether their keys are in force and whose they are is the caller's to
  ///   look at.
  /// - Throws: ``GPGError``: ``GPGError/Reason/badSignature`` if one of them does
  ///   not fit, `noSignature` if there is none by a known key. Both name the key.
  ///
  /// The corresponding C function is `gpgme_op_verify`.
  public func verify(
    _ signature: [UInt8], of bytes: [UInt8]
  ) throws(GPGError) -> [GPGSignature] {
    if let program { return try program.verify(signature, of: bytes) }
    let handle = try handle
    status.clear()
    let operation = "gpgme_op_verify"
    return try GPGData.lending(signature.span, for: .verify) { (signature) throws(GPGError) in
      try GPGData.lending(bytes.span, for: .verify) { (bytes) throws(GPGError) in
        let error = gpgme_op_verify(handle, signature.handle, bytes.handle, nil)
        switch gpgme_err_code(error) {
        case GPG_ERR_NO_ERROR: break
        case GPG_ERR_NO_DATA, GPG_ERR_BAD_DATA:
          throw GPGError(.noSignature, .verify, operation: operation)
        default: throw GPGError(error, .verify, operation: operation)
        }
        var found: [GPGSignature] = []
        var unknown: String?
        var next = gpgme_op_verify_result(handle)?.pointee.signatures
        while let pointer = next {
          let signature = pointer.pointee
          let id = signature.fpr.map { String(cString: $0) } ?? ""
          switch gpgme_err_code(signature.status) {
          case GPG_ERR_NO_ERROR: found.append(value(of: signature, .good))
          case GPG_ERR_SIG_EXPIRED: found.append(value(of: signature, .expired))
          case GPG_ERR_KEY_EXPIRED: found.append(value(of: signature, .keyExpired))
          case GPG_ERR_CERT_REVOKED: found.append(value(of: signature, .keyRevoked))
          case GPG_ERR_BAD_SIGNATURE:
            throw GPGError(.badSignature, .verify, operation: operation, recipient: id)
          default: unknown = id
          }
          next = signature.next
        }
        guard !found.isEmpty else {
          throw GPGError(.noSignature, .verify, operation: operation, recipient: unknown)
        }
        return found
      }
    }
  }

  private func value(of signature: _gpgme_signature, _ status: GPGSignature.Status)
    -> GPGSignature
  {
    let fingerprint = signature.fpr.map { String(cString: $0) } ?? ""
    // The line has the primary key's fingerprint in its tenth place; gpgme does
    // not pass it on.
    let line = self.status.arguments(of: "VALIDSIG").first { $0.first == fingerprint[...] }
    let primary = line.flatMap { $0.count > 9 ? String($0[9]) : nil }
    return GPGSignature(
      fingerprint: fingerprint, primaryFingerprint: primary ?? fingerprint,
      date: Int(signature.timestamp), status: status, validity: GPGValidity(signature.validity))
  }
}
