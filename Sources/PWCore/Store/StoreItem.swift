/// An entry or a folder of a store.
public enum StoreItem: Hashable, Sendable {
  /// An entry.
  case entry(ServiceKey)
  /// A folder.
  case folder(FolderName)

  /// The item's file or folder, relative to the store.
  var path: [UInt8] {
    switch self {
    case .entry(let key): key.file
    case .folder(let folder): folder.bytes
    }
  }

  /// The folder that holds it; the root holds itself.
  var parent: FolderName {
    switch self {
    case .entry(let key): key.folder
    case .folder(let folder): folder.parent
    }
  }

  /// The item of the same kind and the same last part in another folder.
  func inside(_ folder: FolderName) -> StoreItem {
    switch self {
    case .entry(let key):
      .entry(ServiceKey(found: folder.appending(FilePath(key.bytes).lastComponent)))
    case .folder(let old):
      .folder(FolderName(found: folder.appending(FilePath(old.bytes).lastComponent)))
    }
  }
}

extension StoreItem: CustomStringConvertible {
  /// The name as messages show it, with control characters escaped.
  public var description: String {
    switch self {
    case .entry(let key): key.description
    case .folder(let folder): "\(folder)/"
    }
  }
}

extension PasswordStore {
  /// What a name stands for: the entry of that name, or else the folder.
  ///
  /// - Parameters:
  ///   - name: The name; the root is always the folder.
  ///   - preferringFolder: Whether it is the folder where there are both.
  /// - Returns: `nil` if there is neither.
  /// - Throws: ``StoreError/Reason/noStore``.
  public func item(_ name: FolderName, preferringFolder: Bool = false) throws -> StoreItem? {
    let path = try readableRoot().appending(name.bytes)
    let folder = FileKind(path) == .folder ? StoreItem.folder(name) : nil
    if name.isRoot || (preferringFolder && folder != nil) { return folder }
    let key = ServiceKey(found: name.bytes)
    // A link to an entry is one, too, even if it leads nowhere.
    let file = try readableRoot().appending(key.file)
    let isEntry =
      switch FileKind(file, followingLinks: false) {
      case .file: true
      case .link: FileKind(file) != .folder
      case .folder, .other, nil: false
      }
    return isEntry ? .entry(key) : folder
  }

  /// What an item becomes if it is moved or copied to a name.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - name: The name. If there is such a folder, the item goes into it.
  ///   - isFolder: Whether the name is that of a folder even if there is none yet.
  /// - Returns: The item that it becomes.
  /// - Throws: ``StoreError/Reason/noStore``.
  public func destination(
    of item: StoreItem, at name: FolderName, isFolder: Bool = false
  ) throws -> StoreItem {
    if try isFolder || contains(name) { return item.inside(name) }
    return switch item {
    case .entry: .entry(ServiceKey(found: name.bytes))
    case .folder: .folder(name)
    }
  }
}
