extension PasswordStore {
  /// The files below a folder, hidden ones too, but not those of git itself and
  /// not our own temporary ones; links are not followed.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - root: The store's folder.
  /// - Returns: Paths relative to the store, and the folders, each before those
  ///   in it.
  /// - Throws: ``SystemError``.
  func files(
    below folder: FolderName, in root: FilePath
  ) throws(SystemError) -> (files: [[UInt8]], folders: [FolderName]) {
    var files: [[UInt8]] = []
    var folders: [FolderName] = []
    var pending = [folder]
    while let folder = pending.popLast() {
      folders.append(folder)
      for item in try FolderReader(root.appending(folder.bytes)).items {
        if item.name.elementsEqual(".git".utf8) { continue }
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
}
