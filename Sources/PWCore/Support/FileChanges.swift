import Glibc

/// Makes a folder and those above it that are missing.
///
/// - Throws: ``SystemError``; with `ENOTDIR` or `EEXIST` if a file is in the way.
package func makeFolders(_ path: FilePath, mode: UInt32) throws(SystemError) {
  if FileKind(path) == .folder { return }
  if path.parent != path { try makeFolders(path.parent, mode: mode) }
  do throws(SystemError) {
    try system("make the folder", path) { path.withCString { mkdir($0, mode) } }
  } catch  where error.code == EEXIST && FileKind(path) == .folder {
    return  // Another process was faster.
  }
}

/// Removes `folder` and those above it for as long as they are empty.
///
/// - Parameters:
///   - folder: Where to begin.
///   - root: Where to stop; it stays even if it is empty.
package func removeEmptyFolders(from folder: FilePath, below root: FilePath) {
  var folder = folder
  while folder.relative(to: root) != nil, folder.withCString({ rmdir($0) }) == 0 {
    folder = folder.parent
  }
}

/// Writes a new file.
///
/// It may not be on the disk yet: that is for ``FileDescriptor/synchronize()``.
///
/// - Parameters:
///   - path: The file, which must not exist yet.
///   - content: What to write.
///   - mode: The permissions; the umask does not apply.
/// - Throws: ``SystemError``; there is then no such file.
func writeNewFile(
  _ path: FilePath, _ content: [UInt8], mode: mode_t
) throws(SystemError) {
  let file = try FileDescriptor(path, O_WRONLY | O_CREAT | O_EXCL, action: "write")
  do throws(SystemError) {
    try system("write", path) { fchmod(file.number, mode) }
    try file.write(content.span)
  } catch {
    path.withCString { _ = unlink($0) }
    throw error
  }
}

/// Gives a file another name, in place of what had that name before.
///
/// - Throws: ``SystemError``, on the new name.
///
/// The corresponding C function is `rename`.
func moveFile(_ old: FilePath, to new: FilePath) throws(SystemError) {
  try system("write", new) { old.withCString { old in new.withCString { rename(old, $0) } } }
}

/// Removes a file, if there is one.
///
/// - Throws: ``SystemError``.
///
/// The corresponding C function is `unlink`.
func removeFile(_ path: FilePath) throws(SystemError) {
  do throws(SystemError) {
    try system("remove", path) { path.withCString { unlink($0) } }
  } catch  where error.code == ENOENT {
    return
  }
}

/// Gives a file a second name; where the file system cannot, makes a copy.
///
/// - Throws: ``SystemError``, on the second name.
///
/// The corresponding C function is `linkat`, which does not follow a link.
func duplicateFile(_ path: FilePath, as second: FilePath) throws(SystemError) {
  let result = path.withCString { path in
    second.withCString { linkat(AT_FDCWD, path, AT_FDCWD, $0, 0) }
  }
  if result != 0 { try copyFile(path, as: second, umask: 0) }
}

/// Makes a copy of a file; that of a symbolic link is one, too.
///
/// - Parameters:
///   - path: The file.
///   - copy: The copy, which must not exist yet.
///   - umask: What the copy's permissions lack of the file's.
/// - Returns: Whether the copy is a regular file.
/// - Throws: ``SystemError``.
@discardableResult
func copyFile(_ path: FilePath, as copy: FilePath, umask: mode_t) throws(SystemError) -> Bool {
  if let target = path.linkTarget {
    try makeLink(copy, to: target)
    return false
  }
  var information = stat()
  try system("read", path) { path.withCString { stat($0, &information) } }
  try writeNewFile(copy, readFile(path), mode: information.st_mode & 0o777 & ~umask)
  return true
}

/// Makes a symbolic link.
///
/// - Parameters:
///   - path: The link, which must not exist yet.
///   - destination: Where it leads.
/// - Throws: ``SystemError``.
///
/// The corresponding C function is `symlink`.
func makeLink(_ path: FilePath, to destination: [UInt8]) throws(SystemError) {
  try system("write", path) {
    FilePath(destination).withCString { target in path.withCString { symlink(target, $0) } }
  }
}

/// Waits until a folder's names are on the disk.
///
/// - Throws: ``SystemError``.
func synchronizeFolder(_ path: FilePath) throws(SystemError) {
  try FileDescriptor(path, O_RDONLY | O_DIRECTORY, action: "write").synchronize()
}

/// Writes a secret to a file, whole or not at all; one that is there is replaced.
///
/// A symbolic link stays, and what it leads to is replaced. What is no regular file, such
/// as a pipe, is written to.
///
/// - Parameters:
///   - path: The file.
///   - content: What to write.
///   - mode: The permissions; the umask does not apply.
/// - Throws: ``SystemError``; the file is then as it was.
package func replaceFile(
  _ path: FilePath, with content: borrowing SecretBytes, mode: UInt32
) throws(SystemError) {
  switch FileKind(path) {
  case .other:
    let file = try FileDescriptor(path, O_WRONLY | O_NOCTTY, action: "write")
    return try content.withBytes { (bytes) throws(SystemError) in try file.write(bytes) }
  case .folder: throw SystemError(code: EISDIR, action: "write", path: path)
  case .file, .link, nil: break
  }
  let target = path.linkTarget == nil ? path : try path.resolved()
  let name = Array(".pwstore-\(getpid())-".utf8) + target.lastComponent.prefix(200)
  let temporary = target.parent.appending(name)
  try removeFile(temporary)
  do throws(SystemError) {
    let file = try FileDescriptor(temporary, O_WRONLY | O_CREAT | O_EXCL, action: "write")
    try content.withBytes { (bytes) throws(SystemError) in try file.write(bytes) }
    try system("write", path) { fchmod(file.number, mode) }
    try file.synchronize()
    try moveFile(temporary, to: target)
  } catch {
    temporary.withCString { _ = unlink($0) }
    throw SystemError(code: error.code, action: error.action, path: path)
  }
  try synchronizeFolder(target.parent)
}
