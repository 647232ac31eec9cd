import PWCore

/// Tells a program in which fields two versions of an entry differ.
struct DiffObject {
  private let comparison: EntryComparison
  /// Whether values are shown.
  private let reveals: Bool
  private var members: [(name: String, value: JSONText)]

  init(
    _ key: ServiceKey, _ from: EntryVersion, _ to: EntryVersion, _ comparison: EntryComparison,
    reveals: Bool
  ) {
    (self.comparison, self.reveals) = (comparison, reveals)
    let commit = { (version: EntryVersion) -> JSONText in
      version.commit.map { .text($0.id) } ?? .null
    }
    members = [
      ("key", .string(key.bytes)), ("from", commit(from)), ("to", commit(to)),
      ("same", .boolean(comparison.isSame)),
    ]
  }

  /// The object, in one line.
  ///
  /// - Throws: ``EntryError``.
  mutating func text(
    _ old: borrowing Entry, _ new: borrowing Entry
  ) throws -> SecretBytes {
    guard comparison.areTexts else {
      let sizes = [old.bytes.count, new.bytes.count].map { JSONText.number($0) }
      members += [("fields", .null), ("sizes", .array(sizes))]
      return SecretBytes(JSONText.object(members).encoded(isIndented: false))
    }
    var text = SecretBytes(JSONText.object(members).encoded(isIndented: false).dropLast(2))
    text.append(#","fields":["#.utf8)
    for (index, field) in comparison.fields.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      // An entry knows how to write values as JSON without leaving copies behind.
      var object = Entry()
      try object.set("name", to: field.name)
      try object.set("change", to: field.kind.rawValue)
      if reveals {
        if field.kind != .added { try Self.add("old", field.name, of: old, to: &object) }
        if field.kind != .removed { try Self.add("new", field.name, of: new, to: &object) }
      }
      text.append(try object.json())
      text.removeLast()
    }
    text.append("]}\n".utf8)
    return text
  }

  private static func add(
    _ name: String, _ field: String, of entry: borrowing Entry, to object: inout Entry
  ) throws {
    switch try entry.field(field) {
    case .some(let value): try object.set(name, to: value)
    case .none: break
    }
  }
}
