/// A folder of the store, with all that a listing shows of it.
///
/// Hidden names are left out. Links to folders are followed, but not round in a
/// circle.
public struct StoreTree: Sendable {
  /// What a name in a folder stands for.
  public enum Kind: Hashable, Sendable {
    /// A folder.
    case folder
    /// An entry, whose name is without `.gpg`.
    case entry
    /// A file that is no entry.
    case other
  }

  /// The name in its folder.
  public var name: [UInt8]
  /// What it stands for; of a link what it leads to.
  public var kind: Kind
  /// Where the symbolic link leads, if it is one.
  public var linkTarget: [UInt8]?
  /// What the folder holds, in the order of the names' bytes.
  public var children: [StoreTree] = []
}

extension PasswordStore {
  /// Lists a folder with all that is below it; decrypts nothing and starts no
  /// process.
  ///
  /// - Throws: ``StoreError/Reason/noSuchEntry`` if there is no such folder, or
  ///   ``SystemError``.
  public func tree(of folder: FolderName = .root) throws -> StoreTree {
    let path = try readableRoot().appending(folder.bytes)
    guard FileKind(path) == .folder else {
      throw StoreError(.noSuchEntry, "there is no folder \(quoted(folder.bytes))")
    }
    var tree = StoreTree(name: Array(path.lastComponent), kind: .folder)
    tree.children = try children(of: path, above: [])
    return tree
  }

  /// The keys of all entries in a folder and below, in the order of their bytes.
  ///
  /// - Throws: As ``tree(of:)`` does.
  public func keys(in folder: FolderName = .root) throws -> [ServiceKey] {
    try keyList(of: folder).keys
  }

  /// The keys of all entries in a folder and below, in one piece of memory.
  ///
  /// - Throws: As ``tree(of:)`` does.
  package func keyList(of folder: FolderName = .root) throws -> KeyList {
    let root = try readableRoot()
    guard FileKind(root.appending(folder.bytes)) == .folder else {
      throw StoreError(.noSuchEntry, "there is no folder \(quoted(folder.bytes))")
    }
    return try KeyList(folder, in: root)
  }

  private func children(
    of path: FilePath, above: [[UInt64]]
  ) throws(SystemError) -> [StoreTree] {
    let folder = try FolderReader(path)
    if above.contains(folder.identity) { return [] }
    let chain = above + [folder.identity]
    var children: [StoreTree] = []
    children.reserveCapacity(folder.items.count)
    for item in folder.items where item.name.first != UInt8(ascii: ".") {
      var child = StoreTree(name: item.name, kind: .other)
      var kind: FileKind? = item.kind
      if item.kind == .link {
        let link = path.appending(item.name)
        child.linkTarget = link.linkTarget
        kind = FileKind(link)
      }
      switch kind {
      case .folder:
        child.kind = .folder
        // A folder that we may not read is shown, but as empty.
        child.children = (try? self.children(of: path.appending(item.name), above: chain)) ?? []
      case .file, nil, .link, .other:
        let suffix = ServiceKey.suffix
        if item.name.count > suffix.count, item.name.ends(with: suffix) {
          child.name.removeLast(suffix.count)
          child.kind = kind == .file ? .entry : .other
        }
      }
      children.append(child)
    }
    return children.sorted { $0.name.isBefore($1.name) }
  }
}
