import Glibc

/// Holds back the signals that would end the process for as long as the value
/// lives, so that what is under way can be given up in good order.
///
/// What is ignored, as nohup leaves SIGHUP, stays so. The process can hold one
/// value at a time.
struct Interruption: ~Copyable {
  /// The caught signals, and what they did before.
  private let signals: [(number: Int32, action: sigaction)]

  init() {
    caughtSignal = 0
    var new = sigaction()
    new.__sigaction_handler.sa_handler = { caughtSignal = $0 }
    signals = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      guard handler != unsafeBitCast(SIG_IGN, to: Int.self) else { return nil }
      sigaction(number, &new, nil)
      return (number, action)
    }
  }

  deinit { release() }

  /// Lets signals have their usual effect while `body` runs: somebody is asked, and
  /// nothing is under way.
  ///
  /// - Throws: What `body` throws.
  static func letThrough<Result>(_ body: () throws -> Result) rethrows -> Result {
    var usual = sigaction()
    usual.__sigaction_handler.sa_handler = SIG_DFL
    let caught = [SIGINT, SIGTERM, SIGHUP].compactMap { number -> (Int32, sigaction)? in
      var action = sigaction()
      sigaction(number, nil, &action)
      let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      guard handler != unsafeBitCast(SIG_IGN, to: Int.self) else { return nil }
      sigaction(number, &usual, nil)
      return (number, action)
    }
    defer {
      for (number, action) in caught {
        withUnsafePointer(to: action) { _ = sigaction(number, $0, nil) }
      }
    }
    return try body()
  }

  /// Whether a signal has come.
  static var hasCome: Bool { caughtSignal != 0 }

  /// Lets the signal that has come take its effect, which normally ends the
  /// process.
  func deliver() {
    release()
    if caughtSignal != 0 { raise(caughtSignal) }
  }

  private func release() {
    for signal in signals {
      withUnsafePointer(to: signal.action) { _ = sigaction(signal.number, $0, nil) }
    }
  }
}

/// The signal that has come; a handler can be given nothing else.
///
/// Like C's `sig_atomic_t`, it is written in one piece.
nonisolated(unsafe) private var caughtSignal: Int32 = 0
