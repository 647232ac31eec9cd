import Glibc

/// A name in the store, with all that a listing shows of it and below it.
///
/// Hidden names are left out. Links to folders are followed, unless the listing
/// has come by the folder before.
public struct StoreTree: Sendable {
  /// What a name in a folder stands for.
  public enum Kind: Hashable, Sendable {
    /// A folder.
    case folder
    /// An entry, whose file's name ends in `.gpg`.
    case entry
    /// A file that is no entry, or a link that leads nowhere.
    case other
  }

  /// Why a folder's content is not listed.
  public enum Gap: Hashable, Sendable {
    /// It is a link to a folder that the listing has come by before.
    case seen
    /// The folder cannot be read.
    case unreadable
  }

  /// The file's name in its folder.
  public var fileName: [UInt8]
  /// C's `st_mode` of the name itself, as `lstat` tells it; only the type of the
  /// file if no more was asked for.
  public var mode: UInt32
  /// Where the symbolic link leads, if it is one.
  public var linkTarget: [UInt8]?
  /// C's `st_mode` of what a link leads to; 0 if it leads nowhere.
  public var targetMode: UInt32 = 0
  /// What the folder holds.
  public var children: [StoreTree] = []
  /// Why it seems to hold nothing, if there is a reason.
  public var gap: Gap?

  /// The name without `.gpg`.
  public var name: ArraySlice<UInt8> { Self.withoutSuffix(fileName) }

  /// Where the link leads, without `.gpg`.
  public var targetName: ArraySlice<UInt8>? { linkTarget.map(Self.withoutSuffix) }

  /// What the name stands for; of a link what it leads to.
  public var kind: Kind {
    switch (linkTarget == nil ? mode : targetMode) & S_IFMT {
    case S_IFDIR: .folder
    case S_IFREG where fileName.ends(with: ServiceKey.suffix): .entry
    default: .other
    }
  }

  private static func withoutSuffix(_ name: [UInt8]) -> ArraySlice<UInt8> {
    name.ends(with: ServiceKey.suffix) ? name.dropLast(ServiceKey.suffix.count) : name[...]
  }
}

extension PasswordStore {
  /// Lists a folder with all that is below it; decrypts nothing and starts no
  /// process.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - withModes: Whether to look up each file's permissions, which takes a
  ///     system call for each.
  ///   - sortKey: Makes of a file's name the bytes in whose order names are
  ///     listed, as `strxfrm` does; `nil` for the order of the names' own bytes.
  /// - Returns: The folder, with its content.
  /// - Throws: ``StoreError/Reason/noSuchEntry`` if there is no such folder, or
  ///   ``SystemError``.
  public func tree(
    of folder: FolderName = .root, withModes: Bool = false,
    sortKey: ((ArraySlice<UInt8>) -> [UInt8])? = nil
  ) throws -> StoreTree {
    let path = try readableRoot().appending(folder.bytes)
    guard FileKind(path) == .folder else {
      throw StoreError(.noSuchEntry, "there is no folder \(quoted(folder.bytes))")
    }
    var walk = TreeWalk(withModes: withModes, sortKey: sortKey)
    return StoreTree(
      fileName: Array(path.lastComponent), mode: S_IFDIR, children: try walk.all(in: path))
  }

  /// The keys of all entries in a folder and below, in the order of their bytes.
  ///
  /// - Throws: As ``tree(of:withModes:sortKey:)`` does.
  public func keys(in folder: FolderName = .root) throws -> [ServiceKey] {
    try keyList(of: folder).keys
  }

  /// The keys of all entries in a folder and below, in one piece of memory.
  ///
  /// - Throws: As ``tree(of:withModes:sortKey:)`` does.
  package func keyList(of folder: FolderName = .root) throws -> KeyList {
    let root = try readableRoot()
    guard FileKind(root.appending(folder.bytes)) == .folder else {
      throw StoreError(.noSuchEntry, "there is no folder \(quoted(folder.bytes))")
    }
    return try KeyList(folder, in: root)
  }
}

