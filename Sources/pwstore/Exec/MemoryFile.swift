import CSystem
import Glibc
import PWCore

/// A file in memory with a secret that a child reads, and nobody can change.
///
/// It is closed with the value's life, unless the process becomes the child before.
struct MemoryFile: ~Copyable {
  let number: Int32

  /// The first number that shell scripts do not use for themselves.
  private static let firstNumber: Int32 = 10

  /// Makes a file.
  ///
  /// - Throws: ``SystemError``.
  ///
  /// The corresponding C function is `memfd_create`.
  init(_ content: borrowing SecretBytes) throws(SystemError) {
    number = try Self.make(content)
  }

  private static func make(_ content: borrowing SecretBytes) throws(SystemError) -> Int32 {
    func failure() -> SystemError {
      SystemError(code: errno, action: "make", path: FilePath("a file in memory"))
    }
    let flags = UInt32(CSYSTEM_MFD_CLOEXEC | CSYSTEM_MFD_ALLOW_SEALING)
    let first = memfd_create("secret", flags)
    guard first >= 0 else { throw failure() }
    defer { close(first) }
    // As it is made, all may do all with it; ssh takes no key from such a file.
    guard content.withBytes({ write($0, to: first) }), fchmod(first, 0o400) == 0,
      fcntl(first, Int32(CSYSTEM_F_ADD_SEALS), Int32(CSYSTEM_SEAL_ALL)) == 0,
      lseek(first, 0, SEEK_SET) == 0
    else { throw failure() }
    let number = fcntl(first, F_DUPFD_CLOEXEC, firstNumber)
    guard number >= 0 else { throw failure() }
    return number
  }

  private static func write(_ content: Span<UInt8>, to file: Int32) -> Bool {
    content.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
        let count = Glibc.write(file, rest.baseAddress, rest.count)
        if count > 0 { written += count } else if count == 0 || errno != EINTR { return false }
      }
      return true
    }
  }

  deinit { close(number) }
}
