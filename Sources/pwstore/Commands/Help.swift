enum Help {
  static let subject = Positional(
    optional: "COMMAND", completion: .commands, "The command to explain; without, all of them"
  ) { $0 }

  static let command = Command(
    name: "help", summary: "Explain the program, or one command",
    examples: [.init("help load", "What \"load\" does and takes")],
    parameters: [subject.parameter], isPassVerb: true, run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let (program, width) = (session.program, session.terminal.width)
    guard let word = try arguments[subject] else {
      try session.output.write(HelpText.text(for: session.table, program: program, width: width))
      return
    }
    guard let command = word.text.flatMap(session.table.command) else {
      let near = word.text.flatMap { suggestion(for: $0, among: session.table.shownNames) }
      throw UsageError("unknown command \(word)", hint: near.map { "did you mean \"\($0)\"?" })
    }
    try session.explain(command)
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
