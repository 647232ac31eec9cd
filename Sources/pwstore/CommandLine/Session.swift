import Glibc
import PWCore

/// What a command knows of the world it runs in, and how it speaks.
///
/// Standard output carries data, standard error all that is said about it.
struct Session {
  /// The program's name as it was called: `pwstore`, or `pass`.
  let program: String
  let environment: Environment
  /// All commands, for those that tell about them.
  let table: CommandTable
  /// Standard output.
  let output: Output
  /// What kind of stream standard output is.
  let terminal: Terminal
  /// The store's folder, which need not exist: `--store`, else
  /// `PASSWORD_STORE_DIR`, else `~/.password-store`.
  private(set) var storeFolder: FilePath
  /// What the changes that the command has made are to be followed by.
  let sequel = Sequel()
  /// Whether there is somebody to ask.
  private(set) var attendance: Attendance
  /// The passphrase of secret keys, if the user has given it.
  private(set) var passphrase: SharedSecret?
  /// What new files and folders lack of 0666 and 0777: `PASSWORD_STORE_UMASK`.
  private(set) var umask: mode_t?

  /// Describes a session.
  ///
  /// - Parameters:
  ///   - name: The first word of the process's arguments.
  ///   - environment: The variables.
  ///   - table: The commands.
  ///   - output: Where data goes.
  init(
    _ name: Argument, environment: Environment, table: CommandTable = .standard,
    output: Output = Output(1)
  ) {
    let program = printable(FilePath(name.bytes).lastComponent)
    self.program = program.isEmpty ? "pwstore" : program
    (self.environment, self.table, self.output) = (environment, table, output)
    terminal = Terminal(output.descriptor, environment: environment)
    storeFolder = Self.defaultStoreFolder(environment)
    attendance = .attended
  }

  /// Whether the program goes by the name of `pass`, and is to behave as it.
  var isCalledPass: Bool { program == "pass" }

  /// The same session with the store that the options name, if they name one,
  /// and with the settings that the environment has for it.
  func following(_ arguments: Arguments) throws -> Session {
    var session = self
    if let text = environment["PASSWORD_STORE_UMASK"] {
      guard let umask = mode_t(text, radix: 8), umask <= 0o777 else {
        throw UsageError("PASSWORD_STORE_UMASK is no octal number up to 777: \(quoted(text))")
      }
      session.umask = umask
    }
    if let folder = try arguments[GlobalOptions.store] { session.storeFolder = folder }
    session.attendance = Attendance(isBatch: arguments[GlobalOptions.batch], environment)
    GitQuestions.areForbidden = session.attendance != .attended
    return session
  }

  /// The same session with the passphrase that the options or the environment have.
  ///
  /// To be called once: an open file is read, and closed.
  ///
  /// - Throws: ``UsageError``, ``PassphraseError``.
  func unlocked(by arguments: Arguments) throws -> Session {
    var session = self
    session.passphrase = try Passphrase.given(arguments, environment)
    return session
  }

  /// How the store is to unlock secret keys.
  var unlocking: GPGUnlocking {
    if let passphrase { return .passphrase(passphrase) }
    return attendance == .attended ? .pinentry : .withoutAsking
  }

  /// Tells the user something, in one line on standard error.
  ///
  /// What has been output so far is shown first.
  func note(_ text: String) {
    // A failure comes up again when the rest is written.
    try? output.flush()
    Output.writeMessage(Array("\(text)\n".utf8))
  }

  /// Warns the user, with the program's name in front.
  func warn(_ text: String) { note("\(program): \(text)") }

  /// Reads standard input to its end.
  ///
  /// - Throws: ``StreamError``; ``NobodyToAsk``, if someone would have to type it
  ///   and is not to be asked.
  func readInput() throws -> SecretBytes {
    if inputIsTerminal { try mayAsk("give it on standard input, from a file or a pipe") }
    return try SecretBytes(readingAllOf: 0)
  }

  /// Makes ready to ask the user, behind all that has been output so far.
  ///
  /// - Parameter hint: What to do if there is nobody.
  /// - Returns: The terminal.
  /// - Throws: ``NobodyToAsk``, or ``StreamError``.
  func prompt(else hint: String? = nil) throws -> Prompt {
    try mayAsk(hint)
    try output.flush()
    do throws(PromptError) {
      return try Prompt()
    } catch {
      throw error == .noTerminal ? NobodyToAsk(isBatch: false, hint: hint) : error
    }
  }

  /// Makes ready to ask someone at standard input, which may be a pipe with the
  /// answers.
  ///
  /// - Parameter hint: What to do if nobody is to be asked.
  /// - Returns: Standard input and standard error.
  /// - Throws: ``NobodyToAsk``, or ``StreamError``.
  func promptAtInput(else hint: String? = nil) throws -> Prompt {
    if inputIsTerminal { try mayAsk(hint) }
    try output.flush()
    return Prompt(reading: 0, writing: 2)
  }

  /// Checks that the user has not forbidden all questions.
  ///
  /// - Throws: ``NobodyToAsk``.
  func mayAsk(_ hint: String? = nil) throws(NobodyToAsk) {
    if attendance == .batch { throw NobodyToAsk(isBatch: true, hint: hint) }
  }

  /// Whether someone sits at standard input.
  var inputIsTerminal: Bool { isatty(0) == 1 }

  /// Whether someone sees what is told on standard error.
  var errorsAreShown: Bool { isatty(2) == 1 }

  /// Whether what cannot be undone needs a person's word: where someone sits at
  /// standard input, or would have to be asked and is not to be.
  var needsConsent: Bool { inputIsTerminal || attendance == .batch }

  private static func defaultStoreFolder(_ environment: Environment) -> FilePath {
    if let named = environment.bytes("PASSWORD_STORE_DIR"), !named.isEmpty {
      return FilePath(named)
    }
    return homeFolder(environment).appending(".password-store")
  }

  /// `HOME`, else what the system knows of the user.
  static func homeFolder(_ environment: Environment) -> FilePath {
    if let home = environment.bytes("HOME"), !home.isEmpty { return FilePath(home) }
    guard let user = getpwuid(getuid()), let home = user.pointee.pw_dir else {
      return FilePath("/")
    }
    return FilePath(UnsafeRawBufferPointer(start: home, count: strlen(home)))
  }
}
