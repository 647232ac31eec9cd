import Glibc

/// Turns off the terminal's echo for as long as the value lives.
///
/// Signals that would end or stop the process wait until the echo is back, and
/// then take their effect: a shell whose echo stays off is no good. The process
/// can hold one value at a time.
struct HiddenInput: ~Copyable {
  private let terminal: Int32
  private let shown: termios
  private let hidden: termios
  private let signals: CaughtSignals

  /// Hides what is typed on `terminal`; `nil` if that is no terminal.
  ///
  /// What was typed ahead is kept, as the shell's `read -s` does.
  ///
  /// - Parameter terminal: An open file, which has to stay open.
  /// - Throws: ``StreamError``, if signals cannot be caught.
  init?(on terminal: Int32) throws(StreamError) {
    var attributes = termios()
    guard tcgetattr(terminal, &attributes) == 0 else { return nil }
    self.terminal = terminal
    shown = attributes
    attributes.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    hidden = attributes
    signals = try CaughtSignals(CaughtSignals.ending)
    tcsetattr(terminal, TCSANOW, &attributes)
  }

  deinit { set(shown) }

  /// Waits until there is something to read, or a signal ends the process.
  ///
  /// - Returns: Whether the process was stopped meanwhile and goes on now, so
  ///   that the question is to be shown again, and waited for again.
  func wait() -> Bool {
    var ready = [
      pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&ready, 2, -1) == -1 && errno == EINTR {}
    guard let number = signals.next() else { return false }
    set(shown)
    signals.deliver(number)
    set(hidden)
    return true
  }

  private func set(_ attributes: termios) {
    withUnsafePointer(to: attributes) { _ = tcsetattr(terminal, TCSANOW, $0) }
  }
}
