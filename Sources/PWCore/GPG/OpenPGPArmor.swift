/// OpenPGP's text form of binary data.
enum OpenPGPArmor {
  /// Decodes the first armoured message in `text`.
  ///
  /// The checksum is not looked at: it is optional, and shows nothing to
  /// someone who may have made it.
  ///
  /// - Parameters:
  ///   - text: Lines, with anything before the armour.
  ///   - kind: What the header says of the block.
  /// - Returns: The bytes, as many as there are before the first that is wrong;
  ///   `nil` if no such block begins in the text.
  ///
  /// The format is in RFC 9580, 6.2.
  static func decode(_ text: [UInt8], _ kind: String = "PGP MESSAGE") -> [UInt8]? {
    var lines = Lines(rest: text[...])
    let header = Array("-----BEGIN \(kind)-----".utf8)
    var found = false
    while !found, let line = lines.next() { found = line.elementsEqual(header) }
    guard found else { return nil }
    // Headers of the armour end at an empty line.
    while let line = lines.next(), !line.isEmpty {}

    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    while let line = lines.next() {
      if line.first == UInt8(ascii: "=") || line.first == UInt8(ascii: "-") { break }
      for character in line {
        guard let value = value(of: character) else { return bytes }
        bits = bits << 6 | UInt32(value)
        count += 6
        if count >= 8 {
          count -= 8
          bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
      }
    }
    return bytes
  }

  /// Decodes a text in which there is one armoured block, and no other of any kind.
  static func decodeOne(_ text: [UInt8], _ kind: String) -> [UInt8]? {
    var lines = Lines(rest: text[...])
    var count = 0
    while let line = lines.next() {
      if line.starts(with: "-----BEGIN ".utf8) { count += 1 }
    }
    return count == 1 ? decode(text, kind) : nil
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// The lines of a text, without the blanks and line ends behind them.
  private struct Lines {
    var rest: ArraySlice<UInt8>

    mutating func next() -> ArraySlice<UInt8>? {
      guard !rest.isEmpty else { return nil }
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      var line = rest[..<end]
      rest = rest[end...].dropFirst()
      while let last = line.last, last == 0x20 || last == 0x09 || last == 0x0D {
        line.removeLast()
      }
      return line
    }
  }
}
