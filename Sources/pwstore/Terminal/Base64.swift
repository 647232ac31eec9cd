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
