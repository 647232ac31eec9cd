import Glibc
import PWCore

/// A standard stream or the terminal cannot be read or written.
struct StreamError: Failure, Hashable {
  /// Which stream it was.
  enum Stream: String, Sendable {
    case input = "read standard input"
    case output = "write to standard output"
    case terminal = "use the terminal"
    case passphrase = "read it"
  }

  let stream: Stream
  /// The C `errno`.
  let code: Int32

  var description: String {
    let reason = SystemError(code: code, action: "", path: FilePath("")).reason
    return "cannot \(stream.rawValue): \(reason)"
  }

  var exitCode: ExitCode { .failure }

  var hint: String? { nil }
}
