import Glibc
import PWCore

enum CI {
  static let keyFile = Option(
    "key-file", "k", value: "FILE", completion: .files,
    "The file with the private key, \"-\" for standard input; else $PWSTORE_GPG_KEY"
  ) { FilePath($0.bytes) }
  static let printing = Flag(
    "print", "Print what a shell has to eval, in place of running a command")
  static let github = Flag("github", "Give the home to the later steps, by $GITHUB_ENV")
  static let ending = Flag("end", "End what --print or --github has begun")
  static let name = Option("name", value: "NAME", "With \"init\": the name of the key", read: text)
  static let base64 = Flag("base64", "With \"init\": print the private key as one line of base64")
  static let words = Positional(
    repeated: "COMMAND", completion: .verb(["init"], then: .folders, else: .commandLine),
    "A command and its arguments; or \"init\", and perhaps a folder"
  ) { $0 }

  static let command = Command(
    name: "ci", summary: "Run a command with a private key that is there for it alone",
    topic: .programs,
    discussion: """
      For a job on a build machine, which gets a private key from its platform. The key is taken \
      from the variable PWSTORE_GPG_KEY, or a file: armoured, or as base64. It is put into a \
      GnuPG home of its own, in memory, and the command is run with GNUPGHOME set to that. If the \
      key has a passphrase, it is taken from --passphrase-file and the like, and told to the \
      agent of this home. The command gets neither of the two variables. Signals go on to it, and \
      its exit status is ours; 127 if there is no such command, 126 if it cannot be run. When it \
      has ended, the agent is ended and the home removed, also if this program is killed.

      A command with options of its own stands behind "--".

      Where one command is not enough, "eval "$(pwstore ci --print)"" does the same for the rest \
      of a shell script, up to its end; and "ci --github" for all later steps of a job of GitHub \
      Actions, up to one that runs "pwstore ci --end". \
      If --print fails, what it prints fails in the shell with the same status. It sets traps for \
      EXIT, HUP, INT and TERM in place of those that the script has: set your own behind it, and \
      have them call "pwstore ci --end".

      "ci init" makes a key without passphrase for a job, lets it read a folder, or the whole \
      store, and prints the private part, once: it is nowhere else. What to do with it is said \
      on standard error. To withdraw it, remove it from the recipients.
      """,
    examples: [
      .init("ci init deploy > key.asc", "Make a key that can read the folder \"deploy\""),
      .init("ci -- make deploy -j2", "Run a command with the key in PWSTORE_GPG_KEY"),
      .init("ci --key-file key.asc -- pwstore load deploy/db password", "Use a file"),
    ],
    parameters: [
      keyFile.parameter, printing.parameter, github.parameter, ending.parameter, name.parameter,
      base64.parameter, words.parameter,
    ],
    statuses: [
      .init("126", "the command cannot be run"), .init("127", "there is no such command"),
      .init("other", "that of the command, or if that did not run, one of these"),
    ], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let words = try arguments[words].map(\.bytes)
    let (file, name) = (try arguments[keyFile], try arguments[name])
    let chosen = [printing, github, ending].filter { arguments[$0] }
    guard chosen.count < 2 else {
      throw UsageError("\"--print\", \"--github\" and \"--end\" exclude each other")
    }
    if words.first == Array("init".utf8) {
      guard chosen.isEmpty, file == nil else { throw UsageError("\"init\" takes no such option") }
      guard words.count < 3 else { throw UsageError("unexpected argument \(quoted(words[2]))") }
      return try makeKey(
        try words.count < 2 ? .root : FolderName(bytes: words[1]), name: name,
        asBase64: arguments[base64], in: session)
    }
    guard name == nil, !arguments[base64] else {
      throw UsageError("\"--name\" and \"--base64\" are for \"init\"")
    }
    guard chosen.isEmpty == !words.isEmpty else {
      throw UsageError(words.isEmpty ? "a command is missing" : "no command can be given with that")
    }
    if arguments[ending] { return try end(session) }
    let github = try arguments[Self.github] ? githubFile(session) : nil
    let key = try JobKey.given(file, in: session)
    guard words.isEmpty else {
      throw QuietEnd(try run(words, with: try JobHome(key, in: session), in: session))
    }
    let home = try JobHome(key, in: session)
    try hand(over: home.path, to: github, in: session)
    // Only who knows of the home can end it.
    home.keep()
  }

  /// Runs the command.
  ///
  /// - Returns: The exit status.
  private static func run(
    _ words: [[UInt8]], with home: JobHome, in session: Session
  ) throws -> Int32 {
    do throws(SystemError) {
      return try home.run(words)
    } catch {
      session.warn("\(error)")
      return error.code == ENOENT ? 127 : 126
    }
  }

  private static func end(_ session: Session) throws {
    guard let home = session.environment.bytes("GNUPGHOME"), !home.isEmpty else {
      throw UsageError("GNUPGHOME is not set, so there is nothing to end")
    }
    try JobHome.end(FilePath(home))
  }

  private static func githubFile(_ session: Session) throws(UsageError) -> FilePath {
    guard let file = session.environment.bytes("GITHUB_ENV"), !file.isEmpty else {
      throw UsageError("GITHUB_ENV is not set: this is no job of GitHub Actions")
    }
    return FilePath(file)
  }

  /// Tells the shell, or the later steps, where the home is.
  private static func hand(
    over home: FilePath, to github: FilePath?, in session: Session
  ) throws {
    if let github {
      let file = github.withCString { open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600) }
      let action = "write the file of GITHUB_ENV,"
      guard file >= 0 else { throw SystemError(code: errno, action: action, path: github) }
      do throws(StreamError) {
        defer { close(file) }
        try Output.writeAll((Array("GNUPGHOME=".utf8) + home.bytes + [0x0A]).span, to: file)
      } catch {
        throw SystemError(code: error.code, action: action, path: github)
      }
      return
    }
    let own = (try? FilePath("/proc/self/exe").resolved().bytes) ?? Array("pwstore".utf8)
    let end = shellQuoted(Array("\(shellQuoted(own)) ci --end".utf8))
    // A shell that a signal ends does not care for EXIT, unless it exits by itself.
    try session.output.write(
      """
      export GNUPGHOME=\(shellQuoted(home.bytes))
      unset \(SecretVariables.key) \(SecretVariables.passphrase) PWSTORE_PASSPHRASE_FD
      trap \(end) EXIT
      trap 'exit 129' HUP; trap 'exit 130' INT; trap 'exit 143' TERM

      """)
    try session.output.finish()
  }
}
