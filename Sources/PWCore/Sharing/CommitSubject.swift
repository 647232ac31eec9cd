/// What the first line of a commit's message, pass's or our own, says of the entries
/// that the commit has changed.
struct CommitSubject {
  /// What became of the entries.
  enum Kind {
    /// They are encrypted for others, and say the same.
    case reencryption
    /// They say again what they have said before.
    case restoration
    /// Whatever else: they say something new.
    case other
  }

  private let text: String

  init(_ text: String) { self.text = text }

  /// What became of entries that were there before.
  var kind: Kind {
    if Self.reencryptions.contains(where: text.hasPrefix) { return .reencryption }
    return text.hasPrefix("Restore ") ? .restoration : .other
  }

  /// How the messages of commits begin that only encrypt anew.
  private static let reencryptions = [
    "Reencrypt ", "Set GPG id to ", "Deinitialize ", "Add recipient ", "Add recipients ",
    "Remove recipient ", "Remove recipients ",
  ]

  /// For files that were moved or copied from elsewhere, what is known of those.
  ///
  /// - Parameters:
  ///   - changes: What the commit has changed.
  ///   - states: What is known of the files before it.
  /// - Returns: By the new files.
  func origins(
    of changes: [GitFileChange], in states: SecretHistory.States
  ) -> [[UInt8]: SecretHistory.State] {
    // Whatever the message is, a file that is gone and is there elsewhere was moved.
    var gone: [String: [UInt8]] = [:]
    for change in changes where change.blob == nil {
      if let blob = states[change.path]?.blob { gone[blob] = change.path }
    }
    let places = places
    guard !gone.isEmpty || !places.isEmpty else { return [:] }
    var origins: [[UInt8]: SecretHistory.State] = [:]
    for change in changes {
      guard let blob = change.blob else { continue }
      let moved = states[change.path] == nil ? gone[blob] : nil
      let named = places.lazy.compactMap { $0.origin(of: change.path) { states[$0] != nil } }
      if let origin = moved ?? named.first { origins[change.path] = states[origin] }
    }
    return origins
  }

  /// From where to where the message says that something was moved or copied; each
  /// possible reading, since names may hold the word between.
  private var places: [Place] {
    guard let verb = ["Rename ", "Copy "].first(where: text.hasPrefix), text.hasSuffix(".") else {
      return []
    }
    let names = Array(text.utf8.dropFirst(verb.utf8.count).dropLast())
    let word = Array(" to ".utf8)
    return names.indices.compactMap { index in
      guard names[index...].starts(with: word) else { return nil }
      return Place(from: Array(names[..<index]), to: Array(names[(index + word.count)...]))
    }
  }

  /// From where to where.
  private struct Place {
    let from: [UInt8]
    let to: [UInt8]

    init?(from: [UInt8], to: [UInt8]) {
      guard let from = try? FolderName(bytes: from), let to = try? FolderName(bytes: to) else {
        return nil
      }
      (self.from, self.to) = (from.bytes, to.bytes)
    }

    /// The file that another was made of: an entry, or one in a folder; and either
    /// may have gone into a folder that was there.
    func origin(of path: [UInt8], _ exists: ([UInt8]) -> Bool) -> [UInt8]? {
      let base = FilePath(from).lastComponent
      let inside = to.isEmpty ? Array(base) : to + [UInt8(ascii: "/")] + base
      for target in [to, inside] where path.starts(with: target) {
        let origin = from + path.dropFirst(target.count)
        if exists(origin) { return origin }
      }
      return nil
    }
  }
}
