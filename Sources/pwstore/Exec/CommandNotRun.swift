import Glibc
import PWCore

/// The command that a user has named cannot be run.
struct CommandNotRun: Failure, Hashable {
  /// Why, and which file.
  let cause: SystemError

  var description: String { cause.description }

  var exitCode: ExitCode { .failure }

  /// As env(1) and the shells have it: 127 if there is none, 126 if it cannot be run.
  var status: Int32 { cause.code == ENOENT ? 127 : 126 }

  var hint: String? {
    switch cause.code {
    case E2BIG: "hand over big values by --stdin or --fd"
    case ENOEXEC: "it is no program, and has no line \"#!\" that names one"
    default: cause.hint
    }
  }

  init(_ code: Int32, _ command: [UInt8]) {
    cause = SystemError(code: code, action: "run", path: FilePath(command))
  }

  /// Looks for a command, as execvp(3) does: in `$PATH`, unless it has a slash.
  ///
  /// - Returns: The program's file.
  /// - Throws: ``CommandNotRun``.
  static func file(of command: [UInt8], in environment: Environment) throws(Self) -> FilePath {
    guard !command.contains(UInt8(ascii: "/")) else {
      let path = FilePath(command)
      if let code = failure(path) { throw CommandNotRun(code, command) }
      return path
    }
    var code = ENOENT
    let folders = (environment.bytes("PATH") ?? Array("/bin:/usr/bin".utf8))
      .split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    // An empty part of the variable is the current folder.
    for folder in folders where !command.isEmpty {
      let path = FilePath(folder.isEmpty ? Array(".".utf8)[...] : folder).appending(command)
      guard let failure = failure(path) else { return path }
      if failure != ENOENT, failure != ENOTDIR { code = failure }
    }
    throw CommandNotRun(code, command)
  }

  /// Why a file cannot be run; `nil` if it perhaps can.
  private static func failure(_ path: FilePath) -> Int32? {
    switch FileKind(path) {
    case .file: path.withCString { access($0, X_OK) } == 0 ? nil : errno
    case nil: path.withCString { access($0, F_OK) } == 0 ? EACCES : errno
    default: EACCES
    }
  }
}
