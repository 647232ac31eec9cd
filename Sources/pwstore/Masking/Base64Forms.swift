import PWCore

/// What stands for a value in the base64 of a text that has it somewhere.
///
/// Where the value begins in a group of three bytes makes three forms. The characters
/// that depend on what is before or behind are left out, unless the text ends there.
struct Base64Forms: ~Copyable {
  private var text = SecretBytes()
  /// The characters that depend on nothing but the value.
  private let determined: Range<Int>
  private let offset: Int
  /// The lengths of lines that encoders make: those of MIME, and of PEM.
  private static let lineLengths = [76, 64]

  /// Encodes a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - offset: How many bytes of its first group stand before it: 0, 1 or 2.
  init(_ value: Span<UInt8>, behind offset: Int) {
    var padded = SecretBytes(minimumCapacity: value.count + offset)
    for _ in 0..<offset { padded.append(0) }
    padded.append(value)
    determined = (offset * 8 + 5) / 6..<(offset + value.count) * 8 / 6
    self.offset = offset
    padded.withBytes { bytes in base64(bytes) { text.append($0) } }
  }

  /// Adds the forms in both alphabets of base64.
  func add(to automaton: PatternAutomaton) {
    var other = SecretBytes(minimumCapacity: text.count)
    text.withBytes { text in
      for index in text.indices {
        switch text[index] {
        case UInt8(ascii: "+"): other.append(UInt8(ascii: "-"))
        case UInt8(ascii: "/"): other.append(UInt8(ascii: "_"))
        default: other.append(text[index])
        }
      }
      add(text, to: automaton)
    }
    other.withBytes { add($0, to: automaton) }
  }

  private func add(_ text: Span<UInt8>, to automaton: PatternAutomaton) {
    var unpadded = text.count
    while unpadded > 0, text[unpadded - 1] == UInt8(ascii: "=") { unpadded -= 1 }
    for end in Set([determined.upperBound, unpadded, text.count])
    where end > determined.lowerBound {
      automaton.add(text.extracting(determined.lowerBound..<end))
      // In lines, if the value is the beginning of what is encoded.
      guard offset == 0 else { continue }
      for length in Self.lineLengths where end > length {
        for start in stride(from: 0, to: end, by: length) {
          automaton.add(text.extracting(start..<min(start + length, end)))
        }
      }
    }
  }
}
