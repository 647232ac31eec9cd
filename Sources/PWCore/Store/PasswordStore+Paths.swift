extension PasswordStore {
  /// The work tree of the store's own repository; `nil` if nothing versions it.
  ///
  /// - Throws: ``StoreError/Reason/noStore``, or ``GitError``.
  package func repositoryFolder() throws -> FilePath? {
    let root = try existingRoot()
    return try GitDiscovery.find(holding: root, below: root)
  }

  /// The file to write for a name in the store, relative to the store and
  /// without symbolic links.
  ///
  /// A folder of the store may be a link to another one, and an entry a link to
  /// another one; what they lead to is then meant, in git as well.
  ///
  /// - Throws: ``StoreError/Reason/outside`` if a link leads out of the store,
  ///   ``StoreError/Reason/inTheWay`` if what is there is no file.
  func writablePath(
    _ relative: [UInt8], in root: FilePath, followingLink: Bool = true
  ) throws -> [UInt8] {
    let name = root.appending(relative)
    let path = try resolved(name.parent, of: root, for: relative).appending(name.lastComponent)
    switch FileKind(path, followingLinks: false) {
    case nil, .file: return try place(of: path, in: root, for: relative)
    case .link where !followingLink: return try place(of: path, in: root, for: relative)
    case .link:
      guard let target = try? path.resolved() else {
        throw StoreError(
          .inTheWay, "cannot write \(quoted(relative)): it is a symbolic link that leads nowhere",
          hint: "delete it first")
      }
      let inside = try place(of: target, in: root, for: relative)
      _ = try FolderName(bytes: inside)
      return inside
    case .folder, .other:
      throw StoreError(
        .inTheWay, "cannot write \(quoted(relative)): what is there is not a regular file",
        hint: "use another key")
    }
  }

  /// A folder without symbolic links, which need not exist yet.
  private func resolved(
    _ folder: FilePath, of root: FilePath, for relative: [UInt8]
  ) throws -> FilePath {
    var existing = folder
    var missing: [ArraySlice<UInt8>] = []
    while FileKind(existing, followingLinks: false) == nil {
      missing.append(existing.lastComponent)
      existing = existing.parent
    }
    guard let resolved = try? existing.resolved(), FileKind(resolved) == .folder else {
      throw StoreError(
        .inTheWay, "cannot write \(quoted(relative)): \(quoted(existing.bytes)) is not a folder")
    }
    if resolved != root {
      _ = try FolderName(bytes: try place(of: resolved, in: root, for: relative))
    }
    return missing.reversed().reduce(resolved) { $0.appending($1) }
  }

  private func place(
    of path: FilePath, in root: FilePath, for relative: [UInt8]
  ) throws -> [UInt8] {
    if let inside = path.relative(to: root) { return inside }
    throw StoreError(
      .outside, "cannot write \(quoted(relative)): a symbolic link there leads out of the store",
      hint: "pwstore never writes outside of its store")
  }
}
