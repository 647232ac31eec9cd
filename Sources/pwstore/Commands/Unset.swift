import PWCore

enum Unset {
  static let key = Positional(
    "KEY", completion: .entries, "The entry to change", read: serviceKey)
  static let fields = Positional(
    repeated: "FIELD", atLeast: 1, completion: .fields, "A field to remove", read: text)

  static let command = Command(
    name: "unset", summary: "Remove fields from an entry, and leave all else of it as it is",
    topic: .entries,
    examples: [.init("unset mail/alice url", "Remove the URL")],
    parameters: [key.parameter, fields.parameter], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let key = try arguments[key]
    let fields = try arguments[fields]
    let list = fields.map { printable($0) }.joined(separator: ", ")
    try session.store().update(key, message: "Unset \(list) of \(key).") { entry in
      for field in fields where try !entry.remove(field) {
        throw StoreError.noSuchField(field, of: key)
      }
    }
  }
}
