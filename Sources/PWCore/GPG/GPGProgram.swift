import Glibc

/// The `gpg` program, run with options that gpgme has no way to pass on.
///
/// What `gpg` has to say goes to our standard error, and what it asks to the
/// terminal, so programs that read its status lines get them. We ourselves only
/// look at how it ends.
struct GPGProgram {
  /// Words for the command line, put first.
  var options: [[UInt8]]
  /// GnuPG's home, unless ``options`` have another; `nil` for the default.
  var homeDirectory: FilePath?
  /// How keys are unlocked, unless ``options`` have a say in that.
  var unlocking = GPGUnlocking.pinentry

  /// The home that ``options`` name, if they do.
  var homeInOptions: FilePath? {
    let name = Array("--homedir".utf8)
    for (index, word) in options.enumerated().reversed() {
      if word == name, index + 1 < options.count { return FilePath(options[index + 1]) }
      if word.starts(with: name + [UInt8(ascii: "=")]) {
        return FilePath(word[(name.count + 1)...])
      }
    }
    return nil
  }

  /// Encrypts; see ``GPGContext/encrypt(_:to:trust:)``.
  func encrypt(
    _ plaintext: borrowing SecretBytes, to recipients: [String], trust: GPGTrust
  ) throws(GPGError) -> [UInt8] {
    // A word behind "-r" is a recipient, whatever it begins with.
    let words =
      (trust == .always ? ["--trust-model", "always"] : []) + ["--encrypt"]
      + recipients.flatMap { ["-r", $0] }
    let result: ChildProcess.Result
    do throws(SystemError) {
      result = try child(words).run(feeding: plaintext)
    } catch {
      throw failure(error, .encrypt)
    }
    try check(result.status, .encrypt, isEmpty: result.output.isEmpty)
    // Some options make it write other things among the message, or in its place.
    guard (try? MessageRecipients(of: result.output)) != nil else {
      throw GPGError(
        .programFailed, .encrypt, operation: "gpg",
        detail: "what gpg returned is no encrypted message")
    }
    return result.output
  }

  /// Decrypts; see ``GPGContext/decrypt(_:)``.
  ///
  /// Whether it has decrypted, `gpg` says in a status line: it ends with 2 also
  /// where it only could not make use of another key, and with 0 where some option
  /// keeps it from decrypting. Where the options ask for status lines, which is
  /// possible once only, they are left to whoever reads them, unless there is a
  /// doubt.
  func decrypt(_ ciphertext: [UInt8]) throws(GPGError) -> SecretBytes {
    if hasStatusInOptions {
      let result = try start(ciphertext, status: nil)
      if result.status == 0, !result.output.isEmpty { return result.output }
    }
    let file = try statusFile()
    let result = try start(ciphertext, status: file.number)
    lseek(file.number, 0, SEEK_SET)
    guard GPGStatusLog((try? file.readAll()) ?? []).has("DECRYPTION_OKAY") else {
      guard result.status == 0 else { throw failure(result.status, .decrypt) }
      throw GPGError(
        .programFailed, .decrypt, operation: "gpg", detail: "gpg has not decrypted anything")
    }
    return result.output
  }

  private func statusFile() throws(GPGError) -> FileDescriptor {
    do throws(SystemError) {
      return try FileDescriptor.inMemory([])
    } catch {
      throw failure(error, .decrypt)
    }
  }

  /// Whether the options say where status lines are to go.
  private var hasStatusInOptions: Bool {
    options.contains { $0.starts(with: "--status-f".utf8) }
  }

  /// Runs `gpg` to decrypt.
  ///
  /// - Parameters:
  ///   - ciphertext: What to decrypt.
  ///   - status: The open file for its status lines; `nil` if that is the options'
  ///     matter.
  /// - Returns: The status and the output, whatever the status is.
  /// - Throws: ``GPGError``, if it cannot be started.
  private func start(
    _ ciphertext: [UInt8], status: Int32?
  ) throws(GPGError) -> ChildProcess.SecretResult {
    var child = child((status == nil ? [] : ["--status-fd", "3"]) + ["--decrypt"])
    child.input = .bytes(ciphertext)
    child.thirdFile = status
    // What it has to say has been said, the first time.
    if status != nil, hasStatusInOptions { child.errors = .discarded }
    do throws(SystemError) {
      return try child.runForSecret(capacity: ciphertext.count)
    } catch {
      throw failure(error, .decrypt)
    }
  }

  /// Signs; see ``GPGContext/sign(_:by:armored:)``.
  func sign(_ bytes: [UInt8], by signer: String?, armored: Bool) throws(GPGError) -> [UInt8] {
    var child = child(
      (signer.map { ["-u", $0] } ?? []) + (armored ? ["--armor"] : []) + ["--detach-sign"])
    child.input = .bytes(bytes)
    let result = try run(child, .sign)
    try check(result.status, .sign, isEmpty: result.output.isEmpty)
    return result.output
  }

  /// The words that begin every command line.
  ///
  /// Unless the options say otherwise, no unknown address is looked for in the
  /// network, since that would import the key.
  private var command: [[UInt8]] {
    let isNew = findProgram("gpg2") != nil
    let hasAgent = isNew || environmentValue("GPG_AGENT_INFO") != nil
    let fixed = ["--quiet", "--yes", "--compress-algo=none", "--no-encrypt-to"]
    let first = [isNew ? "gpg2" : "gpg", "--no-auto-key-locate"]
    let last = fixed + (hasAgent ? ["--batch", "--use-agent"] : []) + unlockingOptions
    return first.map { Array($0.utf8) } + options + last.map { Array($0.utf8) }
  }

  private var unlockingOptions: [String] {
    let isTheirs = options.contains {
      $0.starts(with: "--pinentry-mode".utf8) || $0.starts(with: "--passphrase".utf8)
    }
    return isTheirs ? [] : unlocking.options
  }

  /// Describes a run of `gpg`.
  func child(_ words: [String]) -> ChildProcess {
    var child = ChildProcess(command + words.map { Array($0.utf8) })
    if !unlockingOptions.isEmpty { unlocking.prepare(&child) }
    if let homeDirectory { child.environment["GNUPGHOME"] = homeDirectory.bytes }
    return child
  }

  /// Starts a child, and waits until it ends.
  func run(_ child: ChildProcess, _ task: GPGError.Task) throws(GPGError) -> ChildProcess.Result {
    do throws(SystemError) {
      return try child.run()
    } catch {
      throw failure(error, task)
    }
  }

  private func check(
    _ status: Int32, _ task: GPGError.Task, isEmpty: Bool
  ) throws(GPGError) {
    if status != 0 { throw failure(status, task) }
    // Some options, such as --output, lead what we wait for elsewhere.
    if isEmpty {
      throw GPGError(.programFailed, task, operation: "gpg", detail: "gpg returned nothing")
    }
  }

  /// The program has ended with a status that is not 0.
  func failure(_ status: Int32, _ task: GPGError.Task) -> GPGError {
    GPGError(.programFailed, task, operation: "gpg", detail: "gpg ended with status \(status)")
  }

  /// The program cannot be started.
  func failure(_ error: SystemError, _ task: GPGError.Task) -> GPGError {
    error.code == ENOENT
      ? GPGError(.notInstalled, task, operation: "posix_spawnp")
      : GPGError(.other, task, operation: "posix_spawnp", detail: error.description)
  }
}
