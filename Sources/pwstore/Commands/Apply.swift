import PWCore

enum Apply {
  static let prune = Option(
    "prune", value: "FOLDER", completion: .folders,
    "Delete the entries of a folder that the document does not name"
  ) { (word) throws in
    // An unset variable of a script is not to mean the whole store.
    guard !word.bytes.isEmpty else { throw UsageError("option \"--prune\" needs a folder") }
    return try EntryName(word)
  }
  static let dryRun = Flag("dry-run", "Print what would be done, and change nothing")
  static let force = Flag("force", "f", "Let --prune delete all entries of the folder")
  static let json = Flag("json", "Print what is done as a JSON object")
  static let format = Option(
    "format", value: "FORMAT", completion: .words(["json", "env"]),
    "What the document is: \"json\" or \"env\"; else it is JSON if it begins with a brace or bracket",
    read: Format.init)
  static let file = Positional(
    optional: "FILE", completion: .files, "The document; without, or as \"-\", standard input",
    read: filePath)

  /// The form of a document.
  enum Format: String {
    case json
    case env

    @Sendable init(_ word: Argument) throws(UsageError) {
      guard let format = word.text.flatMap(Format.init(rawValue:)) else {
        throw UsageError("there is no format \(word), only \"json\" and \"env\"")
      }
      self = format
    }
  }

  static let command = Command(
    name: "apply", summary: "Save many entries at once, as a document says", topic: .programs,
    discussion: """
      Reads what entries are to be, and makes them so in one commit: all of them, or, if anything is \
      wrong, none. As with "save", an entry has then just the fields that the document gives it. One \
      that has the very same fields already is left alone, so a second time nothing is changed. An \
      entry that cannot be decrypted here, since it is for others or damaged, is replaced; if its \
      key is only locked, the status is 4.

      A document in JSON is an object of keys to objects of fields. Values are strings; numbers, \
      true, false, null, arrays and objects become compact JSON text. A string in the place of an \
      object is a whole entry, byte for byte, and so is the member "", in which other members are \
      then set. An entry that is not text is {"": {"base64": "..."}}.

      A document of lines has KEY#FIELD=VALUE, or KEY=VALUE for a whole entry; the last "#" counts. \
      Values may be in single quotes, where all is as it stands, or in double quotes, with \\n, \\r, \
      \\t, \\", \\\\ and \\$; both may go over several lines. Lines that begin with "#" and blank ones \
      do not count, nor does "export" before a name.

      With --prune, the other entries of a folder are deleted in the same commit. If the document has \
      no key there at all, that is refused unless --force is given.

      With --dry-run, what would be created, changed and deleted is printed, with names of fields \
      and never with values. With --json, the object has "created" and "changed", arrays of objects \
      with "key" and "fields" (names; null where they cannot be told), "deleted" and "unchanged", \
      arrays of keys, and "dryRun".
      """,
    examples: [
      .init("apply secrets.json", "Save all entries of a document"),
      .init("apply --prune team --dry-run < team.json", "See what would be changed and deleted"),
      .init("apply --format env .env", "Take lines KEY#FIELD=VALUE"),
    ],
    parameters: [
      prune.parameter, dryRun.parameter, force.parameter, json.parameter, format.parameter,
      file.parameter,
    ], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let file = try arguments[file]
    let format = try arguments[format]
    let folder = try arguments[prune]?.folder
    guard folder != nil || !arguments[force] else {
      throw UsageError("\"--force\" is for \"--prune\"")
    }
    let store = session.store()
    // Nobody shall wait for a document in vain.
    _ = try store.contains(FolderName.root)
    let text =
      if let file, file.bytes != Array("-".utf8) { try SecretBytes.contents(of: file) } else {
        try session.readInput()
      }
    let document =
      switch format {
      case .json: try EntryDocument(json: text)
      case .env: try EntryDocument(lines: text)
      case nil: try EntryDocument(text)
      }
    let changes = try session.changingInBulk(store, "applying") {
      try arguments[dryRun]
        ? store.changes(by: document, pruning: folder, evenAll: arguments[force])
        : store.apply(document, pruning: folder, evenAll: arguments[force])
    }
    if arguments[json] {
      try session.output.write(Self.json(changes, isDryRun: arguments[dryRun]).encoded())
    } else if arguments[dryRun] {
      for line in lines(changes) { try session.output.write("\(line)\n") }
    } else {
      session.note(summary(changes))
    }
  }

  private static func lines(_ changes: DocumentChanges) -> [String] {
    func lines(_ entries: [DocumentChanges.Entry], _ what: String) -> [String] {
      entries.map { entry in
        let names =
          entry.fields.map { $0.map { printable($0) }.joined(separator: ", ") } ?? "(not text)"
        return "\(what) \(entry.key)" + (names.isEmpty ? "" : ": \(names)")
      }
    }
    return lines(changes.created, "create") + lines(changes.changed, "change")
      + changes.deleted.map { "delete \($0)" }
  }

  private static func summary(_ changes: DocumentChanges) -> String {
    let counts = [
      (changes.created.count, "created"), (changes.changed.count, "changed"),
      (changes.deleted.count, "deleted"), (changes.unchanged.count, "unchanged"),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
    return counts.isEmpty ? "nothing to do" : counts.joined(separator: ", ")
  }

  private static func json(_ changes: DocumentChanges, isDryRun: Bool) -> JSONText {
    func entries(_ entries: [DocumentChanges.Entry]) -> JSONText {
      .array(
        entries.map { entry in
          .object([
            ("key", .string(entry.key.bytes)),
            ("fields", entry.fields.map { .array($0.map { .text($0) }) } ?? .null),
          ])
        })
    }
    func keys(_ keys: [ServiceKey]) -> JSONText { .array(keys.map { .string($0.bytes) }) }
    return .object([
      ("created", entries(changes.created)), ("changed", entries(changes.changed)),
      ("deleted", keys(changes.deleted)), ("unchanged", keys(changes.unchanged)),
      ("dryRun", .boolean(isDryRun)),
    ])
  }
}
