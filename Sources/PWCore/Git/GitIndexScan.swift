/// Whether an index holds conflicts, found out without taking the whole of it apart:
/// every change asks, and a large index takes libgit2 several milliseconds.
///
/// The form is described in gitformat-index(5).
enum GitIndexScan {
  /// The bytes of an entry before its name: times, numbers, SHA-1 and flags.
  private static let fixedLength = 62

  /// Whether the index may hold conflicts.
  ///
  /// - Parameter path: The index of a repository with SHA-1 ids.
  /// - Returns: `true` also if the form is another one than usual.
  static func mayHaveConflicts(_ path: FilePath) -> Bool {
    guard let bytes = try? readFile(path) else {
      return FileKind(path, followingLinks: false) != nil
    }
    return bytes.withUnsafeBytes { mayHaveConflicts($0) }
  }

  private static func mayHaveConflicts(_ index: UnsafeRawBufferPointer) -> Bool {
    func number(at offset: Int) -> Int {
      (0..<4).reduce(0) { $0 << 8 | Int(index[offset + $1]) }
    }
    guard index.count >= 12, index.prefix(4).elementsEqual("DIRC".utf8) else { return true }
    let version = number(at: 4)
    // Version 4 shortens names.
    guard version == 2 || version == 3 else { return true }
    var start = 12
    for _ in 0..<number(at: 8) {
      guard start + fixedLength < index.count else { return true }
      let flags = Int(index[start + 60]) << 8 | Int(index[start + 61])
      if flags & 0x3000 != 0 { return true }
      var length = fixedLength + (flags & 0x4000 == 0 ? 0 : 2)
      let nameLength = flags & 0xFFF
      if nameLength < 0xFFF {
        length += nameLength
      } else {
        guard let end = index[(start + length)...].firstIndex(of: 0) else { return true }
        length = end - start
      }
      // One to eight NULs follow, up to a multiple of eight.
      start += length / 8 * 8 + 8
    }
    return false
  }
}
