/// The coding of bytes in URIs (RFC 3986, section 2.1).
enum PercentCoding {
  /// Calls `body` with each byte that `text` stands for.
  ///
  /// A percent sign without two digits stands for itself.
  ///
  /// - Parameters:
  ///   - text: A part of a URI.
  ///   - plusIsBlank: Whether a plus sign means a blank, as in the values of forms.
  ///   - body: Takes over a byte.
  static func forEachByte(
    of text: UnsafeRawBufferPointer, plusIsBlank: Bool, _ body: (UInt8) -> Void
  ) {
    var position = 0
    while position < text.count {
      let byte = text[position]
      if byte == UInt8(ascii: "%"), position + 2 < text.count,
        let high = digit(text[position + 1]), let low = digit(text[position + 2])
      {
        body(high << 4 | low)
        position += 3
      } else {
        body(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        position += 1
      }
    }
  }

  /// What a part of a URI stands for, as text; for what is no secret.
  static func text(of part: UnsafeRawBufferPointer, plusIsBlank: Bool) -> String {
    var bytes: [UInt8] = []
    forEachByte(of: part, plusIsBlank: plusIsBlank) { bytes.append($0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Text as a part of a URI: all but letters, digits and `-._~` is coded.
  static func encoded(_ text: String) -> [UInt8] {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    return text.utf8.flatMap { byte in
      plain.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 48
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 97 + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 65 + 10
    default: nil
    }
  }
}
