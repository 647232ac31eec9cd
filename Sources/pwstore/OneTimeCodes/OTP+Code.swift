import Glibc
import PWCore

extension OTP {
  /// Prints or copies the code of an entry that was picked.
  static func code(of key: ServiceKey, copying: Bool, in session: Session) throws {
    var given = Arguments()
    if copying { given.add(nil, to: clip.parameter) }
    try code(EntryName(Argument(key.bytes)), nil, given, in: session)
  }

  /// Prints, copies or watches a code.
  static func code(
    _ name: EntryName, _ label: String?, _ arguments: Arguments, in session: Session
  ) throws {
    let moment = try arguments[time]
    let forms = [arguments[clip], arguments[json], arguments[watch]].filter { $0 }
    guard forms.count < 2 else {
      throw UsageError("\"--clip\", \"--json\" and \"--watch\" exclude each other")
    }
    guard moment == nil || !arguments[watch] else {
      throw UsageError("\"--at\" and \"--watch\" exclude each other")
    }
    if arguments[clip] { try session.checkClipboardSettings() }
    let store = session.store()
    let key = try name.requiredKey()
    let shown = printable(name.withoutFinalSlash)
    guard try store.contains(key) else {
      throw PassError("\(shown): passfile not found.", .notFound)
    }
    do {
      if arguments[watch] {
        let uri = try store.oneTimeKeyURI(of: key, label: label)
        return try show(OneTimeKey(uri: uri.bytes), in: session)
      }
      let code = try store.oneTimeCode(
        for: key, label: label, at: moment ?? Glibc.time(nil),
        message: "Increment HOTP counter for \(shown).",
        unlessCounting: moment == nil ? nil : Counting(option: "--at"))
      if arguments[clip] {
        try session.copyToClipboard(code.code.bytes, of: "OTP code for \(shown)")
      } else if arguments[json] {
        try session.output.write(object(code))
      } else {
        try session.output.write(code.code.bytes)
        try session.output.write("\n")
        if moment == nil { showTimeLeft(of: code, in: session) }
      }
    } catch OneTimeKeyError.noKey {
      throw PassError(
        "\(shown): OTP secret not found.", .notFound,
        hint: "\"pwstore otp append \(shellQuoted(key.bytes))\" adds one")
    }
  }

  /// Tells a person for how long the code is good.
  private static func showTimeLeft(of code: OneTimeCode, in session: Session) {
    guard case .time(let period) = code.key.factor, let left = code.secondsLeft,
      session.terminal.isTerminal, !session.isCalledPass
    else { return }
    let terminal = Terminal(2, environment: session.environment)
    guard terminal.isTerminal else { return }
    session.note(TimeLeftBar(for: terminal, reserving: 0).text(left, of: period))
  }

  private static func object(_ code: OneTimeCode) -> SecretBytes {
    var members: [(name: String, value: JSONText)] = []
    switch code.key.factor {
    case .time(let period):
      members.append(("valid_for", code.secondsLeft.map { .number($0) } ?? .null))
      members += [("type", .text("totp")), ("period", .number(period))]
    case .counter(let last):
      members += [("valid_for", .null), ("type", .text("hotp")), ("counter", .number(last + 1))]
    }
    members += [("issuer", .text(code.key.issuer)), ("account", .text(code.key.account))]
    var text = SecretBytes(#"{"code":""#.utf8)
    text.append(code.code.bytes)
    text.append(#"","#.utf8)
    text.append(JSONText.object(members).encoded(isIndented: false).dropFirst())
    return text
  }

  /// Shows the code of the moment in one line, until a signal comes.
  ///
  /// The terminal's settings stay as they are, so nothing is to be put back but the
  /// line.
  private static func show(_ key: OneTimeKey, in session: Session) throws {
    guard case .time(let period) = key.factor else { throw Counting(option: "--watch") }
    guard session.terminal.isTerminal else {
      throw UsageError("\"--watch\" needs a terminal to show the code on")
    }
    let bar = TimeLeftBar(for: session.terminal, reserving: 10)
    let interruption = Interruption()
    defer { try? session.output.flush() }
    while !Interruption.hasCome {
      let now = Glibc.time(nil)
      let left = key.secondsLeft(at: now) ?? period
      var line = SecretBytes("\r".utf8)
      line.append(try key.code(at: now))
      line.append("  \(bar.text(left, of: period))\u{1B}[K".utf8)
      try session.output.write(line)
      while !Interruption.hasCome, Glibc.time(nil) == now { usleep(50_000) }
    }
    try session.output.write("\r\u{1B}[K")
    try session.output.flush()
    interruption.deliver()
  }
}

/// The option is for keys that go by the time, and the one in the entry counts.
private struct Counting: Failure {
  let option: String
  var description: String { "\"\(option)\" is for keys that go by the time, and this one counts" }
  var exitCode: ExitCode { .usage }
  var hint: String? { nil }
}
