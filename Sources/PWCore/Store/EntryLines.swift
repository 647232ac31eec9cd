/// Lines `NAME=VALUE`, as shells and .env files have them.
///
/// - Blank lines, and those that begin with `#`, do not count; `export ` before a
///   name does not either.
/// - In single quotes, all is as it stands. In double quotes, `\n`, `\r`, `\t`,
///   `\"`, `\\` and `\$` are what they are in C and in shells, and any other
///   backslash is itself. Both may go over several lines.
/// - A value without quotes goes to the end of its line, without the blanks at
///   its ends.
/// - Names may have quotes, too.
struct EntryLines {
  /// What one of them says.
  struct Assignment {
    /// The whole name as it is written.
    let name: [UInt8]
    let key: ArraySlice<UInt8>
    /// `nil` for the whole entry.
    let field: String?
    let value: SharedSecret
    let line: Int
  }

  private let text: UnsafeRawBufferPointer
  private var position = 0
  private var line = 1

  /// Starts reading `text`, which must outlive the reader.
  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// Reads all.
  ///
  /// - Throws: ``DocumentError/illegalLine(_:_:)``.
  consuming func assignments() throws(DocumentError) -> [Assignment] {
    var assignments: [Assignment] = []
    while true {
      while let byte = next, Self.isBlank(byte) || Self.isLineBreak(byte) { skip() }
      guard let byte = next else { return assignments }
      if byte == UInt8(ascii: "#") {
        while let byte = next, !Self.isLineBreak(byte) { skip() }
      } else {
        assignments.append(try readAssignment())
      }
    }
  }

  private mutating func readAssignment() throws(DocumentError) -> Assignment {
    let line = line
    let export = Array("export".utf8)
    let word = text.part(position..<min(position + export.count + 1, text.count))
    if word.starts(with: export), word.last.map(Self.isBlank) ?? false {
      for _ in export { skip() }
      skipBlanks()
    }
    let name = try readName()
    skipBlanks()
    let value = try readValue()
    skipBlanks()
    guard next.map(Self.isLineBreak) ?? true else {
      throw .illegalLine(self.line, "something stands behind the closing quote")
    }
    let mark = name.lastIndex(of: UInt8(ascii: "#"))
    let field = mark.map { name[($0 + 1)...] } ?? []
    guard let field = String(validating: field, as: UTF8.self) else {
      throw .illegalLine(line, "the name of a field is UTF-8 text")
    }
    return Assignment(
      name: name, key: name[..<(mark ?? name.count)], field: field.isEmpty ? nil : field,
      value: SharedSecret(value), line: line)
  }

  private mutating func readName() throws(DocumentError) -> [UInt8] {
    let line = line
    var name: [UInt8]
    if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
      name = try readQuoted().unprotected()
      skipBlanks()
    } else {
      let start = position
      while let byte = next, byte != UInt8(ascii: "="), !Self.isLineBreak(byte) { skip() }
      name = Array(text.part(start..<position))
      while let last = name.last, Self.isBlank(last) { name.removeLast() }
    }
    // The text of the line may be a secret that has got here by mistake.
    guard next == UInt8(ascii: "=") else { throw .illegalLine(line, "it has no \"=\"") }
    skip()
    return name
  }

  private mutating func readValue() throws(DocumentError) -> SecretBytes {
    if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") { return try readQuoted() }
    let start = position
    while let byte = next, !Self.isLineBreak(byte) { skip() }
    var end = position
    while end > start, Self.isBlank(text[end - 1]) { end -= 1 }
    var value = SecretBytes()
    value.append(text.part(start..<end))
    return value
  }

  private mutating func readQuoted() throws(DocumentError) -> SecretBytes {
    let (start, quote) = (line, next)
    var value = SecretBytes()
    skip()
    while let byte = next, byte != quote {
      skip()
      guard byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), let escaped = next else {
        value.append(byte)
        continue
      }
      switch escaped {
      case UInt8(ascii: "n"): value.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): value.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "t"): value.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"): value.append(escaped)
      default:
        value.append(byte)
        value.append(escaped)
      }
      skip()
    }
    guard next == quote else { throw .illegalLine(start, "its quote is not closed") }
    skip()
    return value
  }

  private mutating func skipBlanks() {
    while let byte = next, Self.isBlank(byte) { skip() }
  }

  private mutating func skip() {
    if next == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  private var next: UInt8? { position < text.count ? text[position] : nil }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Appends a line that gives a field, or with an empty name the whole entry, its
  /// value.
  static func append(
    _ key: ServiceKey, _ field: String, _ value: borrowing SecretBytes, to lines: inout SecretBytes
  ) {
    var name = key.bytes
    if !field.isEmpty || name.contains(UInt8(ascii: "#")) { name += "#".utf8 + Array(field.utf8) }
    let isPlain = name.allSatisfy { byte in
      byte > UInt8(ascii: " ") && ![UInt8(ascii: "="), UInt8(ascii: "\"")].contains(byte)
    }
    let begins = name.first.map { Array("#'{[".utf8).contains($0) } ?? false
    if isPlain, !begins {
      lines.append(name)
    } else {
      name.withUnsafeBytes { append(quoted: $0, to: &lines) }
    }
    lines.append(UInt8(ascii: "="))
    value.withRawBytes { append(quoted: $0, to: &lines) }
    lines.append(UInt8(ascii: "\n"))
  }

  private static func append(quoted value: UnsafeRawBufferPointer, to lines: inout SecretBytes) {
    lines.append(UInt8(ascii: "\""))
    for byte in value {
      switch byte {
      case UInt8(ascii: "\n"): lines.append(#"\n"#.utf8)
      case UInt8(ascii: "\r"): lines.append(#"\r"#.utf8)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"):
        lines.append(UInt8(ascii: "\\"))
        lines.append(byte)
      default: lines.append(byte)
      }
    }
    lines.append(UInt8(ascii: "\""))
  }
}
