import Glibc
import PWCore

enum Edit {
  static let name = Positional(
    "KEY", completion: .entriesAndFolders, "The entry to change or make", read: EntryName.init)

  static let command = Command(
    name: "edit", summary: "Change an entry in a text editor", topic: .entries,
    discussion: """
      The editor is $EDITOR, else $VISUAL, else "editor", else "vi". It gets the text in a file \
      that lies in memory, in a folder of its own, which is removed with all that the editor has \
      left in it, however the program ends. If the text cannot be saved in the end, it stays \
      there, and you are told where.
      """,
    examples: [.init("edit mail/alice", "Change an entry, or make it")],
    parameters: [name.parameter], isPassVerb: true, run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let name = try arguments[name]
    let key = try name.requiredKey()
    try mayEdit(session)
    let store = session.store()
    // Nobody shall write a text in vain.
    try store.checkCanSave(key)
    let ciphertext = try store.containsFile(key) ? store.ciphertext(of: key) : nil
    let old = try ciphertext.map { try store.decrypt($0, of: key) } ?? SecretBytes()
    let folder = try PrivateFolder(session.environment) { try mayUseDisk(session) }
    let file = folder.path.appending(fileName(for: key))
    if ciphertext != nil { try write(old, to: file) }

    let editor = editor(session.environment)
    try runEditor(editor, on: file, in: session)
    guard FileKind(file) == .file else { throw PassError("New password not saved.") }
    let new = try SecretBytes.contents(of: file)
    guard ciphertext == nil || !new.isEqual(to: old) else { throw PassError("Password unchanged.") }
    let verb = ciphertext == nil ? "Add" : "Edit"
    let shown = printable(name.withoutFinalSlash)
    let message = "\(verb) password for \(shown) using \(printable(editor))."
    do {
      try save(new, for: key, inPlaceOf: ciphertext, message, store, session)
    } catch let error as StoreError where error.reason == .notCommitted {
      throw error
    } catch {
      folder.keep()
      throw TextKept(error, in: file, key: key, program: session.program)
    }
    folder.remove()
  }

  /// Checks that there is somebody for the editor; one that the user has named may
  /// do without, as a script does.
  private static func mayEdit(_ session: Session) throws {
    let hint = "use \"\(session.program) set\", \"save\" or \"insert -m\""
    try session.mayAsk(hint)
    let isNamed = ["EDITOR", "VISUAL"].contains { session.environment[$0] != nil }
    if session.attendance == .unattended, !isNamed { throw NobodyToAsk(isBatch: false, hint: hint) }
  }

  /// Saves the text; asks the user, if there is one, whether to try again.
  private static func save(
    _ text: borrowing SecretBytes, for key: ServiceKey, inPlaceOf ciphertext: [UInt8]?,
    _ message: String, _ store: PasswordStore, _ session: Session
  ) throws {
    do {
      guard try store.save(text, for: key, inPlaceOf: ciphertext, message: message) else {
        throw PassError("\(quoted(key.bytes)) was changed by somebody else meanwhile")
      }
    } catch let error as StoreError where error.reason == .notCommitted {
      throw error
    } catch let error as any Failure {
      guard !(error is PassError), session.inputIsTerminal else { throw error }
      session.warn("\(error)")
      guard try session.promptAtInput().confirm("Would you like to try again?") else {
        throw error
      }
      try save(text, for: key, inPlaceOf: ciphertext, message, store, session)
    }
  }

  private static func runEditor(
    _ editor: [UInt8], on file: FilePath, in session: Session
  ) throws {
    let words = editor.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }.map(Array.init)
    var child = ChildProcess(words + [file.bytes])
    child.input = .inherited
    child.output = .inherited
    try session.output.flush()
    let status = try leavingInterruptsToChildren {
      do throws(SystemError) {
        return try child.run().status
      } catch {
        throw PassError(
          "\(session.program): cannot start the editor \(quoted(editor)): \(error.reason)",
          hint: "name another one in EDITOR")
      }
    }
    // What an editor says with its status differs too much; a signal is clear.
    guard status <= 128 else {
      throw PassError("\(session.program): the editor was ended by signal \(status - 128)")
    }
  }

  private static func editor(_ environment: Environment) -> [UInt8] {
    for name in ["EDITOR", "VISUAL"] {
      let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A }
      if let value = environment.bytes(name), !value.allSatisfy(isBlank) { return value }
    }
    let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let isThere = folders.contains { access("\($0)/editor", X_OK) == 0 }
    return Array((isThere ? "editor" : "vi").utf8)
  }

  /// A name that is not to be guessed, and by which the user knows the entry.
  private static func fileName(for key: ServiceKey) -> [UInt8] {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    let random = (0..<6).map { _ in letters[Int.random(in: 0..<letters.count)] }
    let name = key.bytes.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "-") : $0 }
    // A name has 255 bytes at most.
    return random + Array("-".utf8) + name.suffix(240) + Array(".txt".utf8)
  }

  private static func write(_ text: borrowing SecretBytes, to file: FilePath) throws {
    let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else { throw SystemError(code: errno, action: "write", path: file) }
    defer { close(descriptor) }
    do {
      try text.withBytes { try Output.writeAll($0, to: descriptor) }
    } catch let error as StreamError {
      throw SystemError(code: error.code, action: "write", path: file)
    }
  }

  private static func mayUseDisk(_ session: Session) throws -> Bool {
    guard session.inputIsTerminal else { return true }
    session.warn(
      "there is no place for temporary files in memory, and from a disk they are hard to erase")
    return try session.promptAtInput().confirm("Are you sure you would like to continue?")
  }
}

/// A text that could not be saved, and lies where its writer can get it.
private struct TextKept: Failure {
  let description: String
  let exitCode: ExitCode
  let hint: String?

  init(_ cause: any Error, in file: FilePath, key: ServiceKey, program: String) {
    let failure = cause as? any Failure
    let reason = failure?.description ?? printable("\(cause)")
    description = "\(reason); the text is in \(quoted(file.bytes))"
    exitCode = failure?.exitCode ?? .failure
    let name = shellQuoted(file.bytes)
    hint =
      "save it with \"\(program) insert -m -f -- \(shellQuoted(key.bytes)) < \(name)\", "
      + "then remove it with \"rm -r -- \(shellQuoted(file.parent.bytes))\""
  }
}
