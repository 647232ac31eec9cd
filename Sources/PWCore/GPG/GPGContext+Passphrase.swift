import CGPGME

extension GPGContext {
  /// Makes gpgme ask for passphrases as ``passphrase`` and ``unlocking`` have it.
  func usePassphrase() {
    guard let handle = opened else { return }
    switch (passphrase, unlocking) {
    case (.some, _), (nil, .passphrase): break
    case (nil, .pinentry), (nil, .withoutAsking):
      gpgme_set_passphrase_cb(handle, nil, nil)
      let asks = if case .pinentry = unlocking { true } else { false }
      gpgme_set_pinentry_mode(
        handle, asks ? GPGME_PINENTRY_MODE_DEFAULT : GPGME_PINENTRY_MODE_ERROR)
      return
    }
    // Unretained: the session owns the handle, and so outlives the callback.
    gpgme_set_passphrase_cb(
      handle, Self.askPassphrase, Unmanaged.passUnretained(self).toOpaque())
    gpgme_set_pinentry_mode(handle, GPGME_PINENTRY_MODE_LOOPBACK)
  }

  /// What to tell gpg-agent; `nil` to give up.
  private func answer(_ hint: String, _ wasWrong: Bool) -> SecretBytes? {
    if let passphrase { return passphrase(hint, wasWrong) }
    guard case .passphrase(let given) = unlocking else { return nil }
    // The next try would be no better.
    guard !(wasWrong && answeredHint == hint) else { return nil }
    answeredHint = hint
    return given.bytes.copy()
  }

  private static let askPassphrase: gpgme_passphrase_cb_t = { context, hint, _, wasWrong, file in
    guard let context else { return gpgme_error(GPG_ERR_GENERAL) }
    let session = Unmanaged<GPGContext>.fromOpaque(context).takeUnretainedValue()
    let answer = session.answer(hint.map { String(cString: $0) } ?? "", wasWrong != 0)
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
