import Glibc

/// The keys of a folder and all below it, in the order of their bytes.
///
/// They lie in one piece of memory, since listing a large store is to feel like
/// nothing: ten thousand keys take a tenth of the time of a tree of them.
package struct KeyList: Sendable {
  /// The keys, each with a NUL behind it, which no key holds.
  package private(set) var bytes: [UInt8] = []

  private var path: [UInt8]
  /// Where in `path` the keys begin.
  private let start: Int
  /// The folders that lead to the present one, to notice a circle of links.
  private var chain: [FolderIdentity] = []

  /// Lists a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder's name.
  ///   - root: The store.
  /// - Throws: ``SystemError`` if the folder cannot be read; those below it that
  ///   cannot are taken to be empty.
  init(_ folder: FolderName, in root: FilePath) throws(SystemError) {
    path = root.bytes + [UInt8(ascii: "/")]
    start = path.count
    if !folder.isRoot { path += folder.bytes + [UInt8(ascii: "/")] }
    try walk()
  }

  /// The keys as values.
  package var keys: [ServiceKey] {
    bytes.split(separator: 0).map { ServiceKey(found: Array($0)) }
  }

  /// The keys with another byte than NUL behind each.
  package func bytes(terminatedBy terminator: UInt8) -> [UInt8] {
    var bytes = bytes
    bytes.withUnsafeMutableBytes { bytes in
      for index in bytes.indices where bytes[index] == 0 { bytes[index] = terminator }
    }
    return bytes
  }

  private struct Item {
    /// The first bytes of the name as a number, which decides most comparisons.
    let head: UInt64
    /// The name: of an entry without `.gpg`, of a folder with a slash, in whose
    /// order whole keys are.
    let name: Range<Int>
    let isFolder: Bool
  }

  private mutating func walk() throws(SystemError) {
    let folder = FilePath(path)
    var names: [UInt8] = []
    var items: [Item] = []
    let identity = try FolderReader.read(folder) { name, kind in
      add(name, kind, to: &items, &names)
    }
    guard !chain.contains(identity) else { return }
    chain.append(identity)
    defer { chain.removeLast() }
    names.withUnsafeBytes { names in
      items.sort {
        $0.head == $1.head ? names[$0.name].isBefore(names[$1.name]) : $0.head < $1.head
      }
    }
    // Half of a large store is read by a second thread: most of the time goes
    // into the kernel's own work on the folders.
    let isLarge = chain.count == 1 && items.count { $0.isFolder } >= 16
    let middle = isLarge ? items.count / 2 : items.count
    let rest: Background<[UInt8]>?
    if isLarge {
      let (copy, names, items) = (self, names, items[middle...])
      rest = Background {
        var other = copy
        other.add(items, names)
        return other.bytes
      }
    } else {
      rest = nil
    }
    add(items[..<middle], names)
    // The work of the other half does not throw.
    if let rest, let more = try? rest.value { bytes += more }
  }

  /// Adds the keys of entries and of the folders, one after the other.
  private mutating func add(_ items: ArraySlice<Item>, _ names: [UInt8]) {
    for item in items {
      if item.isFolder {
        path += names[item.name]
        try? walk()
        path.removeLast(item.name.count)
      } else {
        bytes += path[start...]
        bytes += names[item.name]
        bytes.append(0)
      }
    }
  }

  private func add(
    _ name: UnsafeRawBufferPointer, _ kind: FileKind, to items: inout [Item],
    _ names: inout [UInt8]
  ) {
    guard name[0] != UInt8(ascii: ".") else { return }
    let kind = kind == .file || kind == .folder ? kind : FileKind(FilePath(path + name))
    let (begin, length) = (names.count, name.count)
    if kind == .folder {
      names += name
      names.append(UInt8(ascii: "/"))
    } else if kind == .file, length > 4, name[(length - 4)...].elementsEqual(".gpg".utf8) {
      names += name[..<(length - 4)]
    } else {
      return
    }
    let head = names.withUnsafeBytes { $0[begin...].head }
    items.append(Item(head: head, name: begin..<names.count, isFolder: kind == .folder))
  }
}
