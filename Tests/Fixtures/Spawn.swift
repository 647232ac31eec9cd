import Foundation

/// Starts a program, with arguments that need not be text.
///
/// - Parameters:
///   - path: The program's file; `$PATH` is not searched.
///   - arguments: All words, the program's own name first.
///   - environment: The whole environment.
///   - session: Whether the program gets a session of its own.
///   - streams: What to do about open files, through `posix_spawn`'s actions.
/// - Returns: The process's number.
/// - Throws: The system's error, if the program cannot be started.
func spawn(
  _ path: String, _ arguments: [[UInt8]], environment: [String: String], session: Bool = false,
  _ streams: (inout posix_spawn_file_actions_t) -> Void
) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  streams(&actions)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  // The test's own process may ignore or block signals; the program must not.
  var all = sigset_t()
  sigfillset(&all)
  posix_spawnattr_setsigdefault(&attributes, &all)
  sigemptyset(&all)
  posix_spawnattr_setsigmask(&attributes, &all)
  let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which needs _GNU_SOURCE.
  posix_spawnattr_setflags(
    &attributes,
    Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (session ? newSession : 0)))

  func cStrings(_ strings: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
    strings.map {
      ($0.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { strdup($0.baseAddress!) }
    }
      + [nil]
  }
  var words = cStrings(arguments)
  var variables = cStrings(environment.map { Array("\($0)=\($1)".utf8) })
  defer { for string in words + variables { free(string) } }
  var child = pid_t()
  let error = posix_spawn(&child, path, &actions, &attributes, &words, &variables)
  guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .ENOEXEC) }
  return child
}

/// Waits until a process ends.
///
/// - Returns: The exit status; 128 and the signal's number if a signal ended it.
func waitForEnd(of process: pid_t) -> Int32 {
  var status: Int32 = 0
  while waitpid(process, &status, 0) == -1 && errno == EINTR {}
  let signal = status & 0x7F
  return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
}
