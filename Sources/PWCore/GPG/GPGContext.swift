import CGPGME
import Glibc

/// A session with GnuPG.
///
/// One thread at a time may use a session; therefore the class is not
/// `Sendable`. The corresponding C type is `gpgme_ctx_t`.
///
/// Side effect: where `SIGPIPE` has its default action, gpgme makes the whole
/// process ignore it as soon as the first session is opened.
public final class GPGContext {
  let handle: gpgme_ctx_t
  let status = GPGStatusLog()

  /// Tells the passphrase of a key, or of a message that was encrypted with one.
  ///
  /// It is given what GnuPG calls the hint, the key's id and its user id, which
  /// is empty for a message, and whether the answer before was wrong, which GnuPG
  /// 2.2 does not make use of: it asks once. It returns `nil` to give up.
  ///
  /// `nil` in place of a function, as it is at first, leaves the asking to
  /// gpg-agent and its pinentry.
  ///
  /// The corresponding C functions are `gpgme_set_passphrase_cb` and
  /// `gpgme_set_pinentry_mode` with `GPGME_PINENTRY_MODE_LOOPBACK`.
  public var passphrase: ((_ hint: String, _ wasWrong: Bool) -> SecretBytes?)? {
    didSet { usePassphrase() }
  }

  /// The oldest gpgme that has all we call.
  private static let neededVersion = "1.18.0"

  /// Starts gpgme, the first time that it is read.
  private static let hasStarted: Bool = {
    // Else gpgme runs `gpgconf` twice to learn what we do not ask.
    _ = gpgme_set_global_flag("disable-gpgconf", "1")
    return cgpgme_check_version(neededVersion) != nil
  }()

  /// Opens an OpenPGP session.
  ///
  /// - Parameter homeDirectory: GnuPG's home; `nil` for `$GNUPGHOME` or else
  ///   the default one. Another than `nil` costs one more start of `gpg`, since
  ///   gpgme then asks for its version again.
  /// - Throws: ``GPGError`` with ``GPGError/Reason/notInstalled`` if gpgme is
  ///   too old, or no `gpg` is installed.
  ///
  /// The corresponding C function is `gpgme_new`.
  public convenience init(homeDirectory: FilePath? = nil) throws(GPGError) {
    try self.init(homeDirectory: homeDirectory, program: nil)
  }

  /// Opens an OpenPGP session with a `gpg` other than the one in `$PATH`.
  init(homeDirectory: FilePath?, program: FilePath?) throws(GPGError) {
    guard Self.hasStarted else {
      throw GPGError(
        .notInstalled, .start, operation: "gpgme_check_version",
        detail: "gpgme \(Self.neededVersion) is needed")
    }
    var new: gpgme_ctx_t?
    try gpg(.start, "gpgme_new") { gpgme_new(&new) }
    handle = new!
    if homeDirectory != nil || program != nil {
      try gpg(.start, "gpgme_ctx_set_engine_info") {
        withOptionalCString(program) { program in
          withOptionalCString(homeDirectory) { home in
            gpgme_ctx_set_engine_info(handle, GPGME_PROTOCOL_OpenPGP, program, home)
          }
        }
      }
    }
    guard hasProgram else {
      throw GPGError(.notInstalled, .start, operation: "gpgme_ctx_get_engine_info")
    }
    // Else gpg would look for an unknown address in the network, and import
    // the key that it finds there.
    try gpg(.start, "gpgme_set_ctx_flag") { gpgme_set_ctx_flag(handle, "auto-key-locate", "clear") }
    try gpg(.start, "gpgme_set_ctx_flag") { gpgme_set_ctx_flag(handle, "full-status", "1") }
    gpgme_set_status_cb(
      handle, GPGStatusLog.callback, Unmanaged.passUnretained(status).toOpaque())
  }

  deinit { gpgme_release(handle) }

  /// Makes the operation that is under way fail, within a second; another thread
  /// than the session's may call it.
  ///
  /// The corresponding C function is `gpgme_cancel_async`.
  func cancel() { _ = gpgme_cancel_async(handle) }

  /// Whether gpgme has found a `gpg` that works with an agent.
  ///
  /// It says "1.0.0" of a program that tells no version.
  private var hasProgram: Bool {
    var next = gpgme_ctx_get_engine_info(handle)
    while let info = next?.pointee {
      if info.protocol == GPGME_PROTOCOL_OpenPGP, let version = info.version {
        return strtol(version, nil, 10) >= 2
      }
      next = info.next
    }
    return false
  }
}

private func withOptionalCString<R>(
  _ path: FilePath?, _ body: (UnsafePointer<CChar>?) -> R
) -> R {
  guard let path else { return body(nil) }
  return path.withCString { body($0) }
}
