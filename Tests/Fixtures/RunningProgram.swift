import Foundation

/// The program while it runs, in a session of its own, without a terminal.
///
/// One thread at a time may use it.
public final class RunningProgram: @unchecked Sendable {
  /// The process's number.
  public let process: pid_t
  private let folder: TemporaryFolder
  private var status: Int32?

  /// Starts the program with standard input closed.
  init(_ pwstore: Pwstore, _ arguments: [String]) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    process = try spawn(
      Pwstore.path, ([pwstore.name] + arguments).map { Array($0.utf8) },
      environment: pwstore.environment, session: true
    ) { actions in
      posix_spawn_file_actions_addopen(&actions, 1, "\(folder.path)/1", O_WRONLY | O_CREAT, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, "\(folder.path)/2", O_WRONLY | O_CREAT, 0o600)
      // The lowest number there is: nothing may have taken it in between.
      posix_spawn_file_actions_addclose(&actions, 0)
    }
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      _ = waitForEnd(of: process)
    }
  }

  /// Sends a signal to the process alone.
  public func send(_ signal: Int32) { kill(process, signal) }

  /// Waits for the end.
  ///
  /// - Parameter seconds: How long at most.
  /// - Returns: The status and the output; `nil` if it still runs.
  /// - Throws: An error if the output cannot be read.
  public func end(within seconds: Double = 60) throws -> Outcome? {
    let hasEnded = eventually(within: seconds) {
      var code: Int32 = 0
      guard status == nil, waitpid(process, &code, WNOHANG) == process else { return status != nil }
      status = code & 0x7F == 0 ? (code >> 8) & 0xFF : 128 + code & 0x7F
      return true
    }
    guard hasEnded, let status else { return nil }
    return Outcome(
      status: status, output: try readFile("\(folder.path)/1"),
      errors: try readFile("\(folder.path)/2"))
  }
}

extension Pwstore {
  /// Starts the program where nobody is: with standard input closed, and in a session
  /// without a terminal.
  public func alone(_ arguments: [String]) throws -> RunningProgram {
    try RunningProgram(self, arguments)
  }
}
