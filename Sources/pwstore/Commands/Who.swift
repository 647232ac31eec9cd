import PWCore

enum Who {
  static let can = Option(
    "can", value: "ID", completion: .recipients,
    "Print the keys of the entries that this key can read", read: text)
  static let json = Flag("json", "Print the answer as JSON")
  static let names = Positional(
    repeated: "KEY", completion: .entriesAndFolders, "An entry; with --can a folder",
    read: EntryName.init)

  static let command = Command(
    name: "who", summary: "Tell who can read what", topic: .sharing,
    discussion: """
      Prints whose keys can decrypt an entry, one a line: the key's fingerprint and its name, and \
      "(you)" if the secret key is on this machine. That stands in the clear in the encrypted \
      file, so no secret key is needed. Where it is not what the recipients file of the folder \
      says, that is warned of.

      With --can, the entries are printed that a key can decrypt, one a line. ID is a fingerprint \
      or key id, an address or a name.
      """,
    examples: [
      .init("who mail/alice", "Who can read an entry"),
      .init("who --can bob@example.org", "What Bob can read"),
      .init("who --can bob@example.org team", "What Bob can read in a folder"),
    ],
    parameters: [can.parameter, json.parameter, names.parameter], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let names = try arguments[names]
    let store = session.store()
    guard let id = try arguments[can] else {
      guard !names.isEmpty else { throw UsageError("KEY is missing") }
      let readers = try store.readers(of: try names.map { try $0.requiredKey() })
      return try show(readers, asJSON: arguments[json], in: session)
    }
    guard names.count < 2 else { throw UsageError("\"--can\" takes one folder") }
    let folder = names.first?.folder ?? .root
    if let name = names.first, try !store.contains(folder) { throw PassError.notInStore(name) }
    let keys = try store.keys(readableBy: id, in: folder) { key in
      session.warn("\(quoted(key.bytes)) is no encrypted message")
    }
    if arguments[json] {
      try session.output.write(JSONText.array(keys.map { .string($0.bytes) }).encoded())
    } else {
      for key in keys {
        try session.output.write(session.terminal.isTerminal ? Array("\(key)".utf8) : key.bytes)
        try session.output.write("\n")
      }
    }
  }

  private static func show(
    _ readers: [EntryReaders], asJSON: Bool, in session: Session
  ) throws {
    if asJSON { try session.output.write(JSONText.array(readers.map(json)).encoded()) }
    for entry in readers {
      if !asJSON {
        if readers.count > 1 { try session.output.write("\(entry.key)\n") }
        let indent = readers.count > 1 ? "  " : ""
        for line in lines(entry) { try session.output.write("\(indent)\(line)\n") }
      }
      for holder in entry.surplus {
        session.warn("\(entry.key): \(printable(holder.name)) can read it, and is no recipient")
      }
      for recipient in entry.missing {
        session.warn(
          "\(entry.key): \(printable(recipient.name)) is a recipient, and cannot read it")
      }
      if !entry.surplus.isEmpty || !entry.missing.isEmpty {
        session.warn("hint: \"\(session.program) init\" with the same ids encrypts it anew")
      }
    }
  }

  private static func lines(_ entry: EntryReaders) -> [String] {
    entry.holders.map { holder in
      let isOwn = holder.key?.isOwn == true ? "  (you)" : ""
      return "\(holder.key?.fingerprint ?? "-")  \(printable(holder.name))\(isOwn)"
    } + Array(repeating: "-  somebody who is not named", count: entry.hiddenCount)
      + (entry.hasPassphrase ? ["-  whoever knows the passphrase"] : [])
  }

  private static func json(_ entry: EntryReaders) -> JSONText {
    .object([
      ("key", .string(entry.key.bytes)),
      ("people", .array(entry.holders.map(\.json))),
      ("hidden", .number(entry.hiddenCount)),
      ("passphrase", .boolean(entry.hasPassphrase)),
      ("asRecipients", .boolean(entry.surplus.isEmpty && entry.missing.isEmpty)),
    ])
  }
}

extension KeyHolder {
  /// Who it is, for programs.
  var json: JSONText {
    .object([
      ("keyid", .text(keyID)),
      ("fingerprint", key.map { .text($0.fingerprint) } ?? .null),
      ("name", key.map { .text($0.name) } ?? .null),
      ("own", .boolean(key?.isOwn == true)),
    ])
  }
}
