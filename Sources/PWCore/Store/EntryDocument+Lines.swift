// A document of lines, as .env files have them.
//
//   # A comment
//   mail/alice#username=alice
//   mail/alice#password="with \"quotes\", and\nlines"
//   export api/token='the whole entry'

/// A line of a document: a field of an entry, or the entry as a whole.
private struct DocumentLine {
  let assignment: AssignmentLines.Assignment
  let key: ServiceKey
  /// `nil` for the whole entry.
  let field: String?

  init(_ assignment: AssignmentLines.Assignment) throws {
    self.assignment = assignment
    let name = assignment.name
    let mark = name.lastIndex(of: UInt8(ascii: "#"))
    guard
      let field = String(validating: name[(mark.map { $0 + 1 } ?? name.count)...], as: UTF8.self)
    else {
      throw DocumentError.illegalLine(assignment.line, "the name of a field is UTF-8 text")
    }
    key = try ServiceKey(bytes: name[..<(mark ?? name.count)])
    self.field = field.isEmpty ? nil : field
  }
}

extension EntryDocument {
  /// Reads lines `KEY#FIELD=VALUE`, or `KEY=VALUE` for a whole entry; what else they
  /// may have is what .env files may have.
  ///
  /// The last `#` of a name stands before the field; with nothing behind it, the
  /// whole entry is meant.
  ///
  /// - Throws: ``DocumentError``; ``StoreError/Reason/illegalKey``.
  public init(lines: borrowing SecretBytes) throws {
    var keys: [ServiceKey] = []
    var parts: [ServiceKey: [DocumentLine]] = [:]
    for line in try Self.assignments(lines).map(DocumentLine.init) {
      if parts[line.key] == nil { keys.append(line.key) }
      let isKnown = parts[line.key]?.contains { $0.field == line.field } ?? false
      guard !isKnown else {
        throw DocumentError.illegalLine(
          line.assignment.line, "\(quoted(line.assignment.name)) is given a second time")
      }
      parts[line.key, default: []].append(line)
    }
    try self.init(try keys.map { key in (key.bytes, try Item(key, parts[key] ?? [])) })
  }

  private static func assignments(
    _ lines: borrowing SecretBytes
  ) throws(DocumentError) -> [AssignmentLines.Assignment] {
    do throws(AssignmentLines.Failed) {
      return try AssignmentLines.read(lines)
    } catch {
      throw .illegalLine(error.line, error.reason)
    }
  }
}

extension EntryDocument.Item {
  fileprivate init(_ key: ServiceKey, _ lines: [DocumentLine]) throws(DocumentError) {
    var writer = EntryWriter()
    var whole: SharedSecret?
    do throws(EntryError) {
      for line in lines {
        if let field = line.field {
          try writer.add(field, line.assignment.value.bytes.copy())
        } else {
          whole = line.assignment.value
        }
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
    var isWhole = bytes.isEmpty
    do throws(EntryError) {
      for field in try fields() {
        // The last "#" of a name stands before the field.
        if field.name.utf8.contains(UInt8(ascii: "#")) { isWhole = true }
        AssignmentLines.append(
          key.bytes + "#".utf8 + field.name.utf8, field.value.bytes, to: &lines)
        try writer.add(field.name, field.value.bytes.copy())
      }
    } catch {
      return nil
    }
    if !writer.text().isEqual(to: bytes) { isWhole = true }
    guard isWhole else { return lines }
    let mark = key.bytes.contains(UInt8(ascii: "#")) ? "#" : ""
    var whole = SecretBytes(minimumCapacity: bytes.count + bytes.count / 4 + 4096)
    AssignmentLines.append(key.bytes + mark.utf8, bytes, to: &whole)
    return whole
  }
}
