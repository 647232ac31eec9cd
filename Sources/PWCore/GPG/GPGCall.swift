import CGPGME

/// Makes one gpgme call, and throws if it fails.
///
///     try gpg(.decrypt, "gpgme_data_new") { gpgme_data_new(&handle) }
///
/// For calls whose failure needs no second look; the operations look into their
/// results and GnuPG's status lines first.
func gpg(
  _ task: GPGError.Task, _ operation: String, _ call: () -> gpgme_error_t
) throws(GPGError) {
  let error = call()
  guard gpgme_err_code(error) == GPG_ERR_NO_ERROR else {
    throw GPGError(error, task, operation: operation)
  }
}

extension GPGError {
  /// Takes over a raw C `gpgme_error_t`.
  init(
    _ error: gpgme_error_t, _ task: Task, operation: String, recipient: String? = nil
  ) {
    let reason = Reason(gpgme_err_code(error))
    self.init(
      reason, task, operation: operation, recipient: recipient, detail: Self.words(for: error))
  }

  /// GnuPG's own text for an error, in the user's language: to be shown, never
  /// to be decided upon.
  ///
  /// The corresponding C function is `gpgme_strerror_r`, since
  /// `gpgme_strerror` is not thread-safe.
  static func words(for error: gpgme_error_t) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
      text.initialize(repeating: 0)
      // A longer text is cut short, and still ends in a NUL.
      _ = gpgme_strerror_r(error, text.baseAddress!, text.count)
      return String(cString: text.baseAddress!)
    }
  }
}

extension GPGError.Reason {
  /// The reason behind an error code that means the same in every operation.
  init(_ code: gpgme_err_code_t) {
    self =
      switch code {
      case GPG_ERR_NO_SECKEY, GPG_ERR_UNUSABLE_SECKEY: .noSecretKey
      case GPG_ERR_BAD_PASSPHRASE: .badPassphrase
      case GPG_ERR_CANCELED, GPG_ERR_FULLY_CANCELED: .cancelled
      // What pinentry answers without a terminal or display, or when it dies
      // or nobody answers it.
      case GPG_ERR_NO_PIN_ENTRY, GPG_ERR_NO_PASSPHRASE, GPG_ERR_TIMEOUT, GPG_ERR_ENOTTY,
        GPG_ERR_ENXIO, GPG_ERR_ENODEV, GPG_ERR_EIO, GPG_ERR_EOF:
        .noPassphrase
      case GPG_ERR_NO_PUBKEY, GPG_ERR_NOT_FOUND, GPG_ERR_INV_USER_ID: .keyNotFound
      case GPG_ERR_CERT_EXPIRED, GPG_ERR_KEY_EXPIRED: .keyExpired
      case GPG_ERR_CERT_REVOKED: .keyRevoked
      case GPG_ERR_KEY_DISABLED: .keyDisabled
      case GPG_ERR_PUBKEY_NOT_TRUSTED: .keyUntrusted
      case GPG_ERR_AMBIGUOUS_NAME: .keyAmbiguous
      case GPG_ERR_UNUSABLE_PUBKEY, GPG_ERR_WRONG_KEY_USAGE: .keyUnusable
      case GPG_ERR_USER_ID_EXISTS: .keyExists
      case GPG_ERR_NO_DATA: .noData
      case GPG_ERR_BAD_DATA, GPG_ERR_CHECKSUM, GPG_ERR_INV_PACKET, GPG_ERR_DECRYPT_FAILED: .corrupt
      case GPG_ERR_BAD_SIGNATURE: .badSignature
      case GPG_ERR_INV_ENGINE: .notInstalled
      default: .other
      }
  }
}
