// A document of lines, as .env files have them.
//
//   # A comment
//   mail/alice#username=alice
//   mail/alice#password="with \"quotes\", and\nlines"
//   export api/token='the whole entry'

extension EntryDocument {
  /// Reads lines `KEY#FIELD=VALUE`, or `KEY=VALUE` for a whole entry.
  ///
  /// The last `#` of a name stands before the field; with nothing behind it, the
  /// whole entry is meant. A value goes to the end of its line; or it stands in
  /// single quotes as it is, or in double quotes with `\n`, `\r`, `\t`, `\"`, `\\`
  /// and `\$`, and may then go over several lines. Blank lines and those that begin
  /// with `#` do not count.
  ///
  /// - Throws: ``DocumentError``; ``StoreError/Reason/illegalKey``.
  public init(lines: borrowing SecretBytes) throws {
    let assignments = try lines.withRawBytes { text throws(DocumentError) in
      try EntryLines(text).assignments()
    }
    var keys: [ServiceKey] = []
    var parts: [ServiceKey: [EntryLines.Assignment]] = [:]
    for assignment in assignments {
      let key = try ServiceKey(bytes: assignment.key)
      if parts[key] == nil { keys.append(key) }
      let isKnown = parts[key]?.contains { $0.field == assignment.field } ?? false
      guard !isKnown else {
        throw DocumentError.illegalLine(
          assignment.line, "\(quoted(assignment.name)) is given a second time")
      }
      parts[key, default: []].append(assignment)
    }
    try self.init(try keys.map { key in (key.bytes, try Item(key, parts[key] ?? [])) })
  }
}

extension EntryDocument.Item {
  fileprivate init(_ key: ServiceKey, _ parts: [EntryLines.Assignment]) throws(DocumentError) {
    var writer = EntryWriter()
    var whole: SharedSecret?
    do throws(EntryError) {
      for part in parts {
        guard let field = part.field else {
          whole = part.value
          continue
        }
        try writer.add(field, part.value.bytes.copy())
      }
      self = try EntryDocument.Item(key, Entry(writer.text()), in: whole)
    } catch {
      throw .illegalEntry(key.bytes, error)
    }
  }
}

extension Entry {
  /// What the entry is in a document of lines.
  ///
  /// - Parameter key: Its key.
  /// - Returns: The lines, each with its end; `nil` if it is not text.
  public func documentLines(_ key: ServiceKey) -> SecretBytes? {
    var lines = SecretBytes(minimumCapacity: bytes.count + bytes.count / 4 + 4096)
    var writer = EntryWriter()
    do throws(EntryError) {
      for name in try fieldNames() {
        switch try field(name) {
        case .some(let value):
          EntryLines.append(key, name, value, to: &lines)
          try writer.add(name, value)
        case .none: break
        }
      }
    } catch {
      return nil
    }
    if !writer.text().isEqual(to: bytes) || bytes.isEmpty {
      EntryLines.append(key, "", bytes, to: &lines)
    }
    return lines
  }
}
