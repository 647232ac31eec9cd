import PWCore

enum Exec {
  /// Where secrets are hidden in what the command prints.
  enum Mask: Sendable {
    /// By us.
    case own
    /// By GitHub's runner, which is told the values.
    case github
  }

  static let variables = RepeatedOption(
    "env", "e", value: "VAR=KEY[#FIELD]", completion: .variables,
    "Set VAR to the field; without one, to the password", read: { try SecretAssignment($0) })
  static let files = RepeatedOption(
    "env-file", value: "FILE", completion: .files,
    "Set the variables of a .env file, where \"pw:KEY#FIELD\" is a secret", read: filePath)
  static let prefix = Option(
    "prefix", value: "PREFIX", "Begin the names of the variables for KEY with this"
  ) { (word) throws(UsageError) in
    word.bytes.isEmpty ? "" : try VariableName(word.bytes).text
  }
  static let isPristine = Flag("pristine", "Give the command no variables but these")
  static let input = Option(
    "stdin", value: "KEY[#FIELD]", completion: .references,
    "Give the entry or field on standard input", read: { $0.bytes })
  static let descriptors = RepeatedOption(
    "fd", value: "VAR=KEY[#FIELD]", completion: .variables,
    "Set VAR to the name of a file in memory with the entry or field",
    read: { try SecretAssignment($0) })
  static let mask = Option(
    "mask", value: "github", bare: Mask.own, completion: .words(["github"]),
    "Show the secrets as \"***\" in what the command prints; with \"github\", let GitHub do that"
  ) { (word) throws(UsageError) -> Mask in
    guard word == "github" else {
      throw UsageError("option \"--mask\" has no form \(word)", hint: "use --mask or --mask=github")
    }
    return .github
  }
  static let keys = Positional(
    repeated: "KEY", completion: .references,
    "An entry whose fields become variables, or one field as KEY#FIELD"
  ) { $0.bytes }
  static let commandLine = Positional(
    commandLine: "COMMAND", "The command and its arguments; no shell is in between")

  static let command = Command(
    name: "exec", summary: "Run a command with secrets in its environment", topic: .programs,
    discussion: """
      Each entry is decrypted once, and all are before the command starts: if one secret is \
      missing, it does not start. Then pwstore is replaced by the command, which so has its \
      process, its signals and its exit status.

      The fields of KEY become variables of the same names, in capitals and with "_" for what \
      cannot be in such a name; notes are left out. A variable that is there already is \
      replaced. Two secrets for one variable are an error, and so is a field of KEY that would \
      set a variable such as PATH or LD_PRELOAD: only -e, --env-file and --fd can.

      In a file for --env-file, a line is NAME=value, as in .env files: with "export", comments, \
      quotes and escapes in double quotes, but nothing is expanded. A value that begins with \
      "pw:" refers to a secret.

      --stdin and --fd give an entry byte for byte if no field is named. The file of --fd is in \
      memory, and cannot be changed; the command may open it as often as it likes.

      With --mask, pwstore stays, and reads the command's output through pipes, so that the \
      command does not see a terminal there. It hides each value of 4 bytes to 256 KiB, each line \
      of it, and its base64, URL-encoded and JSON forms. Signals are passed on. Output that \
      comes from the command's own children after its end is not shown.

      With --mask=github, lines that tell GitHub's runner the values are printed first; pwstore \
      refuses that where GITHUB_ACTIONS is not "true".

      The status is that of the command; 126 if it cannot be run, 127 if there is none of that \
      name, and 125 for every failure of pwstore itself, whose message tells more.
      """,
    examples: [
      .init("exec -e PGPASSWORD=work/db -- psql -h db", "Run psql with a password"),
      .init("exec -e TOKEN=api#token -e USER=api#user -- ./deploy", "Give two fields of an entry"),
      .init("exec --prefix DB_ work/db -- ./migrate", "Give all fields, as DB_PASSWORD and so on"),
      .init("exec --env-file .env --pristine -- ./serve", "Give what a file lists, and no more"),
      .init("exec --stdin registry#token -- docker login --password-stdin", "Give a token to read"),
      .init("exec --fd KEYFILE=ssh/deploy -- sh -c 'ssh-add - < \"$KEYFILE\"'", "Give a file"),
      .init("exec --mask ci/db -- make test", "Keep the secrets out of the log"),
    ],
    parameters: [
      variables.parameter, files.parameter, prefix.parameter, isPristine.parameter,
      input.parameter, descriptors.parameter, mask.parameter, keys.parameter,
      commandLine.parameter,
    ], failureStatus: 125,
    statuses: [
      .init("125", "a failure of pwstore itself"),
      .init("126", "the command cannot be run"), .init("127", "there is no such command"),
      .init("other", "that of the command"),
    ], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let words = try arguments[commandLine]
    let mask = try arguments[mask]
    if case .github = mask, session.environment["GITHUB_ACTIONS"] != "true" {
      throw UsageError(
        "\"--mask=github\" prints the values for GitHub's runner, and this is none",
        hint: "use \"--mask\"")
    }
    var plan = ExecPlan(session.store(), prefix: try arguments[prefix] ?? "")
    for assignment in try arguments[variables] { try plan.add(assignment) }
    for assignment in try arguments[descriptors] { try plan.add(file: assignment) }
    for path in try arguments[files] { try plan.add(try EnvironmentFile(path)) }
    for key in try arguments[keys] { try plan.add(service: key) }
    guard arguments.count(of: input.parameter) < 2 else {
      throw UsageError("\"--stdin\" can be given once only")
    }
    if let reference = try arguments[input] { try plan.setInput(reference) }
    // Before a passphrase is asked for in vain.
    let file = try CommandNotRun.file(of: words[0], in: session.environment)
    let secrets = try plan.resolve()
    let command = try ExecCommand(file, words, secrets, isPristine: arguments[isPristine])
    switch mask {
    case nil:
      try session.output.flush()
      try command.replaceProcess()
    case .github:
      try GitHubMasks.write(secrets, in: session)
      try command.replaceProcess()
    case .own:
      let automaton = hide(secrets, in: session)
      try session.output.flush()
      try MaskedChild.end(as: try MaskedChild.run(command, hiding: automaton))
    }
  }

  private static func hide(_ secrets: ExecInput, in session: Session) -> PatternAutomaton {
    let values = MaskedValues()
    let shown = secrets.secrets.filter { !values.add($0.value.bytes) }.compactMap(\.name)
    warn(of: shown, in: session)
    return values.finish()
  }

  /// Tells which secrets are too short or too long to be hidden.
  static func warn(of names: [String], in session: Session) {
    guard !names.isEmpty else { return }
    session.warn(
      "not masked, since shorter than \(MaskedValues.shortest) bytes or longer than "
        + "\(MaskedValues.longest / 1024) KiB: "
        + names.joined(separator: ", "))
  }
}
