/// Addresses of repositories as they may be shown.
enum GitAddress {
  /// A text without the passwords and tokens that are in its addresses: all between
  /// "://" and the last "@" of the host's part, but the user name of ssh.
  static func withoutSecrets(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstRange(of: "://") {
      let isSSH = rest[..<mark.lowerBound].hasSuffix("ssh")
      result += rest[..<mark.upperBound]
      rest = rest[mark.upperBound...]
      let host = rest.prefix { !"/ '\"\n\t".contains($0) }
      if let end = host.lastIndex(of: "@") {
        if isSSH { result += host[..<end].prefix { $0 != ":" } + "@" }
        rest = rest[host.index(after: end)...]
      }
      // A token may also stand behind a question mark.
      let path = rest.prefix { !" '\"\n\t?".contains($0) }
      if !isSSH, rest[path.endIndex...].first == "?" {
        result += path + "?..."
        rest = rest[path.endIndex...].drop { !" '\"\n\t".contains($0) }
      }
    }
    return result + rest
  }
}
