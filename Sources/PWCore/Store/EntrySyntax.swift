/// The rules for the lines of an entry's text.
enum EntrySyntax {
  /// The name of the first line.
  static let password = "password"
  /// The name of all that is not in a field.
  static let notes = "notes"
  /// The line behind which all is notes.
  static let separator: StaticString = "---"
  /// The value that announces a block, and the line that ends one where the
  /// next line would be taken for a part of it.
  static let bar: StaticString = "|"
  /// What each line of a block begins with.
  static let indentation: StaticString = "  "

  /// Whether a plain line could lose the byte at an end of its value.
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }

  /// Whether there is nothing to see.
  static func isAllBlank(_ text: UnsafeRawBufferPointer) -> Bool { text.allSatisfy(isBlank) }

  /// The name in a line `name: value`; `nil` if it is not such a line.
  static func name(in line: UnsafeRawBufferPointer) -> Range<Int>? {
    guard let first = line.first, !isBlank(first) else { return nil }
    var start = 0
    while let colon = line.firstIndex(of: UInt8(ascii: ":"), in: start..<line.count) {
      start = colon + 1
      guard start < line.count, isSeparatorBlank(line[start]) else { continue }
      return colon > 0 && !isBlank(line[colon - 1]) ? 0..<colon : nil
    }
    return nil
  }

  /// The part of a line that is a value, without the blanks with which people
  /// align their values.
  static func trimmed(_ range: Range<Int>, of text: UnsafeRawBufferPointer) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSeparatorBlank(text[start]) { start += 1 }
    while start < end, isSeparatorBlank(text[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Whether a line can give a field this name.
  static func isLegal(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, let last = bytes.last, !isBlank(first), !isBlank(last),
      !bytes.contains(UInt8(ascii: "\n")), !bytes.contains(0)
    else { return false }
    return !zip(bytes, bytes.dropFirst()).contains {
      $0 == UInt8(ascii: ":") && isSeparatorBlank($1)
    }
  }

  /// Whether the first line can be this password.
  static func fitsFirstLine(_ password: UnsafeRawBufferPointer) -> Bool {
    password.last != UInt8(ascii: "\r") && !hasLineBreak(password)
  }

  /// Whether a field's line can hold this value; else it takes a block.
  static func fitsLine(_ value: UnsafeRawBufferPointer) -> Bool {
    guard let first = value.first, let last = value.last else { return true }
    return !isBlank(first) && !isBlank(last) && !hasLineBreak(value)
      && !value.matches(bar, in: 0..<value.count)
  }

  /// Whether notes can do without the line that sets them apart.
  ///
  /// - Parameters:
  ///   - notes: All notes.
  ///   - isAfterBlock: Whether a block comes right before.
  /// - Returns: Whether plain lines would be read as just these notes.
  static func areNotes(_ notes: UnsafeRawBufferPointer, isAfterBlock: Bool) -> Bool {
    guard !isAllBlank(notes), !(isAfterBlock && continuesBlock(notes)) else { return false }
    var start = 0
    while start <= notes.count {
      let end = notes.firstIndex(of: UInt8(ascii: "\n"), in: start..<notes.count) ?? notes.count
      if name(in: notes.part(start..<end)) != nil || notes.matches(separator, in: start..<end) {
        return false
      }
      start = end + 1
    }
    return true
  }

  /// Whether `text`, right after a block, would be taken for a part of it.
  static func continuesBlock(_ text: UnsafeRawBufferPointer, hasCRLF: Bool = false) -> Bool {
    if text.count >= 2, text.matches(indentation, in: 0..<2) { return true }
    guard text.first == UInt8(ascii: "|") else { return false }
    let rest = text.dropFirst()
    return rest.isEmpty || rest.starts(with: "\n".utf8)
      || (hasCRLF && rest.starts(with: "\r\n".utf8))
  }

  private static func isSeparatorBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func hasLineBreak(_ text: UnsafeRawBufferPointer) -> Bool {
    text.firstIndex(of: UInt8(ascii: "\n"), in: 0..<text.count) != nil
  }
}
