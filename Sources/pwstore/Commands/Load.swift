import PWCore

enum Load {
  static let json = Flag("json", "Print the fields, or the one field, as a JSON object")
  static let noNewline = Flag("no-newline", "n", "Print no newline behind a field's value")
  static let clip = Flag("clip", "c", "Copy the password, or the field, to the clipboard")
  static let qrcode = QRCodeTarget.option("Show the password, or the field, as a QR code")
  static let revision = Option(
    "rev", value: "REV", "Load what the entry was in this revision", read: revision(of:))
  static let key = Positional(
    "KEY", completion: .entries, "The entry to load", read: serviceKey)
  static let field = Positional(
    optional: "FIELD", completion: .fields, "The field to print; without, the whole entry",
    read: text)

  static let command = Command(
    name: "load", summary: "Decrypt an entry, and print it or one of its fields",
    discussion: """
      The whole entry is printed byte for byte. A field is the first line, which is called \
      "password", or a line "name: value"; all that is no field is called "notes". Names match \
      exactly, or else without regard to case.

      With --rev, what git has of an earlier time is loaded. \(revisionHelp)

      \(Session.clipboardHelp)

      \(QRCodeTarget.help)
      """,
    examples: [
      .init("load mail/alice", "Print the whole entry"),
      .init("load mail/alice username", "Print one field"),
      .init("load mail/alice --json", "Print all fields for another program"),
      .init("load -c mail/alice", "Copy the password"),
      .init("load mail/alice password --rev HEAD~2", "The password before the last two commits"),
      .init("load mail/alice --rev 2026-11-01", "The entry as it was at the end of that day"),
    ],
    parameters: [
      json.parameter, noNewline.parameter, clip.parameter, qrcode.parameter, revision.parameter,
      key.parameter, field.parameter,
    ], run: run)

  /// What commands that take a revision say of it.
  static let revisionHelp = """
    A revision is what git takes for a commit, such as HEAD~2, a branch, a tag, a commit or \
    @{yesterday}; or a date such as 2026-11-01 or 2026-11-01T18:30, for the last commit of the \
    present branch that is no later. If the entry had another name then, it is found under that.
    """

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let key = try arguments[key]
    let field = try arguments[field]
    let revision = try arguments[revision]
    let qrcode = try arguments[qrcode]
    let forms = [arguments[json], arguments[clip], qrcode != nil].filter { $0 }
    guard forms.count < 2 else {
      throw UsageError("\"--json\", \"--clip\" and \"--qrcode\" exclude each other")
    }
    if arguments[clip] || qrcode != nil {
      let value = try value(field ?? "password", of: key, revision, in: session)
      let name = key.description
      if let qrcode {
        try session.showQRCode(value, of: name, on: qrcode)
      } else {
        try session.copyToClipboard(value, of: name)
      }
      return
    }
    let entry = try entry(key, revision, in: session)
    guard let field else {
      try session.output.write(arguments[json] ? entry.json() : entry.bytes.copy())
      return
    }
    switch try entry.field(field) {
    case .some(let value):
      if arguments[json] {
        var part = Entry()
        try part.set(field, to: value)
        try session.output.write(part.json())
      } else {
        try session.output.write(value)
        if !arguments[noNewline] { try session.output.write("\n") }
      }
    case .none: throw StoreError.noSuchField(field, of: key)
    }
  }

  private static func entry(
    _ key: ServiceKey, _ revision: Revision?, in session: Session
  ) throws -> Entry {
    let store = session.store()
    guard let revision else { return try store.load(key) }
    return try store.entry(try store.version(of: key, at: revision))
  }

  private static func value(
    _ field: String, of key: ServiceKey, _ revision: Revision?, in session: Session
  ) throws -> SecretBytes {
    switch try entry(key, revision, in: session).field(field) {
    case .some(let value) where !value.isEmpty: value
    default: throw StoreError.noSuchField(field, of: key)
    }
  }
}
