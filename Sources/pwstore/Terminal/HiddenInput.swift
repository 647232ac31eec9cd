import CSystem
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
  /// The caught signals, and what they did before.
  private let signals: [(number: Int32, action: sigaction)]
  /// Carries the numbers of caught signals from the handler to us.
  private let pipe: (reader: Int32, writer: Int32)

  /// Hides what is typed on `terminal`; `nil` if that is no terminal.
  ///
  /// What was typed ahead is kept, as the shell's `read -s` does.
  ///
  /// - Parameter terminal: An open file, which has to stay open.
  /// - Throws: ``StreamError``, if signals cannot be caught.
  init?(on terminal: Int32) throws(StreamError) {
    var attributes = termios()
    guard tcgetattr(terminal, &attributes) == 0 else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else {
      throw StreamError(stream: .terminal, code: errno)
    }
    self.terminal = terminal
    shown = attributes
    attributes.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    hidden = attributes
    pipe = (ends[0], ends[1])
    signalWriter = ends[1]
    signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP].compactMap { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      // What is ignored, as nohup leaves SIGHUP, stays so.
      return handler == unsafeBitCast(SIG_IGN, to: Int.self) ? nil : (number, action)
    }
    catchSignals()
    tcsetattr(terminal, TCSANOW, &attributes)
  }

  deinit {
    set(shown)
    releaseSignals()
    // A signal that came too late for wait().
    while let number = nextSignal() { Self.deliver(number) }
    close(pipe.reader)
    close(pipe.writer)
  }

  /// Waits until there is something to read, or a signal ends the process.
  ///
  /// - Returns: Whether the process was stopped meanwhile and goes on now, so
  ///   that the question is to be shown again, and waited for again.
  func wait() -> Bool {
    var ready = [
      pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe.reader, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&ready, 2, -1) == -1 && errno == EINTR {}
    guard let number = nextSignal() else { return false }
    set(shown)
    releaseSignals()
    Self.deliver(number)
    catchSignals()
    set(hidden)
    return true
  }

  private func set(_ attributes: termios) {
    withUnsafePointer(to: attributes) { _ = tcsetattr(terminal, TCSANOW, $0) }
  }

  private func catchSignals() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let previous = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(signalWriter, &byte, 1)
      errno = previous
    }
    for signal in signals { sigaction(signal.number, &action, nil) }
  }

  private func releaseSignals() {
    for signal in signals {
      withUnsafePointer(to: signal.action) { _ = sigaction(signal.number, $0, nil) }
    }
  }

  /// Lets a signal take its effect: the process ends or stops in here.
  private static func deliver(_ number: Int32) {
    // The thread may be one on which all signals are blocked.
    var one = sigset_t()
    var previous = sigset_t()
    sigemptyset(&one)
    sigaddset(&one, number)
    pthread_sigmask(SIG_UNBLOCK, &one, &previous)
    raise(number)
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  private func nextSignal() -> Int32? {
    var byte: UInt8 = 0
    return read(pipe.reader, &byte, 1) == 1 ? Int32(byte) : nil
  }
}

/// Where the signal handler writes; a handler can be given nothing else.
///
/// Set before a handler is, and so never while one runs.
nonisolated(unsafe) private var signalWriter: Int32 = -1
