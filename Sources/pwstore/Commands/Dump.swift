import PWCore

enum Dump {
  static let json = Flag("json", "Print a JSON object, in place of lines")
  static let names = Positional(
    repeated: "NAME", completion: .entriesAndFolders,
    "An entry or a folder; without, the whole store", read: EntryName.init)

  static let command = Command(
    name: "dump", summary: "Decrypt entries, and print them as a document for \"apply\"",
    topic: .programs,
    discussion: """
      Prints all entries of a folder with their fields: lines KEY#FIELD="VALUE", or with --json an \
      object of keys to objects of fields. "apply" makes the same entries of it in another store. \
      What is printed is in the clear. Each entry is decrypted once, several at a time; if one \
      cannot be, nothing is printed, and the status is 4.

      An entry whose fields alone do not make the same bytes, such as one with notes between the \
      fields, has its whole content besides: in JSON as the member "", in lines as KEY=. An entry \
      that is not text can be printed in JSON only: {"": {"base64": "..."}}.
      """,
    examples: [
      .init("dump --json team | jq -r '.[\"team/db\"].username'", "One field"),
      .init("dump --json team | pwstore --store other apply", "Copy a folder to another store"),
    ],
    parameters: [json.parameter, names.parameter], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let names = try arguments[names]
    let store = session.store()
    var keys: Set<ServiceKey> = []
    for name in names.isEmpty ? [try EntryName("")] : names {
      switch try store.item(name.folder, preferringFolder: name.meansFolder) {
      case .entry(let key): keys.insert(key)
      case .folder(let folder): keys.formUnion(try store.keyList(of: folder).keys)
      case nil: throw PassError.notInStore(name)
      }
    }
    let entries = try store.load(keys)
    let texts = try keys.sorted().map { key in
      (key, arguments[json] ? nil : SharedSecret(try lines(entries.entry(key), of: key)))
    }
    if arguments[json] { try session.output.write("{") }
    for (index, (key, lines)) in texts.enumerated() {
      if let lines {
        try session.output.write(lines.bytes.copy())
      } else {
        try session.output.write(index > 0 ? ",\n" : "\n")
        try session.output.write(key.documentName)
        try session.output.write(": ")
        try session.output.write(try entries.entry(key).documentJSON())
      }
    }
    if arguments[json] { try session.output.write("\n}\n") }
  }

  private static func lines(_ entry: borrowing Entry, of key: ServiceKey) throws -> SecretBytes {
    switch entry.documentLines(key) {
    case .some(let lines): return lines
    case .none: throw DocumentError.notLines(key.bytes)
    }
  }
}
