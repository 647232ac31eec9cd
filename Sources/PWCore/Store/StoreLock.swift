import CSystem
import Glibc

/// The lock that a writer of the store holds.
///
/// It is the kernel's advisory lock on the store's own folder, so that no file
/// is left behind and the lock ends with its holder, however that ends. The
/// corresponding C function is `flock`.
enum StoreLock {
  /// Waits for the lock, and holds it while `body` runs.
  ///
  /// - Parameters:
  ///   - root: The store's folder.
  ///   - timeout: How long to wait at most; zero to try just once.
  ///   - check: Throws if there is no use in waiting any longer.
  ///   - body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: ``StoreError/Reason/busy`` when the time is over, ``SystemError``,
  ///   and what `body` throws.
  static func hold<Result>(
    _ root: FilePath, timeout: Duration, whileWaiting check: () throws -> Void = {},
    _ body: () throws -> Result
  ) throws -> Result {
    let folder = try FileDescriptor(root, O_RDONLY | O_DIRECTORY, action: "lock")
    let clock = ContinuousClock()
    let end = clock.now + timeout
    var pause: UInt32 = 1000
    while flock(folder.number, Int32(CSYSTEM_LOCK_EX | CSYSTEM_LOCK_NB)) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw SystemError(code: errno, action: "lock", path: root)
      }
      guard clock.now < end else {
        throw StoreError(
          .busy, "the store \(quoted(root.bytes)) is busy: another pwstore is changing it",
          hint: "try again when it is done; PWSTORE_LOCK_TIMEOUT sets how many seconds to wait")
      }
      try check()
      usleep(pause)
      pause = min(pause * 3 / 2, 20_000)
    }
    return try body()
  }
}
