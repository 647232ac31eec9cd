import Glibc

/// The names in one folder, with what they stand for.
package struct FolderReader {
  /// One name.
  package struct Item {
    package let name: [UInt8]
    package let kind: FileKind
  }

  /// The names, in no order, without `.` and `..`.
  package let items: [Item]
  /// The folder's device and number, which tell it from all others.
  let identity: [UInt64]

  /// Reads a folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - start: How names have to begin; others are left out.
  /// - Throws: ``SystemError``.
  ///
  /// The corresponding C function is `readdir`.
  package init(
    _ path: FilePath, namesBeginningWith start: [UInt8] = []
  ) throws(SystemError) {
    guard let stream = path.withCString({ opendir($0) }) else {
      throw SystemError(code: errno, action: "read the folder", path: path)
    }
    defer { closedir(stream) }
    var information = stat()
    try system("read the folder", path) { fstat(dirfd(stream), &information) }
    identity = [UInt64(information.st_dev), UInt64(information.st_ino)]
    var items: [Item] = []
    while let entry = readdir(stream) {
      let first = UnsafeRawPointer(entry) + Self.nameOffset
      let length = strlen(first.assumingMemoryBound(to: CChar.self))
      guard length >= start.count, memcmp(first, start, start.count) == 0 else { continue }
      let name = Array(UnsafeRawBufferPointer(start: first, count: length))
      guard name != [0x2E], name != [0x2E, 0x2E] else { continue }
      switch Int32(entry.pointee.d_type) {
      case Int32(DT_REG): items.append(Item(name: name, kind: .file))
      case Int32(DT_DIR): items.append(Item(name: name, kind: .folder))
      case Int32(DT_LNK): items.append(Item(name: name, kind: .link))
      case Int32(DT_UNKNOWN):
        let kind = FileKind(path.appending(name), followingLinks: false)
        items.append(Item(name: name, kind: kind ?? .other))
      default: items.append(Item(name: name, kind: .other))
      }
    }
    self.items = items
  }

  /// Where in a C `dirent` the name begins.
  static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
}
