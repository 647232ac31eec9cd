import PWCore

enum Exists {
  static let json = Flag("json", "Print a JSON object that tells which are there")
  static let words = Positional(
    repeated: "KEY[#FIELD]", atLeast: 1, completion: .references, "An entry, or a field of it"
  ) { $0 }

  static let command = Command(
    name: "exists", summary: "Tell by the status whether entries and fields are there",
    topic: .entries,
    discussion: """
      Says nothing. The status is 0 if all are there, and 3 if one is not. Only to look for a field \
      is an entry decrypted, once each; if that cannot be done, the status is 4. A folder is no \
      entry, and an entry that is not text has no fields.

      With --json, an object has the words as they were typed for names, and true or false for each; \
      the status is the same.
      """,
    examples: [
      .init("exists mail/alice && echo yes", "Whether there is such an entry"),
      .init("exists db#username db#password", "Whether it has both fields"),
    ],
    parameters: [json.parameter, words.parameter], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let words = try arguments[words]
    let store = session.store()
    let references = try words.map { try store.reference($0.bytes) }
    var answers = try references.map { try store.contains($0.key) }
    // For the status alone, nothing need be decrypted where an entry is missing.
    if arguments[json] || !answers.contains(false) {
      let needed = zip(references, answers).filter { $0.field != nil && $1 }.map(\.0.key)
      let entries = try store.load(needed)
      for (index, reference) in references.enumerated() where answers[index] {
        guard let field = reference.field else { continue }
        answers[index] = try Self.has(field, entries.entry(reference.key))
      }
    }
    if arguments[json] {
      var text = SecretBytes()
      text.append(UInt8(ascii: "{"))
      for (index, word) in words.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text.append(jsonName: word.bytes)
        text.append((answers[index] ? ":true" : ":false").utf8)
      }
      text.append("}\n".utf8)
      try session.output.write(text)
    }
    if answers.contains(false) { throw QuietEnd(.notFound) }
  }

  private static func has(_ field: String, _ entry: borrowing Entry) throws -> Bool {
    do throws(EntryError) {
      switch try entry.field(field) {
      case .some: return true
      case .none: return false
      }
    } catch {
      return false
    }
  }
}
