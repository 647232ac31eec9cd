/// All files of a store that pass takes for entries when it goes through them:
/// those that end in `.gpg` in any case, hidden ones and those behind links too,
/// but nothing of git's and no extensions.
struct EntryFiles {
  /// Relative to the store, in the order of the entries' names.
  private(set) var paths: [[UInt8]] = []

  /// Lists the files below a folder; what cannot be read below it is left out.
  ///
  /// - Throws: ``SystemError``, if the folder itself cannot be read.
  init(in root: FilePath) throws(SystemError) {
    try walk(root, .root, above: [])
    paths.sort { Self.name(of: $0).isBefore(Self.name(of: $1)) }
  }

  /// The names of folders that hold no entries, at any level.
  static let foldersWithout = [".git", ".extensions", ".public-keys"].map { Array($0.utf8) }

  /// The path without `.gpg`.
  static func name(of path: [UInt8]) -> [UInt8] {
    path.ends(with: ServiceKey.suffix) ? path.dropLast(ServiceKey.suffix.count) : path
  }

  private mutating func walk(
    _ root: FilePath, _ folder: FolderName, above: [FolderIdentity]
  ) throws(SystemError) {
    let reader = try FolderReader(root.appending(folder.bytes))
    // Links may lead round in a circle.
    guard !above.contains(reader.identity) else { return }
    for item in reader.items {
      if Self.foldersWithout.contains(item.name) { continue }
      if item.name.starts(with: FolderName.ownPrefix.utf8) { continue }
      let path = folder.appending(item.name)
      let kind = item.kind == .link ? FileKind(root.appending(path)) : item.kind
      if kind == .folder {
        try? walk(root, FolderName(found: path), above: above + [reader.identity])
      } else if Self.isEntry(item.name) {
        paths.append(path)
      }
    }
  }

  private static func isEntry(_ name: [UInt8]) -> Bool {
    // Setting the bit makes ASCII letters lowercase, and no full stop.
    let ending = name.suffix(4)
    return ending.first == UInt8(ascii: ".")
      && ending.dropFirst().map { $0 | 0x20 }.elementsEqual("gpg".utf8)
  }
}
