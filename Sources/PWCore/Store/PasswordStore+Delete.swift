extension PasswordStore {
  /// Deletes an entry; git keeps it in its history.
  ///
  /// - Throws: ``StoreError``: ``StoreError/Reason/illegalKey``,
  ///   ``StoreError/Reason/noStore``, ``StoreError/Reason/noSuchEntry``,
  ///   ``StoreError/Reason/outside``, ``StoreError/Reason/busy``, or
  ///   ``StoreError/Reason/putBack`` if git cannot commit it; or
  ///   ``SystemError``.
  public func delete(_ key: some ServiceKeyConvertible) throws {
    try delete([.entry(try key.serviceKey())])
  }

  /// Deletes entries, and folders with all that is in them, in one commit; if
  /// one cannot be deleted, none is.
  ///
  /// - Parameters:
  ///   - items: The entries and folders; not the root.
  ///   - names: What to call them in the commit's message, if not so.
  /// - Throws: As for one entry, and ``StoreError/Reason/interrupted``.
  public func delete(_ items: [StoreItem], named names: [String]? = nil) throws {
    let names = names ?? items.map(\.description)
    let root = try existingRoot()
    // Loading git takes as long as finding and moving a thousand files.
    let opened = items.first.map { item in
      let folder =
        switch item {
        case .entry(let key): root.appending(key.file).parent
        case .folder(let folder): root.appending(folder.bytes)
        }
      return (folder, Background { try GitRepository.find(holding: folder, below: root) })
    }
    try whileLocked(root) {
      var change = Change(
        names.count == 1
          ? "Remove \(names[0]) from store."
          : "Remove \(names.count) names from store.\n\n" + names.map { "- \($0)\n" }.joined())
      var files: Set<[UInt8]> = []
      var emptied: [FolderName] = []
      for item in items {
        let below = try filesToDelete(with: item, in: root)
        for file in below.files where files.insert(file).inserted { change.remove(file) }
        emptied += below.folders
      }
      var transaction = transaction(root)
      transaction.opened = opened
      try transaction.run(change)
      for folder in emptied.reversed() {
        removeEmptyFolders(from: root.appending(folder.bytes), below: root)
      }
    }
  }

  /// The files that go with an item, and the folders that are then empty, each
  /// before those in it.
  private func filesToDelete(
    with item: StoreItem, in root: FilePath
  ) throws -> (files: [[UInt8]], folders: [FolderName]) {
    switch item {
    case .entry(let key):
      let file = try writablePath(key.file, in: root, followingLink: false)
      guard FileKind(root.appending(file), followingLinks: false) != nil else {
        throw StoreError.noSuchEntry(key)
      }
      return ([file], [])
    case .folder(let folder):
      let path = root.appending(folder.bytes)
      guard !folder.isRoot, FileKind(path) == .folder else {
        throw StoreError(.noSuchEntry, "there is no folder \(quoted(folder.bytes))")
      }
      if FileKind(path, followingLinks: false) == .link {
        // The link goes, not what it leads to.
        return ([try writablePath(folder.bytes, in: root, followingLink: false)], [])
      }
      let inside = try writablePath(
        folder.appending(RecipientsFile.name), in: root, followingLink: false)
      return try files(
        below: FolderName(found: Array(inside.dropLast(RecipientsFile.name.count + 1))), in: root)
    }
  }
}
