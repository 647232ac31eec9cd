import Glibc

/// A walk through folders, which knows where it has been.
struct TreeWalk {
  private let withModes: Bool
  private let sortKey: ((ArraySlice<UInt8>) -> [UInt8])?
  private var tree = StoreTree()
  private var seen: [FolderIdentity] = []
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
  mutating func all(in path: FilePath) throws(SystemError) -> StoreTree {
    let names = try names(in: path)
    if names.count(where: { UInt32($0.type) == S_IFDIR }) >= 16 {
      let (copy, middle) = (self, names.count / 2)
      let rest = Background {
        var walk = copy
        walk.add(names[middle...], in: path, depth: 0)
        return (walk.tree, walk.hasLinks)
      }
      var walk = self
      walk.add(names[..<middle], in: path, depth: 0)
      // The work of the other half does not throw.
      if let (second, hasLinks) = try? rest.value, !hasLinks, !walk.hasLinks {
        walk.tree.append(contentsOf: second)
        return walk.tree
      }
    }
    add(names[...], in: path, depth: 0)
    return tree
  }

  /// A name in one folder.
  private struct Name {
    /// The first bytes of the name, or of its sort key, as a number, which decides
    /// most comparisons.
    var head: UInt64
    /// Where the tree keeps it.
    let place: StoreTree.Place
    /// C's type of the file, without permissions.
    let type: UInt16
    /// Where in the list of sort keys that of the name is.
    let number: UInt32
  }

  /// The names in one folder, in their order.
  private mutating func names(in path: FilePath) throws(SystemError) -> [Name] {
    var names: [Name] = []
    let identity = try FolderReader.read(path) { name, kind in
      guard name[0] != UInt8(ascii: ".") else { return }
      names.append(
        Name(
          head: name[...].head, place: tree.keep(name), type: kind.type,
          number: UInt32(names.count)))
    }
    seen.append(identity)
    sort(&names)
    return names
  }

  private func sort(_ names: inout [Name]) {
    let keys = sortKey.map { key in names.map { key(tree.kept($0.place)) } }
    if let keys {
      for index in keys.indices { names[index].head = keys[index].withUnsafeBytes { $0[...].head } }
    }
    tree.withKeptBytes { bytes in
      names.sort { first, second in
        if first.head != second.head { return first.head < second.head }
        if let keys {
          let (first, second) = (keys[Int(first.number)], keys[Int(second.number)])
          if first != second { return first.isBefore(second) }
        }
        return bytes[first.place.range].isBefore(bytes[second.place.range])
      }
    }
  }

  /// Adds some of the names in a folder, each with what is below it.
  private mutating func add(_ names: ArraySlice<Name>, in folder: FilePath, depth: Int) {
    for name in names {
      tree.append(keptAt: name.place, mode: UInt32(name.type), depth: depth)
      guard withModes || UInt32(name.type) != S_IFREG else { continue }
      // A copy of the name: with a part of the tree's own bytes in our hands, each name that
      // is kept would copy all of them.
      let fileName = Array(tree.kept(name.place))[...]
      complete(
        StoreTree.Node(depth: depth, fileName: fileName, mode: UInt32(name.type)), in: folder)
    }
  }

  /// Adds what a folder does not tell of the newest name in it, and what is below that.
  private mutating func complete(_ node: StoreTree.Node, in folder: FilePath) {
    var node = node
    let path = folder.appending(node.fileName)
    var information = stat()
    if withModes, path.withCString({ lstat($0, &information) }) == 0 {
      node.mode = information.st_mode
    }
    if node.mode & S_IFMT == S_IFLNK {
      node.linkTarget = (path.linkTarget ?? [])[...]
      if path.withCString({ stat($0, &information) }) == 0 {
        node.targetMode = information.st_mode
        hasLinks = hasLinks || node.kind == .folder
        if node.kind == .folder, seen.contains(FolderIdentity(information)) { node.gap = .seen }
      }
    }
    var names: [Name] = []
    if node.kind == .folder, node.gap == nil {
      do throws(SystemError) { names = try self.names(in: path) } catch { node.gap = .unreadable }
    }
    tree.addDetail(of: node)
    add(names[...], in: path, depth: node.depth + 1)
  }
}

extension FileKind {
  /// C's type of the file, without permissions.
  fileprivate var type: UInt16 {
    switch self {
    case .file: UInt16(S_IFREG)
    case .folder: UInt16(S_IFDIR)
    case .link: UInt16(S_IFLNK)
    case .other: 0
    }
  }
}
