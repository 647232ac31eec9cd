/// A reader of JSON that never makes a string of a value.
///
/// It takes what RFC 8259 describes, and nothing more.
struct JSONReader {
  private let text: UnsafeRawBufferPointer
  private var position = 0

  /// How deep arrays and objects may be nested.
  private static let maximumDepth = 500

  /// Starts reading `text`, which must outlive the reader.
  ///
  /// - Throws: ``EntryError/json(_:)``, if it is not UTF-8.
  init(_ text: UnsafeRawBufferPointer) throws(EntryError) {
    guard text.isText else { throw .json("it is not UTF-8 text") }
    self.text = text
  }

  /// Reads an object to the end of the text.
  ///
  /// - Parameter member: Is called for each member, and reads its value.
  /// - Throws: ``EntryError``.
  mutating func readObject(
    _ member: (_ name: String, inout JSONReader) throws(EntryError) -> Void
  ) throws(EntryError) {
    guard nextIs("{") else { throw .json("it does not begin with a brace") }
    try readMembers(member)
    try readEnd()
  }

  /// Reads an object within another one; see ``readObject(_:)``.
  ///
  /// - Throws: ``EntryError``.
  mutating func readMembers(
    _ member: (_ name: String, inout JSONReader) throws(EntryError) -> Void
  ) throws(EntryError) {
    try readItems(closing: UInt8(ascii: "}")) { (reader, _) throws(EntryError) in
      var name = SecretBytes()
      try reader.readString { name.append($0) }
      try reader.readColon()
      try member(name.withRawBytes { String(decoding: $0, as: UTF8.self) }, &reader)
    }
  }

  /// Whether the next value begins with a character.
  mutating func nextIs(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    return next == UInt8(ascii: character)
  }

  /// Makes sure that nothing follows.
  mutating func readEnd() throws(EntryError) {
    skipBlanks()
    guard position == text.count else { throw unexpected() }
  }

  /// Reads a value as a field has it: a string as what it says, all else as
  /// compact JSON.
  mutating func readValue() throws(EntryError) -> SecretBytes {
    var value = SecretBytes()
    skipBlanks()
    if next == UInt8(ascii: "\"") {
      try readString { value.append($0) }
    } else {
      try copyValue(to: &value, depth: 1)
    }
    return value
  }

  /// Appends a value without blanks between its parts.
  private mutating func copyValue(
    to copy: inout SecretBytes, depth: Int
  ) throws(EntryError) {
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard let opening = next, depth < Self.maximumDepth else {
        throw .json("it is nested too deeply at byte \(position)")
      }
      let isObject = opening == UInt8(ascii: "{")
      let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      copy.append(opening)
      try readItems(closing: closing) { (reader, isFirst) throws(EntryError) in
        if !isFirst { copy.append(UInt8(ascii: ",")) }
        if isObject {
          try reader.copyString(to: &copy)
          try reader.readColon()
          copy.append(UInt8(ascii: ":"))
        }
        try reader.copyValue(to: &copy, depth: depth + 1)
      }
      copy.append(closing)
    case UInt8(ascii: "\""): try copyString(to: &copy)
    default: try copyLiteral(to: &copy)
    }
  }

  /// Reads what stands between brackets or braces, and these.
  private mutating func readItems(
    closing: UInt8, _ item: (inout JSONReader, _ isFirst: Bool) throws(EntryError) -> Void
  ) throws(EntryError) {
    position += 1
    skipBlanks()
    if next == closing {
      position += 1
      return
    }
    var isFirst = true
    while true {
      skipBlanks()
      try item(&self, isFirst)
      skipBlanks()
      isFirst = false
      switch next {
      case UInt8(ascii: ","): position += 1
      case closing:
        position += 1
        return
      default: throw unexpected()
      }
    }
  }

  private mutating func readColon() throws(EntryError) {
    skipBlanks()
    guard next == UInt8(ascii: ":") else { throw unexpected() }
    position += 1
  }

  private mutating func copyString(to copy: inout SecretBytes) throws(EntryError) {
    let start = position
    try readString { _ in }
    copy.append(text.part(start..<position))
  }

  /// Reads a string, and calls `piece` with what it says, in order.
  private mutating func readString(
    _ piece: (UnsafeRawBufferPointer) -> Void
  ) throws(EntryError) {
    guard next == UInt8(ascii: "\"") else { throw unexpected() }
    position += 1
    while true {
      let start = position
      while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        position += 1
      }
      piece(text.part(start..<position))
      switch next {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"):
        Self.encode(try readEscape(), piece)
      default: throw unexpected()
      }
    }
  }

  private mutating func readEscape() throws(EntryError) -> Unicode.Scalar {
    position += 1
    guard let kind = next else { throw unexpected() }
    let scalar: Unicode.Scalar
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(kind)
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"):
      position += 1
      return try readScalar()
    default: throw unexpected()
    }
    position += 1
    return scalar
  }

  /// Reads the four digits behind `\u`, and a second such group if they are
  /// one half of a UTF-16 pair.
  private mutating func readScalar() throws(EntryError) -> Unicode.Scalar {
    let start = position
    var value = UInt32(try readUnit())
    if (0xD800..<0xDC00).contains(value), next == UInt8(ascii: "\\"), position + 1 < text.count,
      text[position + 1] == UInt8(ascii: "u")
    {
      position += 2
      let second = UInt32(try readUnit())
      if (0xDC00..<0xE000).contains(second) {
        value = 0x10000 + ((value - 0xD800) << 10) + (second - 0xDC00)
      }
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw .json("half of a UTF-16 pair at byte \(start)")
    }
    return scalar
  }

  private static func encode(_ scalar: Unicode.Scalar, _ body: (UnsafeRawBufferPointer) -> Void) {
    var bytes: UInt32 = 0
    for (index, byte) in scalar.utf8.enumerated() { bytes |= UInt32(byte) << (8 * index) }
    withUnsafeBytes(of: bytes.littleEndian) { body($0.part(0..<UTF8.width(scalar))) }
  }

  private mutating func readUnit() throws(EntryError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw unexpected()
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  private mutating func copyLiteral(to copy: inout SecretBytes) throws(EntryError) {
    let start = position
    for word in ["true", "false", "null"] as [StaticString] {
      let end = position + word.utf8CodeUnitCount
      guard end <= text.count, text.matches(word, in: position..<end) else { continue }
      position = end
      copy.append(word)
      return
    }
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") { position += 1 } else { try readDigits() }
    if next == UInt8(ascii: ".") {
      position += 1
      try readDigits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try readDigits()
    }
    copy.append(text.part(start..<position))
  }

  private mutating func readDigits() throws(EntryError) {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw unexpected() }
  }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private var next: UInt8? { position < text.count ? text[position] : nil }

  private func unexpected() -> EntryError {
    position < text.count
      ? .json("unexpected character at byte \(position)") : .json("it ends too early")
  }
}
