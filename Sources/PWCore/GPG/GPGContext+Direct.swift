import CGPGME

/// For a thousand messages in a row: gpgme forks the whole process twice for each
/// one, which takes a third of the time that `gpg` itself does.
///
/// Here `gpg` is started without forking, and its status lines are understood as
/// gpgme's are. What is unusual is left to gpgme.
extension GPGContext {
  /// Decrypts a message as ``decrypt(_:)`` does, in less time.
  ///
  /// - Throws: ``GPGError``, as ``decrypt(_:)`` does.
  func decryptDirectly(_ ciphertext: [UInt8]) throws(GPGError) -> SecretBytes {
    guard passphrase == nil, program == nil else { return try decrypt(ciphertext) }
    // Quiet: else gpg looks up who else can read the message, to say so.
    let words = ["gpg", "--batch", "--no-tty", "--quiet", "--charset", "utf8", "--status-fd", "2"]
    var child = ChildProcess(words + unlocking.options + ["--decrypt"])
    unlocking.prepare(&child)
    child.program = engine.program
    if let home = engine.home { child.environment["GNUPGHOME"] = home.bytes }
    child.input = .bytes(ciphertext)
    child.errors = .collected
    let result: ChildProcess.SecretResult
    do throws(SystemError) {
      result = try child.runForSecret(capacity: ciphertext.count)
    } catch {
      throw GPGError(.notInstalled, .decrypt, operation: "posix_spawnp")
    }
    status.replace(by: result.errors)
    if result.status == 0, status.has("DECRYPTION_OKAY") { return result.output }
    // Whoever has dismissed the question for a passphrase is not to be asked again.
    if status.has("PINENTRY_LAUNCHED") {
      throw GPGError(.noPassphrase, .decrypt, operation: "posix_spawnp")
    }
    // Nor is a passphrase to be tried again.
    for cause in status.errors(in: "pkdecrypt_failed")
    where GPGError.Reason(gpgme_err_code(cause)) == .badPassphrase {
      throw GPGError(cause, .decrypt, operation: "posix_spawnp")
    }
    return try decrypt(ciphertext)
  }

  /// Encrypts as ``encrypt(_:to:trust:)`` does, in less time.
  ///
  /// - Throws: ``GPGError``, as ``encrypt(_:to:trust:)`` does.
  func encryptDirectly(
    _ plaintext: borrowing SecretBytes, to recipients: [String]
  ) throws(GPGError) -> [UInt8] {
    guard program == nil, !recipients.isEmpty else { return try encrypt(plaintext, to: recipients) }
    for recipient in recipients { try checkIsOneLine(recipient) }
    // The file of random numbers is locked by one gpg at a time, and so two would
    // take as long as one; without it, the kernel's are used.
    let words = [
      "gpg", "--batch", "--no-tty", "--charset", "utf8", "--status-fd", "2", "--auto-key-locate",
      "clear", "--no-random-seed-file", "--no-encrypt-to", "--compress-algo", "none", "--encrypt",
    ]
    var child = ChildProcess(words + recipients.flatMap { ["-r", $0] })
    child.program = engine.program
    if let home = engine.home { child.environment["GNUPGHOME"] = home.bytes }
    child.errors = .collected
    let result: ChildProcess.Result
    do throws(SystemError) {
      result = try child.run(feeding: plaintext)
    } catch {
      throw GPGError(.notInstalled, .encrypt, operation: "posix_spawnp")
    }
    let isDone = result.status == 0 && GPGStatusLog(result.errors).has("END_ENCRYPTION")
    guard isDone, !result.output.isEmpty else { return try encrypt(plaintext, to: recipients) }
    return result.output
  }
}
