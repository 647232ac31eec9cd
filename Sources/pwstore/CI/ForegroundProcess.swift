import CSystem
import Glibc
import PWCore

/// A command that runs in our place while we wait to clean up behind it.
///
/// It has our standard streams and our terminal. Signals that are sent to us go on to
/// it; we stop when it stops, and end when it has ended.
enum ForegroundProcess {
  /// How a command ended.
  struct End {
    /// The exit status; 128 and the signal's number if a signal ended it.
    var status: Int32
    /// Whether somebody has told us to end.
    var isCancelled: Bool
  }

  /// Runs a command to its end.
  ///
  /// - Parameters:
  ///   - words: The program, looked up in `$PATH` unless it has a slash, and its
  ///     arguments.
  ///   - environment: Variables to set besides ours.
  ///   - started: Told the process's number.
  /// - Returns: How it ended.
  /// - Throws: ``SystemError``, if it cannot be started.
  ///
  /// The corresponding C functions are `posix_spawnp` and `sigwaitinfo`.
  static func run(
    _ words: [[UInt8]], environment: [String: [UInt8]], started: (pid_t) -> Void
  ) throws(SystemError) -> End {
    var signals = sigset_t()
    var previous = sigset_t()
    sigemptyset(&signals)
    for number in forwarded + [SIGCHLD] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    let process = try start(words, environment, mask: &previous)
    started(process)
    var isCancelled = false
    while true {
      var information = siginfo_t()
      let number = sigwaitinfo(&signals, &information)
      guard number > 0 else { continue }
      guard number == SIGCHLD else {
        if [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(number) { isCancelled = true }
        // What is typed at the terminal reaches both of us; its hang-up, only us.
        if information.si_code <= 0 || number == SIGHUP { kill(process, number) }
        continue
      }
      var status: Int32 = 0
      guard waitpid(process, &status, WNOHANG | WUNTRACED) == process else { continue }
      guard status & 0xFF == 0x7F else {
        let signal = status & 0x7F
        return End(
          status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, isCancelled: isCancelled)
      }
      raise(SIGSTOP)
      kill(process, SIGCONT)
    }
  }

  private static let forwarded = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGTSTP, SIGWINCH,
  ]

  private static func start(
    _ words: [[UInt8]], _ environment: [String: [UInt8]], mask: inout sigset_t
  ) throws(SystemError) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    for (name, value) in environment {
      _ = FilePath(value).withCString { setenv(name, $0, 1) }
    }
    var pointers = words.map { FilePath($0).withCString { strdup($0) } } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    // It is to find the world as we found it.
    StartUp.undo()
    if let mask = StartUp.inheritedUmask { umask(mask) }
    defer { _ = StartUp.prepare() }
    var process = pid_t()
    let failure = FilePath(words[0]).withCString {
      posix_spawnp(&process, $0, nil, &attributes, &pointers, environ)
    }
    guard failure == 0 else {
      throw SystemError(code: failure, action: "run", path: FilePath(words[0]))
    }
    return process
  }
}
