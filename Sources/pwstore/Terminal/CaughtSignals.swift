import CSystem
import Glibc

/// Catches signals for as long as the value lives, so that a terminal can be put
/// back in order before they take their effect.
///
/// The process can hold one value at a time.
struct CaughtSignals: ~Copyable {
  /// The caught signals, and what they did before.
  private let signals: [(number: Int32, action: sigaction)]
  /// Carries the numbers of caught signals from the handler to us.
  private let pipe: (reader: Int32, writer: Int32)

  /// Those that would end or stop the process.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

  /// Catches signals; but what is ignored, as nohup leaves SIGHUP, stays so.
  ///
  /// - Throws: ``StreamError``, if signals cannot be caught.
  init(_ numbers: [Int32]) throws(StreamError) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else {
      throw StreamError(stream: .terminal, code: errno)
    }
    pipe = (ends[0], ends[1])
    signalWriter = ends[1]
    signals = numbers.compactMap { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      return handler == unsafeBitCast(SIG_IGN, to: Int.self) ? nil : (number, action)
    }
    catchAll()
  }

  deinit {
    release()
    // A signal that came too late for anybody.
    while let number = next() { Self.send(number, toGroup: false) }
    close(pipe.reader)
    close(pipe.writer)
  }

  /// Can be read when a signal has come.
  var descriptor: Int32 { pipe.reader }

  /// The first signal that has come and was not asked for yet; `nil` if there is none.
  func next() -> Int32? {
    var byte: UInt8 = 0
    return read(pipe.reader, &byte, 1) == 1 ? Int32(byte) : nil
  }

  /// Lets a signal take its effect: the process ends or stops in here.
  ///
  /// - Parameters:
  ///   - number: The signal.
  ///   - toGroup: Whether all of the process group get it, as from the terminal.
  func deliver(_ number: Int32, toGroup: Bool = false) {
    release()
    Self.send(number, toGroup: toGroup)
    catchAll()
  }

  private static func send(_ number: Int32, toGroup: Bool) {
    // The thread may be one on which all signals are blocked.
    var one = sigset_t()
    var previous = sigset_t()
    sigemptyset(&one)
    sigaddset(&one, number)
    pthread_sigmask(SIG_UNBLOCK, &one, &previous)
    if toGroup { kill(0, number) } else { raise(number) }
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  private func catchAll() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let previous = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(signalWriter, &byte, 1)
      errno = previous
    }
    for signal in signals { sigaction(signal.number, &action, nil) }
  }

  private func release() {
    for signal in signals {
      withUnsafePointer(to: signal.action) { _ = sigaction(signal.number, $0, nil) }
    }
  }
}

/// Where the signal handler writes; a handler can be given nothing else.
///
/// Set before a handler is, and so never while one runs.
nonisolated(unsafe) private var signalWriter: Int32 = -1
