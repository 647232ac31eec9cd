import PWCore

/// A way to write a value in a URL or a form.
struct PercentForm {
  /// What stays as it is, besides letters and digits.
  private let safe: [UInt8]
  private let digits: StaticString
  /// Whether a blank becomes `+`.
  private let hasPlus: Bool

  /// All forms that are in use, each with digits of both cases.
  ///
  /// Those of RFC 3986, of Python's `quote`, of JavaScript's two functions; and of forms,
  /// as browsers and Java send them, or strictly.
  static let all: [PercentForm] = ["0123456789ABCDEF", "0123456789abcdef"].flatMap {
    (digits: StaticString) in
    [
      ("-._~", false), ("-._~/", false), ("-._~!*'()", false), ("-._~!*'();/?:@&=+$,#", false),
      ("-._*", true), ("-._~", true),
    ].map { PercentForm(safe: Array($0.0.utf8), digits: digits, hasPlus: $0.1) }
  }

  /// Whether no form changes a byte: it is a letter, a digit, or one of `-._`.
  static func isAlwaysSafe(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte)
      || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")].contains(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The value in this form.
  func encode(_ value: Span<UInt8>) -> SecretBytes {
    var text = SecretBytes(minimumCapacity: value.count * 3)
    for index in value.indices {
      let byte = value[index]
      switch byte {
      case _ where Self.isLetterOrDigit(byte): text.append(byte)
      case UInt8(ascii: " ") where hasPlus: text.append(UInt8(ascii: "+"))
      case _ where safe.contains(byte): text.append(byte)
      default:
        text.append(UInt8(ascii: "%"))
        text.append(digits.utf8Start[Int(byte >> 4)])
        text.append(digits.utf8Start[Int(byte & 15)])
      }
    }
    return text
  }
}
