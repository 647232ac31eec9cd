import PWCore

enum SetFields {
  static let key = Positional(
    "KEY", completion: .entries, "The entry to change", read: serviceKey)
  static let fields = Positional(
    repeated: FieldAssignment.notation, atLeast: 1, completion: .assignments,
    "A field; its value is asked for, or given, or read from standard input or a file",
    read: FieldAssignment.init)

  static let command = Command(
    name: "set", summary: "Set some fields of an entry, and leave all else of it as it is",
    topic: .entries,
    discussion: """
      Values are given as to "save". Setting what is set already changes nothing, and makes no \
      commit.

      \(Save.ifRevisionHelp)
      """,
    examples: [
      .init("set mail/alice password", "Ask for a new password"),
      .init("set mail/alice url=https://mail.example.org", "Set the URL"),
    ],
    parameters: [Save.ifRevision.parameter, key.parameter, fields.parameter], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let key = try arguments[key]
    let fields = try arguments[fields]
    let expected = try arguments[Save.ifRevision]
    let store = session.store()
    if let expected { try store.check(key, expected) }
    _ = try store.ciphertext(of: key)
    // Nobody shall type a value in vain.
    if fields.contains(where: \.asks) { try store.refuseUnfinished(key.folder) }
    let values = try FieldAssignment.values(of: fields, in: session)
    let message = "Set \(values.list) of \(key)."
    if let expected {
      try store.update(key, ifStill: expected, message: message) { try values.set(in: &$0) }
    } else {
      try store.update(key, message: message) { try values.set(in: &$0) }
    }
  }
}
