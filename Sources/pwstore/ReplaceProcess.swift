import Glibc
import PWCore

/// Becomes another program, in the state in which this one was started.
///
/// - Parameters:
///   - arguments: The program, looked up in `$PATH` unless it has a slash, and
///     its arguments.
///   - environment: Variables to set besides ours, or with `nil` to take away.
/// - Throws: ``SystemError``, if there is no such program.
///
/// The corresponding C function is `execvp`.
func replaceProcess(
  _ arguments: [[UInt8]], environment: [String: [UInt8]?] = [:]
) throws -> Never {
  for (name, value) in environment {
    if let value {
      _ = FilePath(value).withCString { setenv(name, $0, 1) }
    } else {
      unsetenv(name)
    }
  }
  StartUp.undo()
  var words = arguments.map { FilePath($0).withCString { strdup($0) } } + [nil]
  defer { for word in words { free(word) } }
  execvp(words[0]!, &words)
  let code = errno
  _ = StartUp.prepare()
  throw SystemError(code: code, action: "run", path: FilePath(arguments[0]))
}
