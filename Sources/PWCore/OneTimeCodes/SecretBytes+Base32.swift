extension SecretBytes {
  /// Reads base 32 (RFC 4648, section 6), as people copy it: blanks, dashes and
  /// case do not count, and the padding may be missing.
  ///
  /// liboath can do it, too, but leaves copies of the secret behind.
  ///
  /// - Throws: ``KeyURIError/noSecret``, ``KeyURIError/badSecret``.
  init(base32 text: UnsafeRawBufferPointer) throws(KeyURIError) {
    self.init()
    var (bits, count, letters) = (0, 0, 0)
    var isPadded = false
    for byte in text where !Self.isFiller(byte) {
      if byte == UInt8(ascii: "=") {
        isPadded = true
        continue
      }
      guard !isPadded, let value = Self.base32Value(of: byte) else { throw .badSecret }
      (bits, count, letters) = ((bits << 5 | value) & 0xFFF, count + 5, letters + 1)
      if count >= 8 {
        count -= 8
        append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    guard letters > 0 else { throw .noSecret }
    // No number of whole bytes has so many letters: something is missing.
    guard ![1, 3, 6].contains(letters % 8) else { throw .badSecret }
  }

  /// Appends base 32 text as all programs take it: in capitals, without padding.
  mutating func append(plainBase32 text: UnsafeRawBufferPointer) {
    for byte in text where !Self.isFiller(byte) && byte != UInt8(ascii: "=") {
      append((UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte)
    }
  }

  private static func isFiller(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || EntrySyntax.isBlank(byte)
  }

  private static func base32Value(of byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 97
    case UInt8(ascii: "2")...UInt8(ascii: "7"): Int(byte) - 50 + 26
    default: nil
    }
  }
}
