import CGPGME

extension GPGContext {
  /// Makes gpgme ask ``passphrase``, or no longer.
  func usePassphrase() {
    guard let handle = opened else { return }
    guard passphrase != nil else {
      gpgme_set_passphrase_cb(handle, nil, nil)
      gpgme_set_pinentry_mode(handle, GPGME_PINENTRY_MODE_DEFAULT)
      return
    }
    // Unretained: the session owns the handle, and so outlives the callback.
    gpgme_set_passphrase_cb(
      handle, Self.askPassphrase, Unmanaged.passUnretained(self).toOpaque())
    gpgme_set_pinentry_mode(handle, GPGME_PINENTRY_MODE_LOOPBACK)
  }

  private static let askPassphrase: gpgme_passphrase_cb_t = { context, hint, _, wasWrong, file in
    guard let context else { return gpgme_error(GPG_ERR_GENERAL) }
    let session = Unmanaged<GPGContext>.fromOpaque(context).takeUnretainedValue()
    let answer = session.passphrase?(hint.map { String(cString: $0) } ?? "", wasWrong != 0)
    switch consume answer {
    case .some(var answer):
      answer.append(UInt8(ascii: "\n"))
      let written = answer.withBytes { bytes in
        bytes.withUnsafeBytes { gpgme_io_writen(file, $0.baseAddress, $0.count) }
      }
      return written == 0 ? 0 : gpgme_error(GPG_ERR_EIO)
    case nil: return gpgme_error(GPG_ERR_CANCELED)
    }
  }
}
