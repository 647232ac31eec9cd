/// Lines `NAME=VALUE`, as .env files have them.
///
///     # a comment
///     export HOST=db.example.org
///     GREETING="two\nlines"    # and another one
///
/// - Blank lines do not count, nor does `export ` before a name. Names may have
///   quotes, too.
/// - In single quotes, all is as it stands. In double quotes, `\n`, `\r`, `\t`, `\"`,
///   `\\` and `\$` are what they are in C and in shells, and any other backslash is
///   itself. Both may go over several lines.
/// - A value without quotes goes to the end of its line, or to a `#` behind a blank,
///   without the blanks at its ends.
package struct AssignmentLines {
  /// What one of them says.
  package struct Assignment {
    package let name: [UInt8]
    package let value: SharedSecret
    /// The number of the line where it begins, from 1 on.
    package let line: Int
  }

  /// What is wrong with a line.
  ///
  /// Its text is not told: it may be a secret that has got there by mistake.
  package struct Failed: Error {
    package let line: Int
    package let reason: String

    package init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }
  }

  private let text: UnsafeRawBufferPointer
  private var position = 0
  private var line = 1

  private init(_ text: UnsafeRawBufferPointer) {
    self.text = text
    // The mark of UTF-8, which some editors write.
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Reads all lines of a text.
  ///
  /// - Throws: ``Failed``.
  package static func read(_ text: borrowing SecretBytes) throws(Failed) -> [Assignment] {
    try text.withRawBytes { (text) throws(Failed) in
      var lines = AssignmentLines(text)
      var assignments: [Assignment] = []
      while let assignment = try lines.readNext() { assignments.append(assignment) }
      return assignments
    }
  }

  private mutating func readNext() throws(Failed) -> Assignment? {
    while let byte = next {
      if byte == UInt8(ascii: "#") {
        skipLine()
      } else if Self.isBlank(byte) || Self.isLineBreak(byte) {
        skip()
      } else {
        return try readAssignment()
      }
    }
    return nil
  }

  private mutating func readAssignment() throws(Failed) -> Assignment {
    let line = line
    let export = Array("export".utf8)
    let word = text.part(position..<min(position + export.count + 1, text.count))
    if word.starts(with: export), word.last.map(Self.isBlank) ?? false {
      position += export.count
      skipBlanks()
    }
    let name = try readName()
    skipBlanks()
    let isQuoted = next.map(Self.isQuote) ?? false
    let value = isQuoted ? try readQuoted() : readPlain()
    let end = position
    skipBlanks()
    if let next, !Self.isLineBreak(next), next != UInt8(ascii: "#") || (isQuoted && position == end)
    {
      throw Failed(line: line, reason: "there is more behind the closing quotation mark")
    }
    skipLine()
    return Assignment(name: name, value: SharedSecret(value), line: line)
  }

  private mutating func readName() throws(Failed) -> [UInt8] {
    let line = line
    var name: [UInt8]
    if next.map(Self.isQuote) ?? false {
      name = try readQuoted().unprotected()
      skipBlanks()
    } else {
      let start = position
      while let byte = next, byte != UInt8(ascii: "="), !Self.isLineBreak(byte) { skip() }
      name = Array(text.part(start..<position))
      while let last = name.last, Self.isBlank(last) { name.removeLast() }
    }
    guard next == UInt8(ascii: "=") else {
      throw Failed(line: line, reason: "there is no \"=\" behind the name")
    }
    skip()
    return name
  }

  private mutating func readPlain() -> SecretBytes {
    let start = position
    while let byte = next, !Self.isLineBreak(byte) {
      let isComment = byte == UInt8(ascii: "#")
      if isComment, position == start || Self.isBlank(text[position - 1]) { break }
      skip()
    }
    var end = position
    while end > start, Self.isBlank(text[end - 1]) { end -= 1 }
    var value = SecretBytes()
    value.append(text.part(start..<end))
    return value
  }

  private mutating func readQuoted() throws(Failed) -> SecretBytes {
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
    guard next == quote else { throw Failed(line: start, reason: "a quotation mark is missing") }
    skip()
    return value
  }

  private mutating func skipBlanks() {
    while let byte = next, Self.isBlank(byte) { skip() }
  }

  private mutating func skipLine() {
    while let byte = next, !Self.isLineBreak(byte) { skip() }
  }

  private mutating func skip() {
    if next == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  private var next: UInt8? { position < text.count ? text[position] : nil }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Appends a line that says so, with its quotes.
  static func append(
    _ name: [UInt8], _ value: borrowing SecretBytes, to lines: inout SecretBytes
  ) {
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
