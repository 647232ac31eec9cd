extension PasswordStore {
  /// The files below a folder, hidden ones too, but not those of git itself and
  /// not our own temporary ones; links are not followed.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - root: The store's folder.
  ///   - sparingRepositories: Whether to leave out folders below it that are the
  ///     work trees of repositories of their own.
  /// - Returns: Paths relative to the store, and the folders, each before those
  ///   in it.
  /// - Throws: ``SystemError``.
  func files(
    below folder: FolderName, in root: FilePath, sparingRepositories: Bool = false
  ) throws(SystemError) -> (files: [[UInt8]], folders: [FolderName]) {
    var files: [[UInt8]] = []
    var folders: [FolderName] = []
    var pending = [folder]
    let start = folder
    while let folder = pending.popLast() {
      let items = try FolderReader(root.appending(folder.bytes)).items
      if sparingRepositories, folder != start, items.contains(where: { Self.isGits($0.name) }) {
        continue
      }
      folders.append(folder)
      for item in items {
        if Self.isGits(item.name) { continue }
        if item.name.starts(with: FolderName.ownPrefix.utf8) { continue }
        let path = folder.appending(item.name)
        if item.kind == .folder {
          pending.append(FolderName(found: path))
        } else {
          files.append(path)
        }
      }
    }
    return (files, folders)
  }

  /// The entries at or below a folder whose nearest recipients file is the
  /// folder's own, or all where ``recipientsOverride`` is nearer still.
  ///
  /// They are in the order of their bytes, hidden ones too; links are not followed.
  ///
  /// - Throws: ``SystemError``.
  func entries(
    governedBy folder: FolderName, in root: FilePath
  ) throws(SystemError) -> [ServiceKey] {
    guard FileKind(root.appending(folder.bytes)) == .folder else { return [] }
    let suffix = ServiceKey.suffix
    var keys: [ServiceKey] = []
    var pending = [folder]
    let start = folder
    while let folder = pending.popLast() {
      let items = try FolderReader(root.appending(folder.bytes)).items
      if folder != start, recipientsOverride == nil,
        items.contains(where: { $0.name == RecipientsFile.name })
      {
        continue
      }
      for item in items {
        if item.kind == .folder {
          if EntryFiles.foldersWithout.contains(item.name) { continue }
          pending.append(FolderName(found: folder.appending(item.name)))
        } else if item.kind == .file, item.name.count > suffix.count, item.name.ends(with: suffix),
          !item.name.starts(with: FolderName.ownPrefix.utf8)
        {
          keys.append(ServiceKey(found: folder.appending(item.name.dropLast(suffix.count))))
        }
      }
    }
    return keys.sorted()
  }

  private static func isGits(_ name: [UInt8]) -> Bool { name.elementsEqual(".git".utf8) }
}
