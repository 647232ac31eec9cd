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

  private let text: [UInt8]

  init(_ text: [UInt8]) { self.text = text }

  /// What became of entries that were there before.
  var kind: Kind {
    if Self.reencryptions.contains(where: { text.starts(with: $0.utf8) }) { return .reencryption }
    return text.starts(with: "Restore ".utf8) ? .restoration : .other
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
  /// - Returns: What is known of the files that they came from, by their new paths.
  func origins(
    of changes: [GitFileChange], in states: SecretHistory.States
  ) -> [[UInt8]: SecretHistory.State] {
    // Whatever the message is, a file that is gone and is there elsewhere was moved.
    var gone: [String: [UInt8]] = [:]
    for change in changes where change.blob == nil {
      if let blob = states[change.path]?.blob { gone[blob] = change.path }
    }
    let message = RelocationMessage(text)
    guard !gone.isEmpty || message != nil else { return [:] }
    var origins: [[UInt8]: SecretHistory.State] = [:]
    // A message may have names as they are printed.
    lazy var printed = Dictionary(states.keys.map { (Array(printable($0).utf8), $0) }) { $1 }
    for change in changes {
      guard let blob = change.blob else { continue }
      let moved = states[change.path] == nil ? gone[blob] : nil
      let key = change.path.dropLast(ServiceKey.suffix.count)
      let told = (message?.sources(of: Array(key)) ?? []).map { $0 + ServiceKey.suffix }
      let source =
        moved ?? told.first { states[$0] != nil }
        ?? told.lazy.filter { $0.contains(UInt8(ascii: "\\")) }.compactMap { printed[$0] }.first
      if let source { origins[change.path] = states[source] }
    }
    return origins
  }
}
