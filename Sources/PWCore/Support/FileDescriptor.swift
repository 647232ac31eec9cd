import CSystem
import Glibc

/// An open file that this value alone owns, and closes at the end of its life.
///
/// Children do not inherit it.
struct FileDescriptor: ~Copyable {
  let number: Int32
  private let path: FilePath

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file or folder.
  ///   - flags: C's `O_` flags; `O_CLOEXEC` is added.
  ///   - mode: The permissions of a file that is made; the umask applies.
  ///   - action: What to call it in an error: a verb.
  /// - Throws: ``SystemError``.
  ///
  /// The corresponding C function is `open`.
  init(
    _ path: FilePath, _ flags: Int32, mode: mode_t = 0o600, action: String = "open"
  ) throws(SystemError) {
    self.path = path
    number = try system(action, path) { path.withCString { open($0, flags | O_CLOEXEC, mode) } }
  }

  private init(inMemory path: FilePath) throws(SystemError) {
    self.path = path
    number = try system("make", path) { memfd_create("pwstore", UInt32(CSYSTEM_MFD_CLOEXEC)) }
  }

  /// Makes a file that is nowhere but in memory.
  ///
  /// - Throws: ``SystemError``.
  ///
  /// The corresponding C function is `memfd_create`.
  static func inMemory(_ content: [UInt8]) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor(inMemory: FilePath("a file in memory"))
    try file.write(content.span)
    return file
  }

  deinit { close(number) }

  /// Writes all of `bytes`.
  ///
  /// - Throws: ``SystemError``, for example if the disk is full.
  func write(_ bytes: borrowing Span<UInt8>) throws(SystemError) {
    try bytes.withUnsafeBytes { (bytes) throws(SystemError) in
      var written = 0
      while written < bytes.count {
        written += try system("write", path) {
          Glibc.write(number, bytes.baseAddress! + written, bytes.count - written)
        }
      }
    }
  }

  /// Reads all that is left.
  ///
  /// - Throws: ``SystemError``.
  func readAll() throws(SystemError) -> [UInt8] {
    var content: [UInt8] = []
    var information = stat()
    if fstat(number, &information) == 0 { content.reserveCapacity(Int(information.st_size) + 1) }
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65536) {
      (buffer) throws(SystemError) in
      while true {
        let count = try system("read", path) { read(number, buffer.baseAddress, buffer.count) }
        guard count > 0 else { return }
        content += buffer[..<count]
      }
    }
    return content
  }

  /// Waits until the file is on the disk.
  ///
  /// - Throws: ``SystemError``. File systems that cannot do it are no failure.
  ///
  /// The corresponding C function is `fsync`.
  func synchronize() throws(SystemError) {
    do throws(SystemError) {
      try system("write", path) { fsync(number) }
    } catch  where error.code == EINVAL || error.code == ENOTSUP {
      return
    }
  }
}