/// A walk through folders, which knows where it has been.
private struct TreeWalk {
  let withModes: Bool
  let sortKey: ((ArraySlice<UInt8>) -> [UInt8])?
  private var seen: Set<[UInt64]> = []
  /// Whether there was a link to a folder, of which only a walk through everything in
  /// its order knows whether to follow it.
  private var hasLinks = false

  init(withModes: Bool, sortKey: ((ArraySlice<UInt8>) -> [UInt8])?) {
    (self.withModes, self.sortKey) = (withModes, sortKey)
  }

  /// What is in the folder where the walk begins, with all below it.
  ///
  /// Half of a large store is read by a second thread: most of the time goes into the
  /// kernel's own work on the folders.
  mutating func all(in path: FilePath) throws(SystemError) -> [StoreTree] {
    var children = try names(in: path)
    if children.count(where: { $0.mode == S_IFDIR }) >= 16 {
      let (copy, half) = (self, Array(children[(children.count / 2)...]))
      let rest = Background {
        var (walk, half) = (copy, half)
        walk.complete(&half, in: path)
        return (half, walk.hasLinks)
      }
      var (walk, first) = (self, Array(children[..<(children.count / 2)]))
      walk.complete(&first, in: path)
      // The work of the other half does not throw.
      if let (second, hasLinks) = try? rest.value, !hasLinks, !walk.hasLinks {
        return first + second
      }
    }
    complete(&children, in: path)
    return children
  }

  private mutating func children(of path: FilePath) throws(SystemError) -> [StoreTree] {
    var children = try names(in: path)
    complete(&children, in: path)
    return children
  }

  private mutating func names(in path: FilePath) throws(SystemError) -> [StoreTree] {
    let folder = try FolderReader(path)
    seen.insert(folder.identity)
    var names: [StoreTree] = []
    names.reserveCapacity(folder.items.count)
    for item in folder.items where item.name.first != UInt8(ascii: ".") {
      names.append(StoreTree(fileName: item.name, mode: item.kind.type))
    }
    return sorted(names)
  }

  private mutating func complete(_ children: inout [StoreTree], in folder: FilePath) {
    for index in children.indices { complete(&children[index], in: folder) }
  }

  /// Adds what the folder alone does not tell of a name.
  private mutating func complete(_ child: inout StoreTree, in folder: FilePath) {
    guard withModes || child.mode != S_IFREG else { return }
    let path = folder.appending(child.fileName)
    var information = stat()
    if withModes, path.withCString({ lstat($0, &information) }) == 0 {
      child.mode = information.st_mode
    }
    if child.mode & S_IFMT == S_IFLNK {
      child.linkTarget = path.linkTarget ?? []
      guard path.withCString({ stat($0, &information) }) == 0 else { return }
      child.targetMode = information.st_mode
      let identity = [UInt64(information.st_dev), UInt64(information.st_ino)]
      hasLinks = hasLinks || child.kind == .folder
      if child.kind == .folder, seen.contains(identity) {
        child.gap = .seen
        return
      }
    }
    guard child.kind == .folder else { return }
    do throws(SystemError) {
      child.children = try children(of: path)
    } catch {
      child.gap = .unreadable
    }
  }

  private func sorted(_ children: [StoreTree]) -> [StoreTree] {
    let keys = sortKey.map { key in children.map { key($0.fileName[...]) } }
    let order = children.indices.map { index in
      (head: head(of: keys?[index] ?? children[index].fileName), index: index)
    }
    return order.sorted { first, second in
      if first.head != second.head { return first.head < second.head }
      if let keys, keys[first.index] != keys[second.index] {
        return keys[first.index].isBefore(keys[second.index])
      }
      return children[first.index].fileName.isBefore(children[second.index].fileName)
    }.map { children[$0.index] }
  }

  /// The first bytes as a number, which decides most comparisons.
  private func head(of bytes: [UInt8]) -> UInt64 {
    var head: UInt64 = 0
    for index in 0..<8 { head = head << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
    return head
  }
}

extension FileKind {
  /// C's type of the file, without permissions.
  fileprivate var type: UInt32 {
    switch self {
    case .file: S_IFREG
    case .folder: S_IFDIR
    case .link: S_IFLNK
    case .other: 0
    }
  }
}
