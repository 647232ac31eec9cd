import Glibc

extension SecretBytes {
  /// Writes the bytes to a file that its user alone may read, in place of one that
  /// is there; whole or not at all.
  ///
  /// - Throws: ``SystemError``.
  package borrowing func write(to path: FilePath) throws(SystemError) {
    let temporary = path.parent.appending(
      Array(".\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).".utf8)
        + Array(path.lastComponent.prefix(200)))
    do throws(SystemError) {
      let file = try FileDescriptor(temporary, O_WRONLY | O_CREAT | O_EXCL, action: "write")
      try withBytes { (bytes) throws(SystemError) in try file.write(bytes) }
      try file.synchronize()
      try moveFile(temporary, to: path)
    } catch {
      temporary.withCString { _ = unlink($0) }
      // The user has named the other one.
      throw SystemError(code: error.code, action: "write", path: path)
    }
  }
}
