import CGit2
import Glibc

/// A file of the work tree that a commit stores.
struct GitFile {
  /// The path below the work tree.
  var path: [UInt8]
  /// Its blob, mode and status; `nil` if there is no such file any more.
  var state: (id: GitID, mode: UInt32, status: stat?)?

  /// Whether the index entry says the same of the file.
  func agrees(with entry: UnsafePointer<git_index_entry>?) -> Bool {
    guard let state else { return entry == nil }
    guard let entry = entry?.pointee, let status = state.status else { return false }
    return GitID(value: entry.id) == state.id && entry.mode == state.mode
      && Int(entry.mtime.seconds) == Int(Int32(truncatingIfNeeded: status.st_mtim.tv_sec))
      && Int(entry.mtime.nanoseconds) == status.st_mtim.tv_nsec
      && entry.ino == UInt32(truncatingIfNeeded: status.st_ino)
      && entry.flags_extended == 0
  }

  /// Puts the file into an index, or takes it out.
  func apply(to index: borrowing GitIndexFile) throws(GitError) {
    guard let state else { return try index.remove(path) }
    var entry = git_index_entry()
    entry.id = state.id.value
    entry.mode = state.mode
    if let status = state.status {
      // The index has 32 bits for each, and git compares no more.
      entry.ctime = git_index_time(status.st_ctim)
      entry.mtime = git_index_time(status.st_mtim)
      entry.dev = UInt32(truncatingIfNeeded: status.st_dev)
      entry.ino = UInt32(truncatingIfNeeded: status.st_ino)
      entry.uid = status.st_uid
      entry.gid = status.st_gid
      entry.file_size = UInt32(truncatingIfNeeded: status.st_size)
    }
    try path.withCString { (path) throws(GitError) in
      entry.path = path
      try index.add(entry)
    }
  }
}

extension git_index_time {
  init(_ time: timespec) {
    self.init(
      seconds: Int32(truncatingIfNeeded: time.tv_sec), nanoseconds: UInt32(time.tv_nsec))
  }
}

/// Reads files of the work tree as they are.
///
/// Entries are ciphertext: no filter and no line-end conversion may touch them.
struct GitFileReader {
  let workTree: FilePath
  /// Whether the file system knows what is executable: `core.fileMode`.
  let trustsMode: Bool

  /// The bytes, the mode and the status of a file; `nil` if there is no file.
  ///
  /// - Throws: ``SystemError``.
  func read(
    _ path: [UInt8], oldMode: UInt32?
  ) throws(SystemError) -> (bytes: [UInt8], mode: UInt32, status: stat)? {
    let file = workTree.appending(path)
    var status = stat()
    guard file.withCString({ lstat($0, &status) }) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw SystemError(code: errno, action: "read", path: file)
    }
    switch status.st_mode & S_IFMT {
    case S_IFLNK:
      var target = [UInt8](repeating: 0, count: max(Int(status.st_size), 1))
      let count = try system("read", file) {
        file.withCString { name in
          target.withUnsafeMutableBytes {
            readlink(name, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
          }
        }
      }
      return (Array(target.prefix(count)), GIT_FILEMODE_LINK.rawValue, status)
    case S_IFREG: break
    case S_IFDIR: return nil
    default: throw SystemError(code: EINVAL, action: "commit", path: file)
    }
    let descriptor = try FileDescriptor(file, O_RDONLY | O_NOFOLLOW, action: "read")
    fstat(descriptor.number, &status)
    let bytes = try descriptor.readAll()
    let isExecutable =
      trustsMode ? status.st_mode & S_IXUSR != 0 : oldMode == GIT_FILEMODE_BLOB_EXECUTABLE.rawValue
    let mode = isExecutable ? GIT_FILEMODE_BLOB_EXECUTABLE : GIT_FILEMODE_BLOB
    return (bytes, mode.rawValue, status)
  }
}
