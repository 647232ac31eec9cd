import Glibc

/// Lets another program have what is typed to interrupt, while `body` runs.
///
/// An editor in front of the user decides itself what Ctrl-C means, and we wait
/// for it, as system(3) does. A signal that another process sends to us alone
/// still takes its effect.
func leavingInterruptsToChildren<Result>(_ body: () throws -> Result) rethrows -> Result {
  var previous: [(number: Int32, action: sigaction)] = []
  var action = sigaction()
  action.sa_flags = SA_SIGINFO
  action.__sigaction_handler.sa_sigaction = { number, information, _ in
    // Codes of the kernel, and so of the terminal, are greater than 0.
    guard let information, information.pointee.si_code <= 0 else { return }
    signal(number, SIG_DFL)
    raise(number)
  }
  for number in [SIGINT, SIGQUIT] {
    var old = sigaction()
    sigaction(number, nil, &old)
    let handler = unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self)
    guard handler != unsafeBitCast(SIG_IGN, to: Int.self) else { continue }
    sigaction(number, &action, nil)
    previous.append((number, old))
  }
  defer {
    for signal in previous {
      withUnsafePointer(to: signal.action) { _ = sigaction(signal.number, $0, nil) }
    }
  }
  return try body()
}
