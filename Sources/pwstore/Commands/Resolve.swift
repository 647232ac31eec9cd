import PWCore

enum Resolve {
  static let json = Flag("json", "Print what was resolved, or the conflicts, as a JSON object")
  static let keys = Positional(
    repeated: "KEY", completion: .entries, "An entry; without, all that have conflicts",
    read: serviceKey)

  static let command = Command(
    name: "resolve", summary: "Resolve what a merge of git's has left open", topic: .sharing,
    discussion: """
      "git pull", "git merge", "git rebase", "git cherry-pick" and "git stash pop" merge entries \
      by themselves where each side has changed other fields. Where both have changed the same \
      field, git stops, and this command settles it: on a terminal you are asked for each such \
      field; else an option says how to choose, or nothing is changed, the conflicts are listed, \
      and the status is 7. An entry that one side has deleted and the other has changed is kept.

      What is settled is encrypted, put in its place and staged. You are told how to conclude what \
      git has begun. As in git, "ours" is what is checked out: during a rebase that is what you \
      rebase onto, and "theirs" are your own commits.

      With --json, the object has "resolved", the keys, and "conflicts", each with "key", "field" \
      (null for an entry that is not text), "ours" and "theirs" (with "author" and "date").
      """,
    examples: [
      .init("resolve", "Choose for each conflict"),
      .init("resolve mail/alice --both", "Keep both values of one entry"),
      .init("resolve --newest", "The later change counts"),
    ],
    parameters: ConflictOptions.parameters + [json.parameter, keys.parameter], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let keys = try arguments[keys]
    let isJSON = arguments[json]
    let decide = try ConflictOptions.decision(arguments, in: session, asks: !isJSON)
    let report: ResolutionReport
    do {
      report = try session.store().resolve(keys, decide)
    } catch let error as MergeConflictError {
      for line in error.conflicts.flatMap(\.lines) { session.note(line) }
      if isJSON { try write([], error.conflicts, in: session) }
      throw error
    }
    for remark in report.remarks { session.warn(remark) }
    for key in report.resolved { session.note("\(key): resolved") }
    if keys.isEmpty, report.resolved.isEmpty { session.note("no entry has a conflict") }
    if !report.remaining.isEmpty {
      let names = report.remaining.map { quoted($0) }.joined(separator: ", ")
      session.note("there are still conflicts in \(names)")
    }
    if let command = report.continuation {
      let shown = command.replacing("pwstore git", with: "\(session.program) git")
      session.note("conclude it with \"\(shown)\"")
    }
    if isJSON { try write(report.resolved, [], in: session) }
  }

  private static func write(
    _ resolved: [ServiceKey], _ conflicts: [MergeConflict], in session: Session
  ) throws {
    let object = JSONText.object([
      ("resolved", .array(resolved.map { .string($0.bytes) })),
      ("conflicts", .array(conflicts.map(\.json))),
    ])
    try session.output.write(object.encoded())
  }
}
