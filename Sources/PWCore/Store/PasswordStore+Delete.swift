extension PasswordStore {
  /// Deletes an entry; git keeps it in its history.
  ///
  /// - Throws: ``StoreError``: ``StoreError/Reason/illegalKey``,
  ///   ``StoreError/Reason/noStore``, ``StoreError/Reason/noSuchEntry``,
  ///   ``StoreError/Reason/outside``, ``StoreError/Reason/busy``, or
  ///   ``StoreError/Reason/putBack`` if git cannot commit it; or
  ///   ``SystemError``.
  public func delete(_ key: some ServiceKeyConvertible) throws {
    try delete([try key.serviceKey()])
  }

  /// Deletes entries, and folders with all that is in them, in one commit; if
  /// one cannot be deleted, none is.
  ///
  /// - Parameters:
  ///   - keys: The entries.
  ///   - folders: The folders; not the root.
  /// - Throws: As for one entry.
  public func delete(_ keys: [ServiceKey], folders: [FolderName] = []) throws {
    let root = try existingRoot()
    try whileLocked(root) {
      let names = keys.map(\.description) + folders.map { "\($0)/" }
      var change = Change(
        names.count == 1
          ? "Delete \(names[0])."
          : "Delete \(names.count) keys.\n\n" + names.map { "- \($0)\n" }.joined())
      var files: Set<[UInt8]> = []
      for key in keys {
        let file = try writablePath(key.file, in: root, followingLink: false)
        guard FileKind(root.appending(file), followingLinks: false) != nil else {
          throw StoreError.noSuchEntry(key)
        }
        if files.insert(file).inserted { change.remove(file) }
      }
      var emptied: [FilePath] = []
      for folder in folders {
        let path = root.appending(folder.bytes)
        guard !folder.isRoot, FileKind(path) == .folder else {
          throw StoreError(.noSuchEntry, "there is no folder \(quoted(folder.bytes))")
        }
        if FileKind(path, followingLinks: false) == .link {
          // The link goes, not what it leads to.
          change.remove(try writablePath(folder.bytes, in: root, followingLink: false))
          continue
        }
        let inside = try writablePath(
          folder.appending(RecipientsFile.name), in: root, followingLink: false)
        let below = try self.files(
          below: FolderName(found: Array(inside.dropLast(RecipientsFile.name.count + 1))), in: root)
        for file in below.files where files.insert(file).inserted { change.remove(file) }
        emptied += below.folders.map { root.appending($0.bytes) }
      }
      try transaction(root).run(change)
      for folder in emptied.reversed() { removeEmptyFolders(from: folder, below: root) }
    }
  }
}
