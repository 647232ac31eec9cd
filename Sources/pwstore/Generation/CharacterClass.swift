/// A kind of characters of which a password can be asked to have some.
///
/// No character is in two of them. What is in none, such as the bytes of "é", can
/// be in a set all the same.
enum CharacterClass: String, CaseIterable, Sendable {
  case lower, upper, digits, symbols

  /// What it is called in a sentence.
  var words: String {
    switch self {
    case .lower: "lower-case letters"
    case .upper: "upper-case letters"
    case .digits: "digits"
    case .symbols: "symbols"
    }
  }

  /// The characters, in the order of ASCII.
  var characters: [UInt8] { (0x21...0x7E).filter(contains) }

  /// Whether a character belongs to it.
  func contains(_ byte: UInt8) -> Bool { Self.of(byte) == self }

  /// The class to which a character belongs.
  static func of(_ byte: UInt8) -> CharacterClass? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): .lower
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): .upper
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digits
    case 0x21...0x7E: .symbols
    default: nil
    }
  }
}
