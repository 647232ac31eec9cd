import Glibc

/// A failure that the operating system reports.
public struct SystemError: Failure, Hashable {
  /// The C `errno`.
  public let code: Int32
  /// What was tried: a verb, such as "write".
  public let action: String
  /// The file or folder concerned.
  public let path: FilePath

  /// Creates an error from an `errno`.
  package init(code: Int32, action: String, path: FilePath) {
    (self.code, self.action, self.path) = (code, action, path)
  }

  /// What failed, on which file, and the system's reason.
  public var description: String { "cannot \(action) \(quoted(path.bytes)): \(reason)" }

  /// The system's own text for the code.
  ///
  /// The corresponding C function is `strerror_r`.
  public var reason: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      buffer.initialize(repeating: 0)
      guard strerror_r(code, buffer.baseAddress!, buffer.count) == 0 else { return "error \(code)" }
      return String(cString: buffer.baseAddress!)
    }
  }

  /// Always ``ExitCode/failure``.
  public var exitCode: ExitCode { .failure }

  /// What to do about a full disk, a wrong owner and the like.
  public var hint: String? {
    switch code {
    case ENOSPC, EDQUOT: "free some space, then try again; nothing was changed"
    case EACCES, EPERM: "check who owns it, and its permissions"
    case EROFS: "the file system is mounted read-only"
    default: nil
    }
  }
}

/// Makes one system call, again if a signal interrupts it, and throws if it
/// fails.
///
/// - Parameters:
///   - action: What is tried: a verb, such as "write".
///   - path: The file or folder concerned.
///   - call: The call, which returns -1 and sets `errno` if it fails.
/// - Returns: The call's result, which is not -1.
/// - Throws: ``SystemError``.
@discardableResult
func system<Result: SignedInteger>(
  _ action: String, _ path: FilePath, _ call: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = call()
    guard result == -1 else { return result }
    if errno != EINTR { throw SystemError(code: errno, action: action, path: path) }
  }
}
