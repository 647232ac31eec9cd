import CSystem
import Glibc
import PWCore

/// The process that copies a secret, and after some time puts back what was in
/// the clipboard before.
///
/// It is this program again, in a session of its own, so that it lives on when
/// the command has ended and the terminal is closed. It knows what to do from
/// its environment; the secret comes from standard input.
enum ClipboardKeeper {
  /// What it is called, and nobody else calls the program.
  static let name = "pwstore-clipboard"

  private static let confirmation = Array("copied".utf8)

  /// Starts a keeper, and waits until it has copied a secret.
  ///
  /// - Returns: Whether it has.
  /// - Throws: ``SystemError``, if it cannot be started.
  static func copy(_ secret: borrowing SecretBytes, to clipboard: Clipboard) throws -> Bool {
    var child = ChildProcess([name])
    child.program = FilePath("/proc/self/exe")
    child.isDetached = true
    child.errors = .discarded
    if case .terminal(let terminal, _) = clipboard.way { child.thirdFile = terminal }
    return try child.run(feeding: secret).output == confirmation
  }

  /// Is the keeper.
  ///
  /// - Returns: The exit status.
  static func run(_ environment: Environment) -> Int32 {
    // The end comes by SIGTERM, and only where it is waited for.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] { sigaddset(&signals, signal) }
    sigprocmask(SIG_BLOCK, &signals, nil)
    _ = chdir("/")
    let terminal = isatty(3) == 1 ? Int32(3) : nil
    if let terminal { _ = fcntl(terminal, F_SETFD, FD_CLOEXEC) }
    // Whatever our parents have left open to us: someone may wait for its end.
    _ = close_range(terminal == nil ? 3 : 4, .max, 0)
    do {
      let seconds = try Clipboard.seconds(environment)
      let clipboard = try Clipboard(environment) { terminal }
      try keep(SecretBytes(readingAllOf: 0), in: clipboard, seconds: seconds, environment)
      return 0
    } catch {
      return 1
    }
  }

  private static func keep(
    _ secret: borrowing SecretBytes, in clipboard: Clipboard, seconds: Int,
    _ environment: Environment
  ) throws {
    ClipboardLock.take(for: clipboard, environment)
    let old = clipboard.content()
    guard clipboard.copy(secret) else { throw QuietEnd(.failure) }
    try Output.writeAll(confirmation.span, to: 1)
    // Whoever started us waits for this.
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    for stream: Int32 in 0...1 { dup2(nothing, stream) }

    wait(seconds)
    if holds(secret, clipboard) { putBack(old, instead: secret, in: clipboard) }
    clipboard.clearHistory()
  }

  /// Waits for the time, or for the end that another keeper or the system wants.
  private static func wait(_ seconds: Int) {
    var end = sigset_t()
    sigemptyset(&end)
    sigaddset(&end, SIGTERM)
    var time = timespec(tv_sec: seconds, tv_nsec: 0)
    // Being stopped and continued interrupts it; then the time begins anew.
    while sigtimedwait(&end, nil, &time) == -1, errno == EINTR {}
  }

  /// Whether the secret is still in the clipboard; true where nobody can tell.
  private static func holds(_ secret: borrowing SecretBytes, _ clipboard: Clipboard) -> Bool {
    if case .terminal = clipboard.way { return true }
    switch clipboard.content() {
    case .some(let content): return content.isEqual(to: secret)
    case .none: return false
    }
  }

  private static func putBack(
    _ old: borrowing SecretBytes?, instead secret: borrowing SecretBytes, in clipboard: Clipboard
  ) {
    switch old {
    // The secret itself is not worth keeping.
    case .some(let old) where !old.isEmpty && !old.isEqual(to: secret): _ = clipboard.copy(old)
    default: clipboard.clear()
    }
  }
}
