import PWCore

/// Asks a person how a conflict is to end.
struct ConflictPrompt {
  private let session: Session

  /// Asks at the terminal of a session.
  init(_ session: Session) { self.session = session }

  /// Shows a conflict, without its values unless they are asked for, and asks
  /// until there is a choice.
  ///
  /// - Throws: ``GivenUp``, ``PromptError``, or ``StreamError``.
  func choose(_ conflict: MergeConflict) throws -> MergeChoice {
    var text = lines(of: conflict, revealing: false)
    while true {
      let answer: String
      do {
        answer = try session.prompt().ask("\(text)\(question(for: conflict)) ")
      } catch PromptError.cancelled {
        throw GivenUp()
      }
      text = ""
      switch answer.lowercased() {
      case "o", "ours": return .ours
      case "t", "theirs": return .theirs
      case "b", "both": return .both
      case "n", "newest": return conflict.newest
      case "s", "show": text = lines(of: conflict, revealing: true)
      case "e", "edit":
        guard case .field(let name) = conflict.subject else { continue }
        let value = try session.prompt().askSecret("New value for \(printable(name)): ")
        return .value(SharedSecret(value))
      case "q", "quit": throw GivenUp()
      default: continue
      }
    }
  }

  private func question(for conflict: MergeConflict) -> String {
    let keys =
      switch conflict.subject {
      case .field: "[o]urs, [t]heirs, [b]oth, [n]ewest, [s]how, [e]dit, [q]uit:"
      case .content: "[o]urs, [t]heirs, [b]oth, [n]ewest, [s]how, [q]uit:"
      case .name: "[o]urs, [t]heirs, [b]oth, [n]ewest, [q]uit:"
      }
    return keys
  }

  private func lines(of conflict: MergeConflict, revealing: Bool) -> String {
    var lines = conflict.lines
    if case .name = conflict.subject { return lines.map { "\($0)\n" }.joined() }
    lines[1] += ": \(Self.text(of: conflict.ours, revealing: revealing))"
    lines[2] += ": \(Self.text(of: conflict.theirs, revealing: revealing))"
    return lines.map { "\($0)\n" }.joined()
  }

  /// A side's value; one of several lines begins on a line of its own.
  private static func text(of side: MergeConflict.Version, revealing: Bool) -> String {
    guard let value = side.value else { return "(removed)" }
    guard revealing else { return "(hidden)" }
    return value.bytes.withBytes { bytes in
      bytes.withUnsafeBytes { bytes in
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.count < 2 { return printable(bytes) }
        return lines.map { "\n    \(printable($0))" }.joined()
      }
    }
  }
}

/// The user does not want to choose now.
struct GivenUp: Failure {
  let description = "given up, so nothing was changed"
  let exitCode = ExitCode.conflict
  let hint: String? = nil
}
