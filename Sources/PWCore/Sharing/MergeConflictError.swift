/// A merge that needs a person, so that nothing was changed.
public struct MergeConflictError: Failure {
  /// What both sides have changed, each in its own way.
  public let conflicts: [MergeConflict]

  /// How many there are, and where.
  public var description: String {
    let names = conflicts.map(\.name)
    let shown = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", ..." : "")
    let count = names.count == 1 ? "a conflict needs" : "\(names.count) conflicts need"
    return "\(count) a person, so nothing was changed: \(shown)"
  }

  /// ``ExitCode/conflict``.
  public var exitCode: ExitCode { .conflict }

  /// How to go on.
  public var hint: String? {
    "run it on a terminal to choose, or with --ours, --theirs, --both or --newest"
  }
}

extension MergeConflict {
  /// What it is about, in a few words for people.
  public var name: String {
    let suffix = ServiceKey.suffix
    let stem = printable(path.ends(with: suffix) ? path.dropLast(suffix.count) : path[...])
    return switch subject {
    case .field(let field): "\(stem) (\(printable(field)))"
    case .content, .name: stem
    }
  }
}
