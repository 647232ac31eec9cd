/// Where a key for one-time codes stands in an entry.
///
/// That is a line that is a key URI, as pass-otp writes it, or a field `otpauth`,
/// `totp` or `hotp` with a URI, a URI without `otpauth:` or a bare secret, as gopass
/// and browserpass have it.
struct OneTimeKeyPlace {
  /// How the key is written.
  enum Form: Hashable, Sendable {
    case uri
    /// `//totp/...`: the scheme was taken for the field's name.
    case uriWithoutScheme
    case secret
  }

  /// The bytes of the entry.
  var range: Range<Int>
  var form: Form
  /// Whether the bytes are all of their line but blanks.
  var isWholeLine: Bool

  private static let schemes = ["otpauth://", "otpauth-migration:", "steam://"]
  private static let fields = ["otpauth:", "totp:", "hotp:"]

  /// All places in a text: first the lines, then the fields.
  static func all(in text: UnsafeRawBufferPointer) -> [OneTimeKeyPlace] {
    var (lines, fields): ([OneTimeKeyPlace], [OneTimeKeyPlace]) = ([], [])
    var start = 0
    while start < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), in: start..<text.count) ?? text.count
      let line = trimmed(start..<end, of: text)
      if hasScheme(line, of: text) {
        lines.append(OneTimeKeyPlace(range: line, form: .uri, isWholeLine: true))
      } else if start > 0, let field = field(in: line, of: text) {
        fields.append(field)
      }
      start = end + 1
    }
    return lines + fields
  }

  /// The URI that stands at the place, or that a bare secret there is meant as.
  ///
  /// - Parameters:
  ///   - text: The entry.
  ///   - key: The entry's key, which is the account where nothing else is known.
  /// - Returns: The URI, which may be a wrong one.
  /// - Throws: ``KeyURIError``.
  func uri(in text: UnsafeRawBufferPointer, of key: ServiceKey) throws(KeyURIError) -> SecretBytes {
    var written = SecretBytes(minimumCapacity: range.count + 8)
    if form == .uriWithoutScheme { written.append("otpauth:".utf8) }
    written.append(text.part(range))
    guard form == .secret else { return written }
    return try OneTimeKey.uri(base32: written, issuer: "", account: "\(key)")
  }

  private static func hasScheme(_ range: Range<Int>, of text: UnsafeRawBufferPointer) -> Bool {
    schemes.contains { text.part(range).begins(with: $0) }
  }

  private static func field(
    in line: Range<Int>, of text: UnsafeRawBufferPointer
  ) -> OneTimeKeyPlace? {
    let name = fields.first { name in
      text.part(line).begins(with: name)
    }
    guard let name else { return nil }
    let value = trimmed((line.lowerBound + name.utf8.count)..<line.upperBound, of: text)
    guard !value.isEmpty, value.lowerBound > line.lowerBound + name.utf8.count else { return nil }
    let isURI = hasScheme(value, of: text)
    let isRest = text.part(value).starts(with: "//".utf8)
    return OneTimeKeyPlace(
      range: value, form: isURI ? .uri : isRest ? .uriWithoutScheme : .secret, isWholeLine: false)
  }

  private static func trimmed(_ range: Range<Int>, of text: UnsafeRawBufferPointer) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, EntrySyntax.isBlank(text[start]) { start += 1 }
    while start < end, EntrySyntax.isBlank(text[end - 1]) { end -= 1 }
    return start..<end
  }
}
