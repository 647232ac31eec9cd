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
    return session
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
  /// - Throws: ``StreamError``.
  func readInput() throws(StreamError) -> SecretBytes { try SecretBytes(readingAllOf: 0) }

  /// Makes ready to ask the user, behind all that has been output so far.
  ///
  /// - Throws: ``PromptError/noTerminal``, or ``StreamError``.
  func prompt() throws -> Prompt {
    try output.flush()
    return try Prompt()
  }

  /// Whether someone sits at standard input.
  var inputIsTerminal: Bool { isatty(0) == 1 }

  /// Whether someone sees what is told on standard error.
  var errorsAreShown: Bool { isatty(2) == 1 }

  private static func defaultStoreFolder(_ environment: Environment) -> FilePath {
    if let named = environment.bytes("PASSWORD_STORE_DIR"), !named.isEmpty {
      return FilePath(named)
    }
    return homeFolder(environment).appending(".password-store")
  }

  /// `HOME`, else what the system knows of the user.
  private static func homeFolder(_ environment: Environment) -> FilePath {
    if let home = environment.bytes("HOME"), !home.isEmpty { return FilePath(home) }
    guard let user = getpwuid(getuid()), let home = user.pointee.pw_dir else {
      return FilePath("/")
    }
    return FilePath(UnsafeRawBufferPointer(start: home, count: strlen(home)))
  }
}
