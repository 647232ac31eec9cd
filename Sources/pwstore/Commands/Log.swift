import PWCore

enum Log {
  static let count = Option(
    "max-count", "n", value: "N", "Tell of the newest N commits only", read: positiveNumber)
  static let json = Flag("json", "Print a JSON array")
  static let name = Positional(
    optional: "NAME", completion: .entriesAndFolders,
    "An entry or a folder; without, the whole store", read: EntryName.init)

  static let command = Command(
    name: "log", summary: "Tell who changed what, and when", topic: .history,
    discussion: """
      Of an entry, the newest change comes first, with its commit, date and author, and what was \
      done: "added", "deleted", "renamed from OLD", "copied from OLD", "changed: FIELD, FIELD", \
      "reencrypted" where the text is the same, "merged" where two branches were, "mode changed" \
      of the file's mode, and "present" where the history of a shallow clone ends. Names that the \
      entry had before are followed, and entries that are deleted now have a history, too. To \
      tell which fields have changed, each version is decrypted once; values are never shown.

      Of a folder, each commit has one line with the entries that it touched, and nothing is \
      decrypted: then "changed" may be no more than a reencryption.

      With --json, each commit is an object with "commit", "date", "author" and "email". For an \
      entry it has "key", the name behind that commit, "action", and where known "from", the name \
      before, and "fields". The actions are added, deleted, renamed, copied, changed, \
      reencrypted, merged, mode and present. "fields" is null where a version cannot be decrypted \
      here, or is not text; the member "reason" is then "undecryptable" or "binary". For a folder \
      it has "subject", the message's first line, and "keys", an array of objects with "key", \
      "action" and perhaps "from".
      """,
    examples: [
      .init("log mail/alice", "The history of an entry"),
      .init("log -n 10", "The last ten commits"),
      .init("log --json work/", "The history of a folder, for another program"),
    ],
    parameters: [count.parameter, json.parameter, name.parameter], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let limit = try arguments[count]
    let name = try arguments[name] ?? EntryName("")
    let store = session.store()
    let item = try store.item(name.folder, preferringFolder: name.meansFolder)
    if case .folder(let folder)? = item {
      return try tell(
        try store.history(of: folder, limit: limit), asJSON: arguments[json], in: session)
    }
    // One that is gone now was an entry, or else a folder.
    let gone = { try store.history(of: name.folder, limit: limit) }
    guard !name.meansFolder, let key = name.key else {
      let events = try gone()
      guard !events.isEmpty else { throw PassError.notInStore(name) }
      return try tell(events, asJSON: arguments[json], in: session)
    }
    do {
      var events: [JSONText] = []
      try store.history(of: key, limit: limit) { event in
        guard arguments[json] else { return try write(line(event), in: session) }
        events.append(object(event))
      }
      if arguments[json] { try session.output.write(JSONText.array(events).encoded()) }
    } catch let error as StoreError where error.reason == .noSuchEntry && item == nil {
      let events = try gone()
      guard !events.isEmpty else { throw error }
      try tell(events, asJSON: arguments[json], in: session)
    }
  }

  private static func tell(
    _ events: [FolderEvent], asJSON: Bool, in session: Session
  ) throws {
    guard asJSON else {
      for event in events { try write(line(event), in: session) }
      return
    }
    try session.output.write(JSONText.array(events.map(object)).encoded())
  }

  private static func write(_ line: (commit: CommitSummary, text: String), in session: Session)
    throws
  {
    let (start, end) = session.terminal.wantsColor ? ("\u{1B}[33m", "\u{1B}[0m") : ("", "")
    let commit = line.commit
    try session.output.write(
      "\(start)\(commit.abbreviation)\(end)  \(commit.date)  \(printable(commit.author))"
        + "  \(line.text)\n")
  }

  @Sendable private static func positiveNumber(_ word: Argument) throws -> Int {
    guard let text = word.text, let number = Int(text), number > 0 else {
      throw UsageError("\(word) is not a number of commits")
    }
    return number
  }
}
