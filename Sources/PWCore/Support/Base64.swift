/// Bytes as text.
///
/// - Parameter bytes: The bytes, which are no secret.
/// - Returns: Letters, digits and signs of ASCII.
package func base64(_ bytes: borrowing Span<UInt8>) -> [UInt8] {
  var text: [UInt8] = []
  base64(bytes) { text.append($0) }
  return text
}

/// Turns bytes into text, character by character.
///
/// - Parameters:
///   - bytes: The bytes.
///   - append: Takes over each character.
///
/// The format is in RFC 4648, section 4.
package func base64(_ bytes: borrowing Span<UInt8>, _ append: (UInt8) -> Void) {
  let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  var start = 0
  while start < bytes.count {
    let count = min(3, bytes.count - start)
    var bits = 0
    for place in 0..<3 { bits = bits << 8 | (place < count ? Int(bytes[start + place]) : 0) }
    for place in 0..<4 {
      let value = bits >> (18 - 6 * place) & 63
      append(place > count ? UInt8(ascii: "=") : alphabet.utf8Start[value])
    }
    start += 3
  }
}

extension SecretBytes {
  /// Appends bytes as text.
  package mutating func append(base64 bytes: borrowing SecretBytes) {
    var text = SecretBytes(minimumCapacity: (bytes.count + 2) / 3 * 4 + 1)
    bytes.withBytes { base64($0) { text.append($0) } }
    append(text)
  }

  /// The bytes that a text in Base64 stands for; `nil` if it is none.
  ///
  /// As RFC 4648 has it in sections 3 and 4: no other characters, full padding.
  package borrowing func decodingBase64() -> SecretBytes? {
    withRawBytes { text in
      guard text.count % 4 == 0 else { return nil }
      let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
      var decoded = SecretBytes(minimumCapacity: text.count / 4 * 3 + 1)
      for start in stride(from: 0, to: text.count, by: 4) {
        let isLast = start + 4 == text.count
        var bits: UInt32 = 0
        for place in start..<(start + 4) {
          let isPadding = isLast && place >= text.count - padding
          guard let digit = isPadding ? 0 : Self.base64Digit(text[place]) else { return nil }
          bits = bits << 6 | digit
        }
        let count = isLast ? 3 - padding : 3
        // Bits that stand for nothing are none that we have written.
        guard bits & ((1 << (8 * UInt32(3 - count))) - 1) == 0 else { return nil }
        for place in 0..<count {
          decoded.append(UInt8(truncatingIfNeeded: bits >> (16 - 8 * place)))
        }
      }
      return decoded
    }
  }

  private static func base64Digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
