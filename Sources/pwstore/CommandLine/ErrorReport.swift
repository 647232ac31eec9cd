import PWCore

/// What the user is told of an error, and with which status the program ends.
///
///     pwstore: unknown option "--jsno"
///     pwstore: hint: did you mean "--json"?
///     usage: pwstore load [--json] KEY [FIELD]
///
/// With `--json`, it is one line for programs:
///
///     {"error":{"status":3,"reason":"no-such-entry","message":"...",...}}
struct ErrorReport {
  private(set) var lines: [String]
  let status: Int32
  /// The same for programs.
  let json: JSONText

  /// Reports `error`.
  ///
  /// - Parameters:
  ///   - error: What was thrown.
  ///   - program: The program's name as it was called.
  ///   - choice: The command that was to run; `nil` if none was found.
  init(_ error: any Error, program: String, choice: CommandTable.Choice?) {
    let failure = error as? any Failure
    let code = failure?.exitCode ?? .failure
    lines =
      error is PassError
      ? [failure?.description ?? ""]
      : ["\(program): \(failure?.description ?? printable("\(error)"))"]
    var hint = failure?.hint
    if let near = choice?.suggestion, code == .notFound || error is UsageError {
      hint = "did you mean the command \"\(near)\"?"
    }
    // Pass answers all its own failures with 1, and gpg's with gpg's status.
    let isPass = program == "pass" && choice?.command.isPassVerb ?? true
    let isDecryption = (error as? StoreError)?.reason == .decryption
    let ownStatus = (isPass && !isDecryption ? .failure : code).rawValue
    status = (error as? CommandNotRun)?.status ?? choice?.command.failureStatus ?? ownStatus
    // The library names the command as it is mostly called.
    let shown = hint?.replacing("\"pwstore ", with: "\"\(program) ")
    let reason = ErrorReason(error)
    json = .object([
      (
        "error",
        .object([
          ("status", .number(Int(status))), ("reason", .text(reason.word)),
          ("message", .text(failure?.description ?? printable("\(error)"))),
          ("key", reason.key.map { .string($0) } ?? .null),
          ("field", reason.field.map { .text($0) } ?? .null),
          ("hint", shown.map { .text($0) } ?? .null),
        ])
      )
    ])
    if let shown { lines.append("\(program): hint: \(shown)") }
    if error is UsageError {
      lines.append(choice?.command.usage(of: program) ?? "usage: \(program) COMMAND [ARGUMENT]...")
    }
  }

  /// The lines, each with its end.
  var bytes: [UInt8] { lines.flatMap { Array("\($0)\n".utf8) } }
}
