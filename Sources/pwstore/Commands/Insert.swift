import PWCore

enum Insert {
  static let echo = Flag("echo", "e", "Show what is typed, and ask only once")
  static let multiline = Flag("multiline", "m", "Read the whole entry from standard input")
  static let force = Flag("force", "f", "Do not ask before an entry is overwritten")
  static let name = Positional(
    "KEY", completion: .entriesAndFolders, "The entry to make or overwrite", read: EntryName.init)

  static let command = Command(
    name: "insert", aliases: ["add"], summary: "Make an entry out of a password that is typed",
    topic: .entries,
    discussion: """
      The password is asked for twice, and not shown. What does not come from a terminal is read \
      the same way: two lines, or with --echo one; blanks around them do not count. With \
      --multiline all of standard input is the entry, byte for byte.
      """,
    examples: [
      .init("insert mail/alice", "Ask for a password"),
      .init("insert -m mail/alice < entry.txt", "Take the whole entry from a file"),
    ],
    parameters: [echo.parameter, multiline.parameter, force.parameter, name.parameter],
    isPassVerb: true, run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let name = try arguments[name]
    guard !(arguments[echo] && arguments[multiline]) else {
      throw UsageError("\"--echo\" and \"--multiline\" exclude each other")
    }
    let store = session.store()
    let key = try name.requiredKey()
    let shown = printable(name.withoutFinalSlash)
    if session.inputIsTerminal {
      // Nobody shall type a password in vain.
      try store.checkCanSave(key)
    } else {
      _ = try store.recipients(for: key.folder)
    }
    try session.confirmOverwriting(key, shown, in: store, unless: arguments[force])
    let message = "Add given password for \(shown) to store."
    if arguments[multiline] {
      try session.output.write("Enter contents of \(shown) and press Ctrl+D when finished:\n\n")
      // Where nobody reads it, the entry is saved all the same.
      try? session.output.flush()
      try store.save(try session.readInput(), for: key, message: message)
    } else {
      var line = try readPassword(for: shown, once: arguments[echo], in: session)
      line.append(UInt8(ascii: "\n"))
      try store.save(line, for: key, message: message)
    }
  }

  private static func readPassword(
    for name: String, once: Bool, in session: Session
  ) throws -> SecretBytes {
    let prompt = try session.promptAtInput(else: "give the password on standard input")
    if once { return try prompt.askLine("Enter password for \(name): ").trimmingBlanks() }
    let password = try prompt.askSecret("Enter password for \(name): ", needsLineEnd: true)
    try endLine(in: session)
    let again = try prompt.askSecret("Retype password for \(name): ", needsLineEnd: true)
    try endLine(in: session)
    let trimmed = password.trimmingBlanks()
    guard trimmed.isEqual(to: again.trimmingBlanks()) else {
      throw PassError("Error: the entered passwords do not match.")
    }
    return trimmed
  }

  /// Where pass ends the line of a question, which a pipe has not been shown.
  private static func endLine(in session: Session) throws {
    if !session.inputIsTerminal { try session.output.write("\n") }
  }
}

extension SecretBytes {
  /// The bytes without blanks and tabs at both ends.
  fileprivate func trimmingBlanks() -> SecretBytes {
    withBytes { bytes in
      var (start, end) = (0, bytes.count)
      while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
      while start < end, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
      var trimmed = SecretBytes(minimumCapacity: end - start + 1)
      for index in start..<end { trimmed.append(bytes[index]) }
      return trimmed
    }
  }
}
