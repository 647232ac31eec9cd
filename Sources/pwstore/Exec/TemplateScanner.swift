/// Goes through a template from place to place.
struct TemplateScanner {
  /// A place for a secret.
  struct Place {
    /// From the first brace to behind the last one.
    let range: Range<Int>
    let line: Int
    /// What stands behind `pw:`, without blanks around it; `nil` if no braces close it.
    let content: Range<Int>?
  }

  private var position = 0
  private var line = 1

  private static let opening = UInt8(ascii: "{")
  private static let closing = UInt8(ascii: "}")
  private static let mark = Array("pw:".utf8)

  /// The next place; `nil` if there is none.
  mutating func nextPlace(in text: Span<UInt8>) -> Place? {
    while position + 1 < text.count {
      guard text[position] == Self.opening, text[position + 1] == Self.opening,
        let start = Self.behindMark(text, position + 2)
      else {
        if text[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
        continue
      }
      let first = position
      guard let end = Self.end(text, start) else {
        // Nothing else in the line is closed either.
        position = start
        while position < text.count, text[position] != UInt8(ascii: "\n") { position += 1 }
        return Place(range: first..<start, line: line, content: nil)
      }
      position = end + 2
      return Place(range: first..<position, line: line, content: Self.trimmed(start..<end, text))
    }
    return nil
  }

  /// Where a reference begins; `nil` if none is there.
  private static func behindMark(_ text: Span<UInt8>, _ start: Int) -> Int? {
    var position = start
    while position < text.count, isBlank(text[position]) { position += 1 }
    guard position + mark.count <= text.count,
      mark.indices.allSatisfy({ text[position + $0] == mark[$0] })
    else { return nil }
    return position + mark.count
  }

  /// Where the closing braces are; `nil` if there are none in the line.
  private static func end(_ text: Span<UInt8>, _ start: Int) -> Int? {
    var position = start
    while position + 1 < text.count, text[position] != UInt8(ascii: "\n") {
      if text[position] == closing, text[position + 1] == closing { return position }
      position += 1
    }
    return nil
  }

  private static func trimmed(_ range: Range<Int>, _ text: Span<UInt8>) -> Range<Int> {
    var range = range
    while let first = range.first, isBlank(text[first]) { range.removeFirst() }
    while let last = range.last, isBlank(text[last]) { range.removeLast() }
    return range
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
