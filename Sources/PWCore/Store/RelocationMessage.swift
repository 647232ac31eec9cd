/// The message of a commit that moves or copies entries, ours or pass's, read
/// again.
///
///     Rename mail/alice to archive/.
///
/// Only it tells what became of an entry that was encrypted anew on the way.
struct RelocationMessage {
  /// Whether it is of a copy.
  let isCopy: Bool
  /// What stands between the first word and the full stop, printable.
  private let names: [UInt8]

  private static let separator = Array(" to ".utf8)

  /// Reads a message; `nil` if it is another one.
  init?(_ subject: [UInt8]) {
    let verbs = [("Rename ", false), ("Copy ", true)]
    guard subject.last == UInt8(ascii: "."),
      let (verb, isCopy) = verbs.first(where: { subject.starts(with: $0.0.utf8) })
    else { return nil }
    self.isCopy = isCopy
    // We write names printable, pass writes them as they are.
    names = Array(printable(subject.dropFirst(verb.utf8.count).dropLast()).utf8)
  }

  /// What an entry can have been called before.
  ///
  /// - Parameter key: What it is called behind the commit.
  /// - Returns: Keys, printable; several where names have " to " in them.
  func sources(of key: [UInt8]) -> [[UInt8]] {
    let key = Array(printable(key).utf8)
    var sources: [[UInt8]] = []
    for end in names.indices where names[end...].starts(with: Self.separator) {
      let old = Self.tidy(names[..<end])
      let new = Self.tidy(names[(end + Self.separator.count)...])
      guard !old.isEmpty else { continue }
      let inside = FolderName(found: new).appending(FilePath(old).lastComponent)
      for place in [new, inside] {
        if key == place { sources.append(old) }
        let folder = place.isEmpty ? [] : place + [UInt8(ascii: "/")]
        if key.count > folder.count, key.starts(with: folder) {
          sources.append(old + [UInt8(ascii: "/")] + key.dropFirst(folder.count))
        }
      }
    }
    return sources
  }

  /// A name as it was typed, as a key.
  private static func tidy(_ name: ArraySlice<UInt8>) -> [UInt8] {
    let parts = name.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual([0x2E]) }
    return Array(parts.joined(separator: [UInt8(ascii: "/")]))
  }
}
