import Glibc
import PWCore

/// The terminal while a program draws on it itself and gets each key as it is
/// pressed, for as long as the value lives.
///
/// The process can hold one value at a time.
struct RawTerminal: ~Copyable {
  private let input: Int32
  private let output: Int32
  private let owned: Int32?
  private let cooked: termios
  private let raw: termios
  private let signals: CaughtSignals
  /// How many bytes of whole lines had been typed before.
  let typedAhead: Int

  /// What has happened on the terminal.
  enum Event: Equatable {
    /// A byte has come.
    case typed(UInt8)
    /// Nothing, for as long as was waited.
    case pause
    /// The size is another one, or the screen is another's work.
    case changed
    case signal(Int32)
    /// Nobody is there any more.
    case end
  }

  /// Takes the terminal over: `/dev/tty`, else that of standard input and standard
  /// error; `nil` if there is none.
  ///
  /// - Throws: ``StreamError``, if signals cannot be caught.
  init?() throws(StreamError) {
    var attributes = termios()
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    if terminal >= 0 {
      (input, output, owned) = (terminal, terminal, terminal)
    } else {
      (input, output, owned) = (0, 2, nil)
    }
    guard Self.waitForForeground(input), tcgetattr(input, &attributes) == 0, isatty(output) == 1
    else {
      if let owned { close(owned) }
      return nil
    }
    do throws(StreamError) {
      signals = try CaughtSignals(CaughtSignals.ending + [SIGWINCH, SIGCONT])
    } catch {
      if let owned { close(owned) }
      throw error
    }
    cooked = attributes
    attributes.c_iflag &= ~tcflag_t(BRKINT | INPCK | ISTRIP | ICRNL | INLCR | IGNCR | IXON)
    attributes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    attributes.c_cc.6 = 1  // VMIN, a macro for a place that Swift has no array for.
    attributes.c_cc.5 = 0  // VTIME
    raw = attributes
    var count: Int32 = 0
    typedAhead = ioctl(input, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    tcsetattr(input, TCSANOW, &attributes)
  }

  /// Stops the job, if it runs in the background, until it is in front: only then the
  /// terminal's settings are ours to keep.
  ///
  /// - Returns: Whether it is in front.
  private static func waitForForeground(_ terminal: Int32) -> Bool {
    let group = tcgetpgrp(terminal)
    guard group >= 0, group != getpgrp() else { return true }
    kill(0, SIGTTIN)
    return tcgetpgrp(terminal) == getpgrp()
  }

  deinit {
    set(cooked)
    if let owned { close(owned) }
  }

  /// The present size.
  var size: (columns: Int, lines: Int) {
    let size = Terminal.size(of: output)
    return (size?.columns ?? 80, size.flatMap { $0.lines > 0 ? $0.lines : nil } ?? 24)
  }

  /// What can be shown on it.
  func screen(_ environment: Environment) -> Terminal {
    Terminal(output, environment: environment)
  }

  /// Waits for something to happen.
  ///
  /// - Parameter milliseconds: How long at most; -1 for no end.
  /// - Returns: What has happened.
  /// - Throws: ``StreamError``.
  func wait(_ milliseconds: Int32) throws(StreamError) -> Event {
    var ready = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&ready, 2, milliseconds)
    switch signals.next() {
    case SIGWINCH?: return .changed
    case SIGCONT?:
      // The shell has set the terminal to its own liking.
      set(raw)
      return .changed
    case let number?: return .signal(number)
    case nil: break
    }
    if count == 0 { return .pause }
    guard ready[0].revents != 0 else { return .changed }
    // What follows may be for the next program.
    var byte: UInt8 = 0
    let length = read(input, &byte, 1)
    if length > 0 { return .typed(byte) }
    if length < 0, errno == EINTR || errno == EAGAIN { return .changed }
    return .end
  }

  /// Whether a byte has come already.
  var hasInput: Bool {
    var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) > 0
  }

  /// Draws.
  ///
  /// - Throws: ``StreamError``.
  func write(_ bytes: [UInt8]) throws(StreamError) {
    try Output.writeAll(bytes.span, to: output, .terminal)
  }

  /// Lets a signal take its effect, with the terminal as it was.
  ///
  /// - Parameters:
  ///   - number: The signal.
  ///   - toGroup: Whether all of the process group get it, as from the terminal.
  func deliver(_ number: Int32, toGroup: Bool = false) {
    set(cooked)
    signals.deliver(number, toGroup: toGroup)
    set(raw)
  }

  private func set(_ attributes: termios) {
    withUnsafePointer(to: attributes) { _ = tcsetattr(input, TCSANOW, $0) }
  }
}
