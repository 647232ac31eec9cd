extension PasswordStore {
  /// Makes the store a copy of somebody's, with all of its history.
  ///
  /// - Parameter address: Where that is, as git takes it: a URL, or a folder.
  /// - Throws: ``StoreError/Reason/inTheWay`` if there is something at the store's
  ///   path; ``GitTransportError``, ``GitError``.
  public func clone(from address: [UInt8]) throws {
    if FileKind(root, followingLinks: false) != nil {
      let isEmpty = try FileKind(root) == .folder && FolderReader(root).items.isEmpty
      guard isEmpty else {
        throw StoreError(
          .inTheWay, "cannot clone to \(quoted(root.bytes)): there is something already",
          hint: "name another folder, or use \"pwstore remote add\" and \"pwstore sync\"")
      }
    }
    try makeFolders(root.parent, mode: 0o777 & ~umask)
    try GitRepository.clone(address, to: root)
    // The branch that the remote shows to newcomers may not be there.
    if try sharedRepository().head() == nil {
      var options = SyncOptions()
      options.pushes = false
      _ = try sync(options)
    }
  }
}
