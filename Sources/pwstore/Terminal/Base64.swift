/// Bytes as text.
///
/// - Parameter bytes: The bytes, which are no secret.
/// - Returns: Letters, digits and signs of ASCII.
func base64(_ bytes: borrowing Span<UInt8>) -> [UInt8] {
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
func base64(_ bytes: borrowing Span<UInt8>, _ append: (UInt8) -> Void) {
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

/// Turns text back into bytes.
///
/// - Parameter text: Characters of either alphabet, with or without the padding.
/// - Returns: The bytes, which are no secret; `nil` if there is another character.
///
/// The formats are in RFC 4648, sections 4 and 5.
func bytes(ofBase64 text: some Sequence<UInt8>) -> [UInt8]? {
  var bytes: [UInt8] = []
  var (bits, count) = (0, 0)
  for character in text where character != UInt8(ascii: "=") {
    let value: Int
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = Int(character) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): value = Int(character) - 97 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = Int(character) - 48 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
    default: return nil
    }
    (bits, count) = ((bits << 6 | value) & 0xFFFF, count + 6)
    if count >= 8 {
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
  }
  return bytes
}
