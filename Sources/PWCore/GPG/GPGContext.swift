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
  let status = GPGStatusLog()
  /// Does gpgme's work where there are options that gpgme cannot pass on.
  private(set) var program: GPGProgram?
  /// The `gpg` and its home, where they are not the default ones.
  let engine: (program: FilePath?, home: FilePath?)
  private(set) var opened: gpgme_ctx_t?

  /// Tells the passphrase of a key, or of a message that was encrypted with one.
  ///
  /// It is given what GnuPG calls the hint, the key's id and its user id, which
  /// is empty for a message, and whether the answer before was wrong, which GnuPG
  /// 2.2 does not make use of: it asks once. It returns `nil` to give up.
  ///
  /// `nil` in place of a function, as it is at first, does what ``unlocking`` says.
  ///
  /// The corresponding C functions are `gpgme_set_passphrase_cb` and
  /// `gpgme_set_pinentry_mode` with `GPGME_PINENTRY_MODE_LOOPBACK`.
  public var passphrase: ((_ hint: String, _ wasWrong: Bool) -> SecretBytes?)? {
    didSet { usePassphrase() }
  }

  /// How keys are unlocked, where there is no ``passphrase`` function.
  ///
  /// The corresponding C function is `gpgme_set_pinentry_mode`.
  public var unlocking = GPGUnlocking.pinentry {
    didSet {
      program?.unlocking = unlocking
      usePassphrase()
    }
  }

  /// For which key the given passphrase was told last, which then was wrong if it is
  /// asked for again.
  var answeredHint: String?

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
  /// With options, encrypting, decrypting, signing and verifying start `gpg`
  /// itself, whose messages and questions then go to standard error and the
  /// terminal; gpgme does the rest, and is not opened before.
  ///
  /// - Parameters:
  ///   - homeDirectory: GnuPG's home; `nil` for `$GNUPGHOME` or else the default
  ///     one. Another than `nil` costs one more start of `gpg`, since gpgme then
  ///     asks for its version again.
  ///   - options: Words to put first on the command line of `gpg`.
  /// - Throws: ``GPGError`` with ``GPGError/Reason/notInstalled`` if gpgme is
  ///   too old, or no `gpg` is installed.
  ///
  /// The corresponding C function is `gpgme_new`.
  public convenience init(
    homeDirectory: FilePath? = nil, options: [[UInt8]] = []
  ) throws(GPGError) {
    try self.init(homeDirectory: homeDirectory, options: options, program: nil)
  }

  /// Opens an OpenPGP session with a `gpg` other than the one in `$PATH`.
  init(
    homeDirectory: FilePath?, options: [[UInt8]] = [], program: FilePath?
  ) throws(GPGError) {
    guard !options.isEmpty else {
      (self.program, engine) = (nil, (program, homeDirectory))
      _ = try handle
      return
    }
    let new = GPGProgram(options: options, homeDirectory: homeDirectory)
    (self.program, engine) = (new, (program, new.homeInOptions ?? homeDirectory))
  }

  deinit {
    if let opened { gpgme_release(opened) }
  }

  /// gpgme's own session, opened when it is first needed.
  ///
  /// - Throws: ``GPGError/Reason/notInstalled``.
  var handle: gpgme_ctx_t {
    get throws(GPGError) {
      if let opened { return opened }
      let new = try open()
      opened = new
      usePassphrase()
      return new
    }
  }

  private func open() throws(GPGError) -> gpgme_ctx_t {
    guard Self.hasStarted else {
      throw GPGError(
        .notInstalled, .start, operation: "gpgme_check_version",
        detail: "gpgme \(Self.neededVersion) is needed")
    }
    var new: gpgme_ctx_t?
    try gpg(.start, "gpgme_new") { gpgme_new(&new) }
    let handle = new!
    do throws(GPGError) {
      try prepare(handle)
    } catch {
      gpgme_release(handle)
      throw error
    }
    return handle
  }

  private func prepare(_ handle: gpgme_ctx_t) throws(GPGError) {
    if engine.home != nil || engine.program != nil {
      try gpg(.start, "gpgme_ctx_set_engine_info") {
        withOptionalCString(engine.program) { program in
          withOptionalCString(engine.home) { home in
            gpgme_ctx_set_engine_info(handle, GPGME_PROTOCOL_OpenPGP, program, home)
          }
        }
      }
    }
    guard hasProgram(handle) else {
      throw GPGError(.notInstalled, .start, operation: "gpgme_ctx_get_engine_info")
    }
    // Else gpg would look for an unknown address in the network, and import
    // the key that it finds there.
    try gpg(.start, "gpgme_set_ctx_flag") { gpgme_set_ctx_flag(handle, "auto-key-locate", "clear") }
    try gpg(.start, "gpgme_set_ctx_flag") { gpgme_set_ctx_flag(handle, "full-status", "1") }
    gpgme_set_status_cb(
      handle, GPGStatusLog.callback, Unmanaged.passUnretained(status).toOpaque())
  }

  /// Makes the operation that is under way fail, within a second; another thread
  /// than the session's may call it.
  ///
  /// The corresponding C function is `gpgme_cancel_async`.
  func cancel() {
    if let opened { _ = gpgme_cancel_async(opened) }
  }

  /// Whether gpgme has found a `gpg` that works with an agent.
  ///
  /// It says "1.0.0" of a program that tells no version.
  private func hasProgram(_ handle: gpgme_ctx_t) -> Bool {
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
