import PWCore

enum Recipients {
  static let path = Option(
    "path", "p", value: "FOLDER", completion: .folders,
    "The recipients of a folder, instead of the whole store's", read: EntryName.init)
  static let json = Flag("json", "Print the list as JSON")
  static let force = Flag("force", "f", "Remove yourself, if it comes to that")
  static let words = Positional(
    repeated: "WORD",
    completion: .verb(["ls", "add", "remove"], then: .recipients, else: .nothing),
    "\"ls\", or \"add\" or \"remove\" and the ids of keys", read: text)

  static let command = Command(
    name: "recipients", summary: "Show, add or remove those who can read the entries",
    topic: .sharing,
    discussion: """
      With "ls", or no word, prints for whom the entries are encrypted: the id in the file, the \
      fingerprint of the key that it means, its name, when it expires, and whether it can be used. \
      For the whole store, the folders with recipients of their own are listed, too. Recipients \
      whose key cannot be used, or expires within 30 days, are warned of.

      "add" takes fingerprints, key ids, addresses or names of keys in your key ring; what is \
      written into the file is the fingerprint. Groups of gpg.conf and KEYID! stay as given. A key \
      that is not there, expired, revoked, not trusted, or one of several that fit, is refused. A \
      folder without recipients of its own gets those that it has by now and the new ones. \
      "remove" takes the same ids. All entries are encrypted anew in the same commit, or nothing is \
      changed. What someone could read before stays readable for them in git's history, so the \
      entries that need new secrets are named; "rotate" lists them until all are changed.

      The public keys of recipients are kept in the store as .public-keys/FINGERPRINT.asc, so that \
      everybody who has the store can import them.
      """,
    examples: [
      .init("recipients", "Who can read what"),
      .init("recipients add bob@example.org", "Share the store"),
      .init("recipients add -p team bob@example.org", "Share a folder"),
      .init("recipients remove bob@example.org", "End it, and see what is to be changed"),
    ],
    parameters: [path.parameter, json.parameter, force.parameter, words.parameter], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let words = try arguments[words]
    let folder = try arguments[path]?.folder
    let ids = Array(words.dropFirst())
    let verb = words.first ?? "ls"
    guard ["ls", "list", "add", "remove", "rm"].contains(verb) else {
      throw UsageError(
        "\(quoted(verb)) is neither \"ls\" nor \"add\" nor \"remove\"",
        hint:
          "\"\(session.program) recipients add \(shellQuoted(Array(verb.utf8)))\" adds a recipient"
      )
    }
    let isList = verb == "ls" || verb == "list"
    guard isList == ids.isEmpty else {
      throw UsageError(isList ? "\"ls\" takes no ids" : "the id of a key is missing")
    }
    guard !arguments[json] || isList else { throw UsageError("\"--json\" is for \"ls\"") }
    guard !arguments[force] || verb == "remove" || verb == "rm" else {
      throw UsageError("\"--force\" is for \"remove\"")
    }
    let store = session.store()
    if isList {
      try list(folder, asJSON: arguments[json], of: store, in: session)
    } else if verb == "add" {
      try add(ids, to: folder ?? .root, of: store, in: session)
    } else {
      try remove(ids, from: folder ?? .root, by: arguments[force], of: store, in: session)
    }
  }

  private static func add(
    _ ids: [String], to folder: FolderName, of store: PasswordStore, in session: Session
  ) throws {
    let place = PasswordStore.name(of: folder)
    let result = try session.changingInBulk(store) { try store.addRecipients(ids, to: folder) }
    for recipient in result.present {
      session.note("\(printable(recipient.name)) is a recipient of \(place) already")
    }
    guard !result.recipients.isEmpty else { return }
    if let source = result.copiedFrom {
      session.note(
        "\(place) now has recipients of its own: those of \(PasswordStore.name(of: source)), and the new"
      )
    }
    for recipient in result.recipients {
      let fingerprint = recipient.key.map { " (\($0.fingerprint))" } ?? ""
      session.note("added \(printable(recipient.name))\(fingerprint) to \(place)")
    }
    session.tell(result.reencrypted)
  }

  private static func remove(
    _ ids: [String], from folder: FolderName, by force: Bool, of store: PasswordStore,
    in session: Session
  ) throws {
    let place = PasswordStore.name(of: folder)
    let result = try session.changingInBulk(store) {
      try store.removeRecipients(ids, from: folder, evenAllOwn: force)
    }
    for recipient in result.recipients {
      session.note("removed \(printable(recipient.name)) from \(place)")
    }
    session.tell(result.reencrypted)
    let known = try store.exposures(to: result)
    guard !known.isEmpty else { return }
    let names = result.recipients.map { printable($0.name) }.joined(separator: ", ")
    session.note("\(names) could read these entries, and can still read what git's history has:")
    for key in known { session.note("  \(key)") }
    session.note(
      "change these secrets; \"\(session.program) rotate\" lists them until that is done")
  }
}

extension Session {
  /// Names the entries that were encrypted anew.
  func tell(_ reencrypted: [ServiceKey]) {
    for key in reencrypted { note("\(key): reencrypted") }
  }
}
