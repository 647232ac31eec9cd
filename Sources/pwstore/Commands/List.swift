import PWCore

enum List {
  static let flat = Flag("flat", "Print one key a line, without a drawing")
  static let zero = Flag(
    "null", "0", "Print the keys one behind the other, each with a NUL behind it")
  static let json = Flag("json", "Print the keys as a JSON array")
  static let long = Flag(
    "long", "l", "Print a line for each entry: last change, size, whom it is for, key")
  static let fields = Flag(
    "fields", "With --long: the names of the fields, too; decrypts each entry")

  static let command = Command(
    name: "ls", aliases: ["list"], summary: "List the store or a folder, or print an entry",
    topic: .search,
    discussion: """
      Does what "show" does, and can list keys for programs. Listing decrypts nothing. The drawing \
      is in the locale's order, its colours are those of TREE_COLORS or LS_COLORS, and its lines \
      those of TREE_CHARSET or the locale. Keys alone are in the order of their bytes. On a \
      terminal, characters with an effect are shown escaped. A key that is not UTF-8 is \
      {"base64": "..."} in JSON.

      With --long, the date is that of the newest commit which has changed the entry, or of its \
      file where git has none; the size is that of the encrypted file. Whom it is for are the ids of \
      the keys that the file names; "who KEY" tells their owners. With --fields besides, the names \
      of its fields follow, for which each entry is decrypted once.
      """,
    examples: [
      .init("ls", "Draw the whole store as a tree"),
      .init("ls --flat work", "The keys of one folder, one a line"),
      .init("ls --long work", "When each of them was changed, and who can read it"),
      .init("ls --long --fields --json", "What is where, for another program"),
    ],
    parameters: [
      flat.parameter, zero.parameter, json.parameter, long.parameter, fields.parameter,
      Show.clip.parameter, Show.qrcode.parameter,
      Show.names.parameter,
    ],
    isPassVerb: true, run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let forms = [flat, zero, arguments[long] ? long : json].filter { arguments[$0] }
    guard !arguments[fields] || arguments[long] else {
      throw UsageError("\"--fields\" goes with \"--long\"")
    }
    guard let form = forms.first else { return try Show.run(arguments, in: session) }
    guard forms.count == 1 else {
      let last = arguments[long] ? "long" : "json"
      throw UsageError("\"--flat\", \"--null\" and \"--\(last)\" exclude each other")
    }
    guard try arguments[Show.clip] == nil, try arguments[Show.qrcode] == nil else {
      throw UsageError("\"--\(form.parameter.name)\" is for folders, and prints their keys")
    }
    let name = try arguments[Show.names].first ?? EntryName("")
    let store = session.store()
    if arguments[long] { return try printLong(name, arguments, store, in: session) }
    guard try store.contains(name.folder) else {
      guard let key = name.key, try store.contains(key) else { throw PassError.notInStore(name) }
      throw UsageError("\(quoted(name.typed)) is an entry, and holds no keys")
    }
    try print(try store.keyList(of: name.folder), arguments, in: session)
  }

  private static func printLong(
    _ name: EntryName, _ arguments: Arguments, _ store: PasswordStore, in session: Session
  ) throws {
    let keys: [ServiceKey]
    var folder = name.folder
    if !name.meansFolder, let key = name.key, try store.contains(key) {
      (keys, folder) = ([key], key.folder)
    } else if try store.contains(folder) {
      keys = try store.keyList(of: folder).keys
    } else {
      throw PassError.notInStore(name)
    }
    let make = {
      try LongList(keys, in: folder, withFields: arguments[fields], of: store)
    }
    let list = try arguments[fields] ? session.changingInBulk(store, "decrypting", make) : make()
    try session.output.write(
      arguments[json]
        ? list.json.encoded() : list.lines(isTerminal: session.terminal.isTerminal))
  }

  private static func print(
    _ list: KeyList, _ arguments: Arguments, in session: Session
  ) throws {
    if arguments[json] {
      try session.output.write(JSONText.array(list.keys.map { .string($0.bytes) }).encoded())
    } else if arguments[zero] {
      try session.output.write(list.bytes)
    } else if session.terminal.isTerminal {
      for key in list.keys { try session.output.write("\(key)\n") }
    } else {
      try session.output.write(list.bytes(terminatedBy: UInt8(ascii: "\n")))
    }
  }
}
