import Glibc
import PWCore

/// Runs one command line, and tells how it ended.
struct Program {
  let session: Session
  /// Whether the program's parent wants no signal from broken pipes.
  var ignoresBrokenPipes = false

  /// Runs the command that `words` call for.
  ///
  /// - Parameter words: What stands behind the program's name.
  /// - Returns: The exit status. Does not return if standard output's reader has
  ///   gone: the process then ends by the signal, as `cat` does.
  func run(_ words: [Argument]) -> Int32 {
    var choice: CommandTable.Choice?
    // The word that is no command's name.
    var unknown: Argument?
    do {
      let chosen = try session.table.choose(words, calling: session.program)
      choice = chosen
      if let position = chosen.bareWord {
        // What stands before the word are options of the program's own.
        let own = try ArgumentParser.parse(
          words[..<position], as: GlobalOptions.parameters)
        let session = try session.following(own)
        if let command = try Extension(words[position], in: session) {
          try command.run(words[(position + 1)...], in: session)
        }
        unknown = words[position]
      }
      let arguments = try ArgumentParser.parse(
        chosen.words, as: chosen.command.parameters + GlobalOptions.parameters)
      let session = try session.following(arguments)
      if arguments[GlobalOptions.help] {
        try session.explain(chosen.command)
      } else {
        let session =
          chosen.command.neverUnlocks ? session : try session.unlocked(by: arguments)
        try chosen.command.run(arguments, session)
        try session.output.finish()
        session.sequel.run(in: session)
      }
      try session.output.finish()
      return ExitCode.success.rawValue
    } catch {
      if choice?.suggestion == nil, let word = unknown?.text {
        choice?.suggestion = suggestion(for: word, among: Extension.names(in: session))
      }
      return end(
        with: error, of: choice, asJSON: Self.wants("json", words, choice),
        isForShell: choice?.command.name == CI.command.name
          && Self.wants(CI.printing.parameter.name, words, choice))
    }
  }

  /// Reports an error, and decides on the exit status.
  private func end(
    with error: any Error, of choice: CommandTable.Choice?, asJSON: Bool, isForShell: Bool
  ) -> Int32 {
    // What a command had to say before it failed is still worth hearing.
    var error = error
    do { try session.output.finish() } catch let failure {
      if isBrokenPipe(failure) { error = failure }
    }
    if let end = error as? QuietEnd { return end.status }
    if isBrokenPipe(error), !ignoresBrokenPipes { dieOfBrokenPipe() }
    let report = ErrorReport(error, program: session.program, choice: choice)
    if isForShell {
      // A shell that evals what we print does not see our own status.
      try? Output.writeAll(Array("(exit \(report.status))\n".utf8).span, to: 1)
    }
    Output.writeMessage(asJSON ? report.json.encoded(isIndented: false) : report.bytes)
    return report.status
  }

  /// Whether an option that tells who reads the output is among the options, even if
  /// these are not understood.
  private static func wants(
    _ option: String, _ words: [Argument], _ choice: CommandTable.Choice?
  ) -> Bool {
    let command = choice?.command
    // The words are another program's, but for one that stands first.
    if let command, command.takesWordsAsTheyAre {
      return command.parameters.contains { $0.name == option }
        && choice?.words.drop { $0 == "--" }.first?.text == "--\(option)"
    }
    let table = OptionTable((command?.parameters ?? []) + GlobalOptions.parameters)
    return words.prefix { $0 != "--" }.contains { word in
      guard let name = word.text, name.hasPrefix("--") else { return false }
      return name == "--\(option)"
        || (try? table.option(long: String(name.dropFirst(2))))?.name == option
    }
  }

  private func isBrokenPipe(_ error: any Error) -> Bool {
    (error as? StreamError) == StreamError(stream: .output, code: EPIPE)
  }

  private func dieOfBrokenPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    exit(128 + SIGPIPE)
  }
}

/// Ends the program with a status and not a word: all has been said, by a child
/// or by the user who declined.
struct QuietEnd: Error {
  let status: Int32

  init(_ status: Int32) { self.status = status }

  init(_ code: ExitCode) { status = code.rawValue }
}
