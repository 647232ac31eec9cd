/// Some keys of this machine, listed once, and which of them an id means.
package struct GPGKeyRing: Sendable {
  /// The keys that were listed, with what is known of their secret parts.
  package private(set) var keys: [GPGKey] = []
  /// The groups in `gpg.conf`, read only where an id fits no key.
  private var groups: [String: [String]] = [:]

  /// Lists the keys that ids may mean.
  ///
  /// - Parameters:
  ///   - ids: Lines of recipients files, or ids of keys and subkeys.
  ///   - gpg: The session.
  ///   - withGroups: Whether an id may be the name of a group in `gpg.conf`, which
  ///     costs one more start of `gpg` if it fits no key.
  /// - Throws: ``GPGError``.
  package init(
    of ids: [String], from gpg: GPGContext, withGroups: Bool = true
  ) throws(GPGError) {
    guard !ids.isEmpty else { return }
    keys = try gpg.keys(ids.map(Self.pattern), withSecretFlags: true)
    guard withGroups, !ids.allSatisfy({ id in keys.contains { $0.fits(id) } }) else { return }
    groups = try gpg.groups()
    let members = groups.filter { ids.contains($0.key) }.values.flatMap { $0 }
    guard !members.isEmpty else { return }
    let more = try gpg.keys(members.map(Self.pattern), withSecretFlags: true)
    keys += more.filter { !keys.contains($0) }
  }

  /// The keys that an id may mean, several where `gpg` would have to choose.
  ///
  /// As for `gpg`, a whole address goes before a part of a name.
  package func keys(for id: String) -> [GPGKey] {
    let exact = keys.filter { key in key.names.contains { $0.isFor(id) } }
    return exact.isEmpty ? keys.filter { $0.fits(id) } : exact
  }

  /// The ids behind the name of a group in `gpg.conf`; `nil` if the id is none.
  package func members(of id: String) -> [String]? { groups[id] }

  /// The key to which a key or subkey of that id belongs.
  package func owner(of keyID: String) -> GPGKey? {
    keys.first { key in key.subkeys.contains { $0.keyID == keyID } }
  }

  private static func pattern(_ id: String) -> String {
    id.hasSuffix("!") ? String(id.dropLast()) : id
  }
}

extension GPGUserID {
  /// Whether the id is this one's whole address.
  fileprivate func isFor(_ id: String) -> Bool {
    let bare = id.hasPrefix("<") && id.hasSuffix(">") ? String(id.dropFirst().dropLast()) : id
    return !address.isEmpty && address.lowercased() == bare.lowercased()
  }
}

extension GPGKey {
  /// Whether `gpg` may take the id for this key; see gpg(1), "How to specify a user
  /// ID".
  package func fits(_ id: String) -> Bool {
    if let digits = Self.digits(of: id) {
      return subkeys.contains { $0.fingerprint.hasSuffix(digits) }
    }
    let rest = String(id.dropFirst()).lowercased()
    switch id.first {
    case "=": return names.contains { $0.text == id.dropFirst() }
    case "<": return names.contains { "<\($0.address.lowercased())>" == id.lowercased() }
    case "@": return names.contains { $0.address.lowercased().contains(rest) }
    case "*": return names.contains { $0.text.lowercased().contains(rest) }
    default: return names.contains { $0.text.lowercased().contains(id.lowercased()) }
    }
  }

  /// The names that count; with a whole key all its names are revoked.
  fileprivate var names: [GPGUserID] { isRevoked ? userIDs : userIDs.filter { !$0.isRevoked } }

  /// The hexadecimal digits of a fingerprint or key id, in upper case; `nil` if the
  /// id is none.
  package static func digits(of id: String) -> String? {
    var digits = (id.hasSuffix("!") ? id.dropLast() : id[...]).uppercased()
    digits.removeAll { $0 == " " }
    if digits.hasPrefix("0X") { digits.removeFirst(2) }
    let isID = [8, 16, 32, 40, 64].contains(digits.utf8.count)
    return isID && digits.utf8.allSatisfy(Self.hexadecimal.contains) ? digits : nil
  }

  private static let hexadecimal = Set("0123456789ABCDEF".utf8)
}
