import PWCore

/// What the user is told of an error, and with which status the program ends.
///
///     pwstore: unknown option "--jsno"
///     pwstore: hint: did you mean "--json"?
///     usage: pwstore load [--json] KEY [FIELD]
struct ErrorReport {
  private(set) var lines: [String]
  let status: Int32

  /// Reports `error`.
  ///
  /// - Parameters:
  ///   - error: What was thrown.
  ///   - program: The program's name as it was called.
  ///   - choice: The command that was to run; `nil` if none was found.
  init(_ error: any Error, program: String, choice: CommandTable.Choice?) {
    let failure = error as? any Failure
    status = (failure?.exitCode ?? .failure).rawValue
    lines = ["\(program): \(failure?.description ?? printable("\(error)"))"]
    var hint = failure?.hint
    if let near = choice?.suggestion, status == ExitCode.notFound.rawValue || error is UsageError {
      hint = "did you mean the command \"\(near)\"?"
    }
    if let hint { lines.append("\(program): hint: \(hint)") }
    if error is UsageError {
      lines.append(choice?.command.usage(of: program) ?? "usage: \(program) COMMAND [ARGUMENT]...")
    }
  }

  /// The lines, each with its end.
  var bytes: [UInt8] { lines.flatMap { Array("\($0)\n".utf8) } }
}
