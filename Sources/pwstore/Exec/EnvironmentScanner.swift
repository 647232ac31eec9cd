import PWCore

/// Goes through the text of a `.env` file.
struct EnvironmentScanner {
  private let text: SharedSecret
  private var position = 0
  /// The number of the line, from 1 on.
  private(set) var line = 1

  /// Begins behind the mark of UTF-8, if there is one.
  init(_ text: SharedSecret) {
    self.text = text
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if mark.indices.allSatisfy({ byte(at: $0) == mark[$0] }) { position = mark.count }
  }

  /// The next byte; `nil` at the end.
  var next: UInt8? { byte(at: position) }

  private func byte(at place: Int) -> UInt8? {
    text.bytes.withBytes { place < $0.count ? $0[place] : nil }
  }

  /// Goes over a byte.
  mutating func advance() {
    if next == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  /// Goes over all of these bytes.
  mutating func skip(_ bytes: String) {
    while let next, bytes.utf8.contains(next) { advance() }
  }

  /// Goes to the end of the line.
  mutating func skipLine() {
    while let next, next != UInt8(ascii: "\n") { advance() }
  }

  /// Reads up to a blank, `=` or the end of the line.
  mutating func word() -> [UInt8] {
    var word: [UInt8] = []
    while let next, !" \t\r\n=".utf8.contains(next) {
      word.append(next)
      advance()
    }
    return word
  }

  /// Reads a value; `nil` if its quotes are not closed.
  mutating func value() -> SharedSecret? {
    switch next {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): quotedValue()
    default: plainValue()
    }
  }

  /// Whether nothing stands behind the value but a comment.
  mutating func isAtEndOfValue() -> Bool {
    let start = position
    skip(" \t\r")
    guard let next, next != UInt8(ascii: "\n") else { return true }
    return next == UInt8(ascii: "#") && position > start
  }

  private mutating func quotedValue() -> SharedSecret? {
    let quote = next
    let hasEscapes = quote == UInt8(ascii: "\"")
    var value = SecretBytes()
    advance()
    while let byte = next, byte != quote {
      advance()
      guard hasEscapes, byte == UInt8(ascii: "\\"), let escaped = next else {
        value.append(byte)
        continue
      }
      advance()
      switch escaped {
      case UInt8(ascii: "n"): value.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): value.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "t"): value.append(UInt8(ascii: "\t"))
      default: value.append(escaped)
      }
    }
    guard next == quote else { return nil }
    advance()
    return SharedSecret(value)
  }

  /// Up to the end of the line, or a comment behind a blank; without blanks at its end.
  private mutating func plainValue() -> SharedSecret {
    var value = SecretBytes()
    var blanks: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\n") {
      if " \t\r".utf8.contains(byte) {
        blanks.append(byte)
      } else {
        if byte == UInt8(ascii: "#"), value.isEmpty || !blanks.isEmpty { break }
        value.append(blanks)
        blanks = []
        value.append(byte)
      }
      advance()
    }
    skipLine()
    return SharedSecret(value)
  }
}
