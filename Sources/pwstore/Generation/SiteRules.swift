import PWCore

/// What sites ask of passwords, as git's settings `pwstore.generate.HOST` say it.
struct SiteRules {
  /// A rule, with the setting's name.
  struct Rule {
    let name: String
    let options: PolicyOptions
  }

  /// The host that the user has named; `nil` if the entry tells it.
  let host: String?
  /// Looks a setting up.
  let setting: (String) -> String?

  /// Finds the rule for an entry.
  ///
  /// - Parameters:
  ///   - key: The entry; `nil` if there is none.
  ///   - url: Its field of that name, if it is known.
  /// - Returns: The rule; `nil` if there is none.
  /// - Throws: ``UsageError`` if the host that the user has named has none, or
  ///   ``BadRule``.
  func rule(for key: ServiceKey?, url: String? = nil) throws -> Rule? {
    if let host {
      guard !host.isEmpty else { return nil }
      if let found = try rule(of: host) { return found }
      throw UsageError(
        "there is no rule for \(quoted(host)): no setting \"pwstore.generate.\(printable(host))\"",
        hint: "git config --global pwstore.generate.HOST \"length=16 symbols=0\" makes one")
    }
    for host in Self.hosts(of: key, url: url) {
      if let found = try rule(of: host) { return found }
    }
    return nil
  }

  private func rule(of host: String) throws -> Rule? {
    for name in Self.settings(for: host) {
      guard let text = setting(name) else { continue }
      return Rule(name: name, options: try PolicyOptions(rule: text, named: name))
    }
    return nil
  }

  /// What may be the entry's host: that of the address, then the parts of the key
  /// from the last to the first.
  static func hosts(of key: ServiceKey?, url: String?) -> [String] {
    let address = url.flatMap { url in WebAddress(url) ?? WebAddress("https://\(url)") }
    let parts = (key?.bytes ?? []).split(separator: UInt8(ascii: "/")).reversed()
    return (address.map { [$0.host] } ?? [])
      + parts.compactMap { String(validating: $0, as: UTF8.self) }
  }

  /// The settings of a host and the hosts above it, the nearest first; none if it
  /// cannot be the name of a setting.
  static func settings(for host: String) -> [String] {
    let bare = host.split(separator: "@").last?.prefix { $0 != ":" } ?? ""
    let labels = bare.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    let isLegal = labels.allSatisfy { label in
      !label.isEmpty
        && label.utf8.allSatisfy { byte in
          byte == UInt8(ascii: "-") || CharacterClass.of(byte) == .lower
            || CharacterClass.of(byte) == .digits
        }
    }
    // What stands behind the last full stop has to begin with a letter for git.
    guard isLegal, let first = labels.last?.utf8.first, CharacterClass.of(first) == .lower else {
      return []
    }
    // A whole country has no rule.
    return (0..<max(labels.count - 1, 1)).map { start in
      "pwstore.generate.\(labels[start...].joined(separator: "."))"
    }
  }
}

extension PolicyOptions {
  /// Reads a rule: `NAME` and `NAME=VALUE` with blanks between them.
  ///
  /// - Throws: ``BadRule``.
  init(rule text: String, named name: String) throws(BadRule) {
    self.init()
    for word in text.split(whereSeparator: { " \t\n".contains($0) }) {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      do throws(UsageError) {
        try take(String(parts[0]), parts.count > 1 ? Argument(String(parts[1])) : nil)
      } catch {
        throw BadRule(name: name, reason: error.description)
      }
    }
  }
}

/// A site's rule is not one.
struct BadRule: Failure {
  let name: String
  let reason: String

  var description: String { "git's setting \(quoted(name)) is no rule for passwords: \(reason)" }
  var hint: String? { "\"git config --get \(name)\" prints it" }
  var exitCode: ExitCode { .failure }
}
