import Glibc

extension MessageRecipients {
  /// How much of a file is looked at first: enough for a key or two, also long
  /// ones.
  private static let beginning = 1024

  /// Reads the recipients of the message in a file, of which no more is read than
  /// it takes.
  ///
  /// - Throws: ``GPGError`` as for a message in memory, or ``SystemError``.
  ///
  /// The corresponding C function is `pread`.
  init(of file: FilePath) throws {
    let descriptor = try FileDescriptor(file, O_RDONLY | O_NONBLOCK | O_NOCTTY, action: "read")
    let start = try [UInt8](unsafeUninitializedCapacity: Self.beginning) { buffer, count in
      count = try system("read", file) {
        pread(descriptor.number, buffer.baseAddress, buffer.count, 0)
      }
    }
    do throws(GPGError) {
      try self.init(of: start)
    } catch {
      guard start.count == Self.beginning else { throw error }
      // Perhaps it is whole for one who reads on.
      try self.init(of: try readFile(file))
    }
  }
}
