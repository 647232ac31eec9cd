import PWCore

/// A way to write a value in quotes: those of JSON, or of a shell that says what it does.
enum EscapedForm: CaseIterable {
  /// JSON with as few escapes as there must be.
  case json
  /// JSON without characters beyond ASCII.
  case asciiJSON
  /// JSON that is safe within HTML, as Go makes it.
  case htmlJSON
  /// JSON with escaped slashes, as PHP makes it.
  case slashJSON
  /// A word in single quotes, as `set -x` shows it.
  case shell

  static let all = allCases

  /// The value in this form, without the quotes around it.
  func encode(_ value: Span<UInt8>) -> SecretBytes {
    var text = SecretBytes(minimumCapacity: value.count * 2)
    var index = 0
    while index < value.count {
      let byte = value[index]
      index += 1
      if self == .shell {
        if byte == UInt8(ascii: "'") { text.append(#"'\''"#.utf8) } else { text.append(byte) }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): text.append(#"\""#.utf8)
      case UInt8(ascii: "\\"): text.append(#"\\"#.utf8)
      case UInt8(ascii: "\n"): text.append(#"\n"#.utf8)
      case UInt8(ascii: "\r"): text.append(#"\r"#.utf8)
      case UInt8(ascii: "\t"): text.append(#"\t"#.utf8)
      case 8: text.append(#"\b"#.utf8)
      case 12: text.append(#"\f"#.utf8)
      case UInt8(ascii: "/") where self == .slashJSON: text.append(#"\/"#.utf8)
      case ..<0x20: Self.append(UInt16(byte), to: &text)
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
        if self == .htmlJSON { Self.append(UInt16(byte), to: &text) } else { text.append(byte) }
      case 0x80... where self == .asciiJSON || self == .slashJSON:
        index = Self.append(scalarAt: index - 1, of: value, to: &text)
      default: text.append(byte)
      }
    }
    return text
  }

  /// Appends the escapes of a character in UTF-8, and returns where the next one begins; a
  /// byte that is no such text stays.
  private static func append(
    scalarAt start: Int, of value: Span<UInt8>, to text: inout SecretBytes
  ) -> Int {
    let first = value[start]
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, start + count <= value.count else {
      text.append(first)
      return start + 1
    }
    var code = UInt32(first) & (0xFF >> UInt32(count + 1))
    for place in 1..<count { code = code << 6 | UInt32(value[start + place] & 0x3F) }
    guard let scalar = Unicode.Scalar(code) else {
      text.append(first)
      return start + 1
    }
    for unit in UTF16.encode(scalar) ?? .init() { append(unit, to: &text) }
    return start + count
  }

  private static func append(_ unit: UInt16, to text: inout SecretBytes) {
    let digits: StaticString = "0123456789abcdef"
    text.append(#"\u"#.utf8)
    for shift in [12, 8, 4, 0] { text.append(digits.utf8Start[Int(unit >> UInt16(shift)) & 15]) }
  }
}
