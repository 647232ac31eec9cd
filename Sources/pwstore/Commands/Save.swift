import PWCore

enum Save {
  static let json = Flag("json", "Read the fields as a JSON object from standard input")
  static let multiline = Flag("multiline", "m", "Read the whole entry from standard input")
  static let file = Option(
    "file", value: "FILE", completion: .files, "Save a file's exact bytes", read: filePath)
  static let ifRevision = Option(
    "if-rev", value: "REV", completion: .verb(["none"], then: .nothing, else: .revisions),
    "Save only if the entry is what it was in REV, or \"none\"",
    read: expectedVersion)
  static let key = Positional(
    "KEY", completion: .entries, "The key to save under", read: serviceKey)
  static let fields = Positional(
    repeated: FieldAssignment.notation, completion: .assignments,
    "A field; its value is asked for, or given, or read from standard input or a file",
    read: FieldAssignment.init)

  static let command = Command(
    name: "save", summary: "Save an entry, in place of the one that is there", topic: .entries,
    discussion: """
      Without a field, the password is asked for on a terminal, and anything else on standard \
      input is saved as it is, byte for byte. A field alone is asked for without echo. A value on \
      the command line can be seen by other processes while the command runs; FIELD, FIELD=- and \
      FIELD=@FILE keep it from them. Of what FIELD=- and FIELD=@FILE read, one newline at the end \
      does not count. Git keeps the entry that was there before.

      \(ifRevisionHelp)
      """,
    examples: [
      .init("save mail/alice username=alice password", "Ask for the password"),
      .init("save mail/alice password=- < password.txt", "Read it from a file"),
      .init("save tls/example.org --file example.org.pem", "Save a certificate as it is"),
      .init("save com.example.app --json < fields.json", "Save the members of an object"),
      .init("save app token=- --if-rev none < token.txt", "Save it if nobody else has"),
    ],
    parameters: [
      json.parameter, multiline.parameter, file.parameter, ifRevision.parameter, key.parameter,
      fields.parameter,
    ], run: run)

  /// What commands that take an expected revision say of it.
  static let ifRevisionHelp = """
    With --if-rev, nothing is changed, and the status is 7, unless the entry is still just what it \
    was in that revision; "none" stands for no entry at all. So a script notes the revision \
    ("git rev-parse HEAD", or "log -n 1 --json KEY" for the entry's own last change), loads the \
    entry, and saves what it has made of it; if somebody else was faster, it starts again. What is \
    not committed is other than in any revision.
    """

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let key = try arguments[key]
    let fields = try arguments[fields]
    let file = try arguments[file]
    let sources =
      (fields.isEmpty ? 0 : 1) + (file == nil ? 0 : 1) + (arguments[json] ? 1 : 0)
      + (arguments[multiline] ? 1 : 0)
    guard sources < 2 else {
      throw UsageError("fields, \"--json\", \"--multiline\" and \"--file\" exclude each other")
    }
    let store = session.store()
    let expected = try arguments[ifRevision]
    if let expected { try store.check(key, expected) }
    let save = { (bytes: borrowing SecretBytes) throws -> Void in
      guard let expected else { return try store.save(bytes, for: key) }
      try store.save(bytes, for: key, ifStill: expected)
    }
    // Nobody shall type a password in vain.
    let asks = sources == 0 ? session.inputIsTerminal : fields.contains(where: \.asks)
    if asks { try store.refuseUnfinished(key.folder) }
    _ = try store.recipients(for: key.folder)
    if !fields.isEmpty {
      let values = try FieldAssignment.values(of: fields, in: session)
      var entry = Entry()
      try values.set(in: &entry)
      try save(entry.bytes)
    } else if let file {
      try save(try SecretBytes.contents(of: file))
    } else if arguments[json] {
      try save(try Entry(json: try session.readInput()).bytes)
    } else if session.inputIsTerminal, !arguments[multiline] {
      var entry = Entry()
      try entry.set("password", to: try askTwice(for: key, in: session))
      try save(entry.bytes)
    } else {
      if session.inputIsTerminal {
        session.note("Enter the entry \(key), and press Ctrl-D on an empty line when finished:")
      }
      try save(try session.readInput())
    }
  }

  private static func askTwice(for key: ServiceKey, in session: Session) throws -> SecretBytes {
    let prompt = try session.prompt(else: "give the entry on standard input, or fields")
    let password = try prompt.askSecret("Password for \(key): ")
    let again = try prompt.askSecret("Again: ")
    guard password.isEqual(to: again) else { throw PasswordsDiffer() }
    return password
  }
}

/// The user has typed two different passwords.
private struct PasswordsDiffer: Failure {
  let description = "the two passwords differ, so nothing was saved"
  let exitCode = ExitCode.failure
  let hint: String? = nil
}
