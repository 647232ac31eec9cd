import CSystem
import Glibc
import PWCore

/// A command that runs as a child, so that its output can be masked; in all else as if it
/// had our place.
///
/// It is in our process group: what is typed at the terminal reaches it without us.
/// What other processes send to us is passed on, and when it stops, we stop.
struct MaskedChild {
  private let process: pid_t
  private let streams: [MaskedStream]
  private let signals: Int32
  private let previousMask: sigset_t
  private var isStopped = false
  /// What waitpid(2) has said of its end.
  private var status: Int32?

  /// The signals that are passed on.
  private static let passedOn = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGTSTP, SIGCONT, SIGWINCH,
  ]

  /// How long the output of the child's own children is waited for when it has ended: so
  /// many milliseconds after the last, and so many at most.
  private static let (quiet, longest): (Int32, ContinuousClock.Duration) = (100, .seconds(1))

  /// Runs a command to its end.
  ///
  /// - Returns: What waitpid(2) says of it.
  /// - Throws: ``CommandNotRun``, ``SystemError``, ``StreamError``.
  static func run(
    _ command: ExecCommand, hiding automaton: PatternAutomaton
  ) throws -> Int32 {
    var child = try MaskedChild(command, automaton)
    return try child.wait()
  }

  private init(_ command: ExecCommand, _ automaton: PatternAutomaton) throws {
    let output = Self.isOpen(1) ? try MaskedStream(to: 1, automaton) : nil
    // What comes in one order is to leave in one.
    let isShared = Self.isOpen(1) && Self.isOpen(2) && Self.areSame(1, 2)
    let errors = Self.isOpen(2) && !isShared ? try MaskedStream(to: 2, automaton) : nil
    streams = [output, errors].compactMap { $0 }
    // An ignored SIGCHLD would take the status away.
    signal(SIGCHLD, SIG_DFL)
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in Self.passedOn + [SIGCHLD] { sigaddset(&mask, number) }
    var previous = sigset_t()
    pthread_sigmask(SIG_BLOCK, &mask, &previous)
    previousMask = previous
    signals = signalfd(-1, &mask, O_CLOEXEC | O_NONBLOCK)
    guard signals >= 0 else {
      throw SystemError(code: errno, action: "wait for", path: FilePath("signals"))
    }
    let errorsEnd = isShared ? output?.childsEnd : errors?.childsEnd
    process = try command.start(
      output: output?.childsEnd, errors: errorsEnd, blocking: previous)
    for stream in streams { stream.closeChildsEnd() }
  }

  private static func isOpen(_ stream: Int32) -> Bool {
    !StartUp.closedStreams.contains(stream)
  }

  private static func areSame(_ stream: Int32, _ other: Int32) -> Bool {
    var (first, second) = (stat(), stat())
    return fstat(stream, &first) == 0 && fstat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  private mutating func wait() throws -> Int32 {
    let clock = ContinuousClock()
    var deadline: ContinuousClock.Instant?
    while status == nil || !streams.allSatisfy(\.isDone) {
      var polled = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
      polled += streams.map(\.polled)
      let count = poll(&polled, nfds_t(polled.count), deadline == nil ? -1 : Self.quiet)
      if let deadline, count == 0 || clock.now > deadline {
        // Those who still have the pipe's other end are not waited for.
        for stream in streams { stream.endIfNothingIsOwed() }
      }
      if polled[0].revents != 0 { handleSignals() }
      for (stream, state) in zip(streams, polled.dropFirst()) where state.revents != 0 {
        stream.advance()
      }
      if status != nil, deadline == nil {
        deadline = clock.now + Self.longest
        for stream in streams { stream.childHasEnded() }
      }
    }
    // A reader that has gone is the command's business, which has noticed.
    if let failure = streams.compactMap(\.failure).first(where: { $0.code != EPIPE }) {
      throw failure
    }
    return status ?? 0
  }

  private mutating func handleSignals() {
    var information = csystem_signal()
    while read(signals, &information, MemoryLayout<csystem_signal>.size) > 0 {
      let number = Int32(information.number)
      if number == SIGCHLD { continue }
      if number == SIGCONT {
        resume()
        continue
      }
      // The kernel's codes are greater than 0, as for what is typed: that goes to all in
      // the foreground, but a hang-up to the leader of the session alone. What the command
      // sends to its group it has got itself.
      let isFromTerminal = information.code > 0 && number != SIGHUP
      if !isFromTerminal, information.sender != UInt32(process) { pass(number) }
    }
    lookAfterChild()
  }

  private func pass(_ number: Int32) {
    if status == nil { kill(process, number) }
  }

  private mutating func lookAfterChild() {
    var state: Int32 = 0
    while status == nil, waitpid(process, &state, WNOHANG | WUNTRACED | WCONTINUED) > 0 {
      if state == 0xFFFF {
        isStopped = false
      } else if state & 0xFF == 0x7F {
        isStopped = true
        stop(state >> 8 & 0xFF)
      } else {
        status = state
      }
    }
  }

  /// Stops as the child has stopped, until somebody lets us go on.
  private func stop(_ number: Int32) {
    var own = sigset_t()
    sigemptyset(&own)
    sigaddset(&own, number)
    var previous = sigset_t()
    // Raised first: one that was typed may have come meanwhile, and both are then one.
    raise(number)
    pthread_sigmask(SIG_UNBLOCK, &own, &previous)
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  /// Lets the child go on, unless a shell has done that for the whole job.
  private mutating func resume() {
    guard isStopped else { return pass(SIGCONT) }
    for _ in 0..<10 {
      lookAfterChild()
      if !isStopped { return }
      usleep(2000)
    }
    pass(SIGCONT)
  }
}

extension MaskedChild {
  /// Ends this process as the child has ended.
  static func end(as status: Int32) throws -> Never {
    let number = status & 0x7F
    guard number != 0 else { throw QuietEnd(status >> 8 & 0xFF) }
    signal(number, SIG_DFL)
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, number)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(number)
    throw QuietEnd(128 + number)
  }
}
