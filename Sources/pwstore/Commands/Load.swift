import PWCore

enum Load {
  static let json = Flag("json", "Print the fields, or the values asked for, as a JSON object")
  static let noNewline = Flag("no-newline", "n", "Print no newline behind a value")
  static let zero = Flag("null", "0", "Print a NUL behind each value, in place of a newline")
  static let clip = Flag("clip", "c", "Copy the password, or the field, to the clipboard")
  static let qrcode = QRCodeTarget.option("Show the password, or the field, as a QR code")
  static let revision = Option(
    "rev", value: "REV", completion: .revisions,
    "Load what the entry was in this revision", read: revision(of:))
  static let key = Positional(
    optional: "KEY[#FIELD]", completion: .references,
    "The entry to load, or a field of it; without, you pick one on the terminal"
  ) { $0 }
  static let others = Positional(
    repeated: "FIELD|KEY[#FIELD]", completion: .fields,
    "The field to print; without, the whole entry. Or more entries and fields"
  ) { $0 }

  static let command = Command(
    name: "load", summary: "Decrypt entries, and print them or some of their fields",
    topic: .entries,
    discussion: """
      The whole entry is printed byte for byte. A field is the first line, which is called \
      "password", or a line "name: value"; all that is no field is called "notes". Names match \
      exactly, or else without regard to case. A field's value is printed with one newline behind \
      it.

      KEY#FIELD is a field, too, and several words may be given: then each value is printed with a \
      newline behind it, in the order of the words, and nothing at all if one of them is not there. \
      Each entry is decrypted once. KEY alone, or KEY# where the key has a "#" itself, is a whole \
      entry. Two words are KEY and FIELD, unless one of them has a "#" behind an entry's key.

      Without KEY, you pick an entry on the terminal: see "pick".

      With --json, the fields of an entry are an object; of KEY FIELD, so is that one field; and of \
      several words, or of KEY#FIELD, the members have the words as they were typed for names. A \
      value that is not UTF-8 is {"base64": "..."}.

      With --rev, what git has of an earlier time is loaded. \(revisionHelp)

      \(Session.clipboardHelp)

      \(QRCodeTarget.help)
      """,
    examples: [
      .init("load mail/alice", "Print the whole entry"),
      .init("load", "Pick an entry, and print it"),
      .init("load mail/alice username", "Print one field"),
      .init("load mail/alice --json", "Print all fields for another program"),
      .init("load -0 db#username db#password", "Print two values, which may have newlines"),
      .init("load -c mail/alice", "Copy the password"),
      .init("load mail/alice password --rev HEAD~2", "The password before the last two commits"),
      .init("load mail/alice --rev 2026-11-01", "The entry as it was at the end of that day"),
    ],
    parameters: [
      json.parameter, noNewline.parameter, zero.parameter, clip.parameter, qrcode.parameter,
      revision.parameter, key.parameter, others.parameter,
    ], run: run)

