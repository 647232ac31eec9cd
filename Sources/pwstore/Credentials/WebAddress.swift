/// The parts of an address such as `https://alice@example.org:8443/path`.
///
/// The syntax is in RFC 3986, section 3; a password in it is passed over.
struct WebAddress: Equatable {
  let scheme: String
  /// The host in lower case, with its port if there is one.
  let host: String
  let user: String?
  /// What stands behind the host, without the slash; `nil` if nothing does.
  let path: String?

  /// Takes an address apart; `nil` if it is none.
  init?(_ text: String) {
    guard let mark = text.firstRange(of: "://"), mark.lowerBound > text.startIndex else {
      return nil
    }
    scheme = text[..<mark.lowerBound].lowercased()
    let rest = text[mark.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let authority = rest[..<end]
    if let at = authority.lastIndex(of: "@") {
      let name = authority[..<at].prefix { $0 != ":" }
      user = name.isEmpty ? nil : Self.withoutEscapes(name)
      host = authority[authority.index(after: at)...].lowercased()
    } else {
      (user, host) = (nil, authority.lowercased())
    }
    guard !host.isEmpty else { return nil }
    let tail = rest[end...].drop { $0 == "/" }
    path = tail.isEmpty ? nil : Self.withoutEscapes(tail)
  }

  private static func withoutEscapes(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
