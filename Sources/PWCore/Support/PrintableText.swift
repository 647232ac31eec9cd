/// Text made of bytes from outside, safe to show on a terminal.
///
/// Valid UTF-8 stays as it is. Control characters, the marks that reorder or
/// hide text, and bytes that are not UTF-8 become `\x1b` or `\u{202e}`, so that
/// no name can move the cursor, set a title, or pass for another name.
///
/// - Parameter bytes: Text in UTF-8, or something that claims to be.
/// - Returns: The text with escapes.
package func printable(_ bytes: some Sequence<UInt8>) -> String {
  let bytes = Array(bytes)
  var text = ""
  var position = 0
  while position < bytes.count {
    let scalar = (1...4).lazy.compactMap { firstScalar(in: bytes[position...].prefix($0)) }.first
    if let scalar {
      text += isHarmless(scalar) ? String(scalar) : escape(scalar)
      position += UTF8.width(scalar)
    } else {
      text += #"\x"# + hexadecimal(UInt32(bytes[position]), digits: 2)
      position += 1
    }
  }
  return text
}

/// Text from outside, safe to show on a terminal.
package func printable(_ text: String) -> String { printable(text.utf8) }

/// A name from outside as messages show it: printable, in double quotes.
package func quoted(_ bytes: some Sequence<UInt8>) -> String { "\"\(printable(bytes))\"" }

/// A name from outside as messages show it: printable, in double quotes.
package func quoted(_ text: String) -> String { quoted(text.utf8) }

/// The scalar that `bytes` encode, if they are the whole encoding of just one.
private func firstScalar(in bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
  guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
  let scalars = text.unicodeScalars
  guard let scalar = scalars.first, scalars.count == 1 else { return nil }
  return scalar
}

private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
    // Joins emoji and Indic letters, and hides nothing.
    scalar.value == 0x200D || scalar.value == 0x200C
  default: true
  }
}

private func escape(_ scalar: Unicode.Scalar) -> String {
  scalar.value < 0x80
    ? #"\x"# + hexadecimal(scalar.value, digits: 2)
    : #"\u{"# + hexadecimal(scalar.value, digits: 0) + "}"
}

private func hexadecimal(_ value: UInt32, digits: Int) -> String {
  let text = String(value, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// A word as a shell takes it, for commands that messages propose.
package func shellQuoted(_ bytes: [UInt8]) -> String {
  let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@%".utf8)
  let isPrintable = printable(bytes) == String(decoding: bytes, as: UTF8.self)
  if !bytes.isEmpty, bytes.allSatisfy(plain.contains) {
    return String(decoding: bytes, as: UTF8.self)
  }
  guard isPrintable else {
    // The shells' own notation for any byte.
    return "$'" + bytes.map { #"\x"# + hexadecimal(UInt32($0), digits: 2) }.joined() + "'"
  }
  return "'"
    + printable(bytes).split(separator: "'", omittingEmptySubsequences: false)
    .joined(separator: #"'\''"#) + "'"
}