  /// What commands that take a revision say of it.
  static let revisionHelp = """
    A revision is what git takes for a commit, such as HEAD~2, a branch, a tag, a commit or \
    @{yesterday}; or a date such as 2026-11-01 or 2026-11-01T18:30, for the last commit of the \
    present branch that is no later. If the entry had another name then, it is found under that.
    """

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    try refuseContradictions(arguments)
    let store = session.store()
    guard let first = try arguments[key] else {
      return try loadPicked(arguments, from: store, in: session)
    }
    let request = try LoadRequest([first] + (try arguments[others]), in: store)
    try load(request, arguments, from: store, in: session)
  }

  /// Loads the entry that the user picks.
  private static func loadPicked(
    _ arguments: Arguments, from store: PasswordStore, in session: Session
  ) throws {
    // What is wrong with them is to be told before anybody picks.
    _ = (try arguments[revision], try arguments[qrcode])
    var actions = Picker.Action.all
    // A code would not come out in the form that is asked for, and is for now.
    if [json.parameter, zero.parameter, qrcode.parameter, revision.parameter].contains(
      where: arguments.has)
    {
      actions.remove(.code)
    }
    let picked = try session.pick(
      for: actions, in: store,
      else: UsageError(
        "\(key.parameter.name) is missing", hint: "on a terminal, you could pick an entry now"))
    guard picked.action == .code else {
      return try load(
        .entry(picked.key), arguments, copying: picked.action == .copy, from: store, in: session)
    }
    try OTP.code(of: picked.key, copying: arguments[clip], in: session)
  }

  /// Loads what is asked for.
  ///
  /// - Parameters:
  ///   - request: What that is.
  ///   - arguments: The options; the words do not count.
  ///   - copies: Whether the password is to be copied, whatever the options say.
  ///   - store: The store.
  ///   - session: Where it goes.
  /// - Throws: Whatever is wrong.
  static func load(
    _ request: LoadRequest, _ arguments: Arguments, copying copies: Bool = false,
    from store: PasswordStore, in session: Session
  ) throws {
    let revision = try arguments[revision]
    let qrcode = copies ? nil : try arguments[qrcode]
    if copies || arguments[clip] || qrcode != nil {
      guard let reference = request.references.first, request.references.count == 1 else {
        throw UsageError("one value only can be copied or shown")
      }
      let entry = try entry(reference.key, revision, in: store)
      let field = reference.field ?? "password"
      guard let value = try value(field, of: entry) else {
        throw StoreError.noSuchField(field, of: reference.key)
      }
      let name = reference.key.description
      if let qrcode {
        return try session.showQRCode(value.bytes.copy(), of: name, on: qrcode)
      }
      return try session.copyToClipboard(value.bytes.copy(), of: name)
    }
    if case .entry(let key) = request {
      let entry = try entry(key, revision, in: store)
      try session.output.write(arguments[json] ? entry.json() : entry.bytes.copy())
      if arguments[zero] { try session.output.write([0]) }
      return
    }
    let values = try values(of: request.references, revision, in: store)
    if arguments[json] {
      return try write(values, named: request.names, in: session)
    }
    for value in values {
      try session.output.write(value.bytes.copy())
      if !arguments[noNewline] { try session.output.write([arguments[zero] ? 0 : 0x0A]) }
    }
  }

  private static func refuseContradictions(_ arguments: Arguments) throws(UsageError) {
    let forms = [json.parameter, clip.parameter, qrcode.parameter, zero.parameter]
    for group in [forms, [noNewline.parameter, zero.parameter]] {
      let given = group.filter(arguments.has).map { "\"--\($0.name)\"" }
      guard given.count < 2 else {
        throw UsageError("\(given[0]) and \(given[1]) exclude each other")
      }
    }
  }

  private static func entry(
    _ key: ServiceKey, _ revision: Revision?, in store: PasswordStore
  ) throws -> Entry {
    guard let revision else { return try store.load(key) }
    return try store.entry(try store.version(of: key, at: revision))
  }

  /// A field's value; `nil` if it is empty, which is of no use.
  private static func value(_ field: String, of entry: borrowing Entry) throws -> SharedSecret? {
    switch try entry.field(field) {
    case .some(let value) where !value.isEmpty: SharedSecret(value)
    default: nil
    }
  }

  private static func values(
    of references: [SecretReference], _ revision: Revision?, in store: PasswordStore
  ) throws -> [SharedSecret] {
    guard let revision else {
      let entries = try store.load(references.map(\.key))
      return try references.map { SharedSecret(try entries.value(of: $0)) }
    }
    var entries: [ServiceKey: SharedSecret] = [:]
    return try references.map { reference in
      let known = entries[reference.key]
      let text = try known ?? SharedSecret(entry(reference.key, revision, in: store).bytes.copy())
      entries[reference.key] = text
      guard let field = reference.field else { return text }
      switch try Entry(text.bytes.copy()).field(field) {
      case .some(let value): return SharedSecret(value)
      case .none: throw StoreError.noSuchField(field, of: reference.key)
      }
    }
  }

  /// Prints values as the members of an object.
  private static func write(
    _ values: [SharedSecret], named names: [[UInt8]], in session: Session
  ) throws {
    var text = SecretBytes()
    text.append(UInt8(ascii: "{"))
    for (index, (name, value)) in zip(names, values).enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text.append(jsonName: name)
      text.append(UInt8(ascii: ":"))
      text.append(json: value.bytes)
    }
    text.append("}\n".utf8)
    try session.output.write(text)
  }
}
