import Glibc

/// Reads a whole file, which must be a regular one.
///
/// A store comes from other people, and a pipe or a device in it would hang
/// the reader, or never end.
///
/// - Parameter path: The file; symbolic links are followed.
/// - Returns: The file's bytes.
/// - Throws: ``SystemError``; with `EISDIR` for a folder, and with `EINVAL` for
///   anything else that is no regular file.
func readFile(_ path: FilePath) throws(SystemError) -> [UInt8] {
  let file = try FileDescriptor(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, action: "read")
  var information = stat()
  try system("read", path) { fstat(file.number, &information) }
  switch information.st_mode & S_IFMT {
  case S_IFREG: return try file.readAll()
  case S_IFDIR: throw SystemError(code: EISDIR, action: "read", path: path)
  default: throw SystemError(code: EINVAL, action: "read", path: path)
  }
}

/// Reads a whole file, if there is one.
///
/// - Returns: The file's bytes; `nil` if the file or its folder does not exist.
/// - Throws: As ``readFile(_:)`` does.
func readFileIfAny(_ path: FilePath) throws(SystemError) -> [UInt8]? {
  do throws(SystemError) {
    return try readFile(path)
  } catch  where error.code == ENOENT || error.code == ENOTDIR {
    return nil
  }
}

extension SecretBytes {
  /// Reads a file that holds a secret; it may also be a pipe.
  ///
  /// - Throws: ``SystemError``.
  public static func contents(of path: FilePath) throws(SystemError) -> SecretBytes {
    let file = try FileDescriptor(path, O_RDONLY | O_NOCTTY, action: "read")
    var content = SecretBytes()
    while try content.append(
      room: 65536,
      { (space) throws(SystemError) -> Int in
        try system("read", path) { read(file.number, space.baseAddress, space.count) }
      }) > 0
    {}
    return content
  }
}

/// What stands at a path.
package enum FileKind: Hashable {
  case file
  case folder
  case link
  case other

  /// Looks at `path` itself, or at what it leads to.
  ///
  /// - Returns: `nil` if there is nothing, or nothing that we may see.
  package init?(_ path: FilePath, followingLinks: Bool = true) {
    var information = stat()
    let result = path.withCString {
      followingLinks ? stat($0, &information) : lstat($0, &information)
    }
    guard result == 0 else { return nil }
    switch information.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    default: self = .other
    }
  }
}
