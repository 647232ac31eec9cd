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
  let identity: FolderIdentity

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
    var items: [Item] = []
    identity = try Self.read(path) { name, kind in
      guard name.count >= start.count, memcmp(name.baseAddress!, start, start.count) == 0 else {
        return
      }
      items.append(Item(name: Array(name), kind: kind))
    }
    self.items = items
  }

  /// Reads a folder name by name.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - body: Is called with each name but `.` and `..`, in no order.
  /// - Returns: The folder's device and number.
  /// - Throws: ``SystemError``.
  ///
  /// The corresponding C function is `readdir`.
  static func read(
    _ path: FilePath, _ body: (UnsafeRawBufferPointer, FileKind) -> Void
  ) throws(SystemError) -> FolderIdentity {
    guard let stream = path.withCString({ opendir($0) }) else {
      throw SystemError(code: errno, action: "read the folder", path: path)
    }
    defer { closedir(stream) }
    var information = stat()
    try system("read the folder", path) { fstat(dirfd(stream), &information) }
    while let entry = readdir(stream) {
      let first = UnsafeRawPointer(entry) + nameOffset
      let name = UnsafeRawBufferPointer(
        start: first, count: strlen(first.assumingMemoryBound(to: CChar.self)))
      guard name[0] != 0x2E || name.count > 2 || name.count == 2 && name[1] != 0x2E else {
        continue
      }
      body(name, kind(of: entry, named: name, in: path))
    }
    return FolderIdentity(information)
  }

  private static func kind(
    of entry: UnsafeMutablePointer<dirent>, named name: UnsafeRawBufferPointer,
    in folder: FilePath
  ) -> FileKind {
    switch Int32(entry.pointee.d_type) {
    case Int32(DT_REG): .file
    case Int32(DT_DIR): .folder
    case Int32(DT_LNK): .link
    case Int32(DT_UNKNOWN): FileKind(folder.appending(name), followingLinks: false) ?? .other
    default: .other
    }
  }

  /// Where in a C `dirent` the name begins.
  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
}
