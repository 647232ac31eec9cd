import PWCore

/// A JSON value that holds no secret, for output.
///
/// Secrets would leave copies behind; they have a writer of their own.
indirect enum JSONText: Sendable {
  /// Text in UTF-8. Bytes that are not become an object with one member,
  /// `{"base64": "6Q=="}`, so that every output is valid JSON and no name is
  /// changed into another.
  case string([UInt8])
  case number(Int)
  case boolean(Bool)
  case null
  case array([JSONText])
  /// The members in the order of the output.
  case object([(name: String, value: JSONText)])

  /// Text as a value.
  static func text(_ text: String) -> JSONText { .string(Array(text.utf8)) }

  /// The value in UTF-8, with a line feed at the end.
  ///
  /// - Parameter isIndented: Whether each member has a line of its own.
  /// - Returns: The bytes.
  func encoded(isIndented: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = []
    encode(into: &bytes, isIndented ? 0 : nil)
    return bytes + "\n".utf8
  }

  /// Appends the value.
  ///
  /// - Parameters:
  ///   - bytes: The text so far.
  ///   - depth: The number of values around this one; `nil` for a single line.
  private func encode(into bytes: inout [UInt8], _ depth: Int?) {
    switch self {
    case .string(let text):
      if let text = String(validating: text, as: UTF8.self) {
        Self.quote(text, into: &bytes)
      } else {
        JSONText.object([("base64", .string(base64(text.span)))]).encode(into: &bytes, depth)
      }
    case .number(let number): bytes += "\(number)".utf8
    case .boolean(let boolean): bytes += "\(boolean)".utf8
    case .null: bytes += "null".utf8
    case .array(let values):
      Self.list("[", values, "]", into: &bytes, depth) { value, bytes, depth in
        value.encode(into: &bytes, depth)
      }
    case .object(let members):
      Self.list("{", members, "}", into: &bytes, depth) { member, bytes, depth in
        Self.quote(member.name, into: &bytes)
        bytes += (depth == nil ? ":" : ": ").utf8
        member.value.encode(into: &bytes, depth)
      }
    }
  }

  private static func list<Item>(
    _ opening: String, _ items: [Item], _ closing: String, into bytes: inout [UInt8],
    _ depth: Int?, _ encode: (Item, inout [UInt8], Int?) -> Void
  ) {
    func breakLine(_ depth: Int?, _ bytes: inout [UInt8]) {
      guard let depth else { return }
      bytes.append(UInt8(ascii: "\n"))
      bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
    }
    let inner = depth.map { $0 + 1 }
    bytes += opening.utf8
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      breakLine(inner, &bytes)
      encode(item, &bytes, inner)
    }
    if !items.isEmpty { breakLine(depth, &bytes) }
    bytes += closing.utf8
  }

  /// Appends a string with its quotes (RFC 8259, section 7).
  ///
  /// Besides what must be escaped, all characters that act on a terminal are.
  private static func quote(_ text: String, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes += #"\""#.utf8
      case "\\": bytes += #"\\"#.utf8
      case "\n": bytes += #"\n"#.utf8
      case "\r": bytes += #"\r"#.utf8
      case "\t": bytes += #"\t"#.utf8
      case " "..."~": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      default:
        if hasEffect(scalar) {
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            bytes += #"\u"#.utf8
            bytes += repeatElement(UInt8(ascii: "0"), count: 4 - digits.count)
            bytes += digits.utf8
          }
        } else {
          bytes += String(scalar).utf8
        }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func hasEffect(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
