import PWCore

enum Restore {
  static let recursive = Flag(
    "recursive", "r", "Restore all that was in a folder; then REV must be given")
  static let name = Positional(
    "KEY", completion: .entriesAndFolders, "The entry, or with -r the folder",
    read: EntryName.init)
  static let revision = Positional(
    optional: "REV", completion: .revisions,
    "A revision; without, the one before the last change of the text",
    read: pwstore.revision(of:))

  static let command = Command(
    name: "restore", summary: "Bring back an older version of an entry", topic: .history,
    discussion: """
      An entry that is deleted gets back what it was before. Another one gets back what it was \
      before its text changed the last time, or what it was in REV. It is encrypted to those who \
      are the recipients now, and committed like any other change; git keeps what it replaces, so \
      restoring once more takes it back.

      With -r, all entries of a folder become what they were in REV, in one commit, or none does. \
      Entries that were not there then stay.

      \(Load.revisionHelp)
      """,
    examples: [
      .init("restore mail/alice", "Bring back a deleted entry, or take back a change"),
      .init("restore mail/alice 2026-11-01", "The entry as it was at the end of that day"),
      .init("restore -r mail HEAD~3", "A folder as it was three commits ago"),
    ],
    parameters: [recursive.parameter, name.parameter, revision.parameter], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let name = try arguments[name]
    let revision = try arguments[revision]
    let store = session.store()
    let result: Restoration
    if arguments[recursive] {
      guard let revision else { throw UsageError("with \"--recursive\", REV must be given") }
      result = try session.changingInBulk(store) {
        try store.restore(name.folder, at: revision)
      }
    } else {
      let item = try store.item(name.folder, preferringFolder: name.meansFolder)
      var isFolder = name.meansFolder
      if case .folder? = item { isFolder = true }
      guard !isFolder, let key = name.key else {
        throw UsageError(
          "\(quoted(name.typed)) is a folder", hint: "restore it with -r and a revision")
      }
      result = try store.restore(key, at: revision)
    }
    let commit = "\(result.commit.abbreviation) (\(result.commit.date))"
    for key in result.keys { session.note("restored \(key) from \(commit)") }
    if result.keys.isEmpty { session.note("\(name) is already as in \(commit)") }
  }
}
