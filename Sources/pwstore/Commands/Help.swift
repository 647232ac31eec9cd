import PWCore

enum Help {
  static let all = Flag("all", "a", "Show every command with its options, and what else counts")
  static let manual = Flag("man", "Print the manual page, as mdoc(7) for man, mandoc or groff")
  static let subject = Positional(
    optional: "COMMAND", completion: .commands, "The command to explain; without, all of them"
  ) { $0 }

  static let command = Command(
    name: "help", summary: "Explain the program, or one command",
    discussion: """
      A command is explained by its --help, too. The manual pages say the same and more; they are \
      called pwstore(1), and pwstore-load(1) for "load".
      """,
    examples: [
      .init("help load", "What \"load\" does and takes"),
      .init("help --all | less", "Everything at once"),
      .init("help --man load | man -l -", "The manual page, installed or not"),
    ],
    parameters: [all.parameter, manual.parameter, subject.parameter], isPassVerb: true, run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let (table, program, width) = (session.table, session.program, session.terminal.width)
    if arguments[all], arguments[manual] {
      throw UsageError("\"--all\" and \"--man\" do not go together")
    }
    guard let word = try arguments[subject] else {
      let text =
        if arguments[manual] {
          ManualPage.source(for: table)
        } else if arguments[all] {
          HelpText.everything(in: table, program: program, width: width)
        } else {
          HelpText.text(for: table, program: program, width: width)
        }
      try session.output.write(text)
      return
    }
    if arguments[all] { throw UsageError("\"--all\" is for all commands, not for \(word)") }
    guard let command = word.text.flatMap(table.command) else {
      if let other = try Extension(word, in: session) {
        throw UsageError(
          "\(word) is an extension", hint: "try \"\(program) \(printable(other.name)) --help\"")
      }
      let names = table.shownWords + Extension.names(in: session)
      let near = word.text.flatMap { suggestion(for: $0, among: names) }
      throw UsageError("unknown command \(word)", hint: near.map { "did you mean \"\($0)\"?" })
    }
    if arguments[manual] {
      try session.output.write(ManualPage.source(for: command, in: table))
    } else {
      try session.explain(command)
    }
  }
}

extension Session {
  /// Outputs the help for a command.
  ///
  /// - Throws: ``StreamError``.
  func explain(_ command: Command) throws(StreamError) {
    try output.write(HelpText.text(for: command, program: program, width: terminal.width))
  }
}
