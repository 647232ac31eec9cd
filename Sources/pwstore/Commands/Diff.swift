import PWCore

enum Diff {
  static let reveal = Flag("reveal", "Show the values, too")
  static let json = Flag("json", "Print a JSON object")
  static let exitCode = Flag("exit-code", "End with status 1 if there is a difference")
  static let key = Positional(
    "KEY", completion: .entries, "The entry", read: serviceKey)
  static let old = Positional(
    optional: "OLD", completion: .revisions,
    "A revision; without, the one before the entry's last change",
    read: revision(of:))
  static let new = Positional(
    optional: "NEW", completion: .revisions,
    "A revision; without, what is in the store now", read: revision(of:))

  static let command = Command(
    name: "diff", summary: "Tell in which fields two versions of an entry differ", topic: .history,
    discussion: """
      A field that was added, removed or changed stands behind "+", "-" or "~". Values are hidden, \
      and of notes it is told how many lines were added and removed; --reveal shows values and \
      lines, the old ones behind "-" and the new ones behind "+". Of what is not text, the sizes \
      are told. Nothing is printed where the text is the same.

      \(Load.revisionHelp)

      With --json, the object has "key"; "from" and "to", the commits, which are null for an entry \
      that was not there yet and for what is in the store now; "same", a boolean; and "fields", an \
      array of objects with "name", "change" (added, removed or changed), and with --reveal "old" \
      and "new". If one of the two is not text, "fields" is null, and "sizes" has the numbers of \
      bytes.
      """,
    examples: [
      .init("diff mail/alice", "What the last change was"),
      .init("diff mail/alice HEAD~10 --reveal", "All since then, with the values"),
      .init("diff mail/alice v1 v2", "From one tag to another"),
    ],
    parameters: [
      reveal.parameter, json.parameter, exitCode.parameter, key.parameter, old.parameter,
      new.parameter,
    ], statuses: [.init("1", "with --exit-code, there is a difference")], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let key = try arguments[key]
    let (old, new) = (try arguments[old], try arguments[new])
    let store = session.store()
    let from = try old.map { try store.version(of: key, at: $0) } ?? store.previousVersion(of: key)
    let to = try new.map { try store.version(of: key, at: $0) } ?? store.presentVersion(of: key)
    let isReencrypted = from.exists && to.exists && !from.isSame(as: to)
    let before = try store.entry(from)
    let after = from.isSame(as: to) ? Entry(before.bytes.copy()) : try store.entry(to)
    let comparison = EntryComparison(before.bytes, after.bytes)
    if arguments[json] {
      var object = DiffObject(key, from, to, comparison, reveals: arguments[reveal])
      try session.output.write(try object.text(before, after))
    } else if comparison.isSame {
      if isReencrypted { session.note("\(key): only encrypted anew") }
    } else {
      try DiffText(session, reveals: arguments[reveal]).write(comparison, before, after)
    }
    if arguments[exitCode], !comparison.isSame || from.exists != to.exists {
      try session.output.flush()
      throw QuietEnd(.failure)
    }
  }
}
