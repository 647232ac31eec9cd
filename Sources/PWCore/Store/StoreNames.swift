import Glibc

/// The names that a shell completes words with, as the files of a store tell them.
///
/// Someone waits for them between two keystrokes: so one folder at a time is read,
/// and neither GnuPG nor libgit2 is asked.
package struct StoreNames {
  private let root: FilePath

  /// Takes names from a store, which need not be there.
  package init(_ root: FilePath) { self.root = root }

  /// The entries and folders that a word may become.
  ///
  /// - Parameters:
  ///   - word: What has been typed of a key.
  ///   - matching: Whether names have to begin as the word does; else all that are
  ///     in its folder are told.
  ///   - onlyFolders: Whether entries are left out.
  ///   - mayBeOption: Whether a word that begins with a dash would be taken for an
  ///     option. A key with a dash in front is then written as `./-KEY`.
  ///   - prefix: What stands before the word.
  /// - Returns: Whole words, each with a NUL behind it. A folder ends in a slash;
  ///   the folder that was typed is repeated as it was typed.
  package func keys(
    for word: some Collection<UInt8>, matching: Bool, onlyFolders: Bool = false,
    mayBeOption: Bool = false, behind prefix: [UInt8] = []
  ) -> [UInt8] {
    let word = Array(word)
    let end = word.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    guard let folder = try? FolderName(bytes: word[..<end]) else { return [] }
    let path = root.appending(folder.bytes)
    let typed = prefix + word[..<end]
    let start = matching ? Array(word[end...]) : []
    var names: [UInt8] = []
    // Where the folder cannot be read, there is nothing to offer.
    _ = try? FolderReader.read(path) { name, kind in
      guard name[0] != UInt8(ascii: "."), name.count >= start.count,
        memcmp(name.baseAddress!, start, start.count) == 0
      else { return }
      let isNamedEntry = name.count > 4 && name.suffix(4).elementsEqual(".gpg".utf8)
      let kind =
        kind == .file || kind == .folder
        ? kind : FileKind(FilePath(path.bytes + [UInt8(ascii: "/")] + name))
      guard kind == .folder || kind == .file && isNamedEntry && !onlyFolders else { return }
      if mayBeOption, typed.isEmpty, name[0] == UInt8(ascii: "-") {
        guard word.isEmpty else { return }
        names += "./".utf8
      }
      names += typed
      names += kind == .folder ? name[...] : name.dropLast(4)
      if kind == .folder { names.append(UInt8(ascii: "/")) }
      names.append(0)
    }
    return names
  }

  /// Whether a word names an entry.
  package func isEntry(_ word: some Sequence<UInt8>) -> Bool {
    guard let key = try? ServiceKey(bytes: word) else { return false }
    return FileKind(root.appending(key.file)) == .file
  }

  /// The ids in all recipients files, and the fingerprints of the public keys that
  /// lie in the store.
  package func recipients() -> [String] {
    var ids: Set<String> = []
    var seen: Set<FolderIdentity> = []
    addRecipients(of: root, to: &ids, &seen)
    let keys = try? FolderReader(root.appending(PublicKeyFiles.folder.bytes))
    ids.formUnion(keys?.items.compactMap { PublicKeyFiles.fingerprint(of: $0.name) } ?? [])
    return ids.sorted()
  }

  private func addRecipients(
    of path: FilePath, to ids: inout Set<String>, _ seen: inout Set<FolderIdentity>
  ) {
    guard let folder = try? FolderReader(path), seen.insert(folder.identity).inserted else {
      return
    }
    for item in folder.items {
      if item.name == RecipientsFile.name {
        let content = try? readFile(path.appending(item.name))
        ids.formUnion(RecipientsLines(content ?? []).ids)
      } else if item.name.first != UInt8(ascii: "."), item.kind == .folder {
        addRecipients(of: path.appending(item.name), to: &ids, &seen)
      }
    }
  }

  /// Names of revisions: HEAD and those before it, branches and tags.
  package func revisions() -> [[UInt8]] { GitNames(workTree: root)?.revisions ?? [] }

  /// The remotes of the store's repository.
  package func remotes() -> [[UInt8]] { GitNames(workTree: root)?.remotes ?? [] }
}
