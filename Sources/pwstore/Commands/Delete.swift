import PWCore

enum Delete {
  static let recursive = Flag("recursive", "r", "Delete folders, with all that is in them")
  static let force = Flag("force", "f", "Do not ask")
  static let keys = Positional(
    repeated: "KEY", atLeast: 1, completion: .entriesAndFolders, "An entry, or with -r a folder",
    read: EntryName.init)

  static let command = Command(
    name: "delete", aliases: ["rm", "remove"], summary: "Delete entries and folders",
    topic: .entries,
    discussion: """
      All of them are deleted in one commit, or none is. On a terminal the user is asked first. \
      Git's history still has them. A name with a slash at the end means the folder where there is \
      an entry of the same name.
      """,
    examples: [
      .init("delete mail/alice", "Delete one entry"),
      .init("delete -r mail", "Delete a folder"),
    ],
    parameters: [recursive.parameter, force.parameter, keys.parameter], isPassVerb: true,
    run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let names = try arguments[Self.keys]
    let store = session.store()
    let items = try names.map { name in
      guard let item = try store.item(name.folder, preferringFolder: name.meansFolder) else {
        throw PassError.notInStore(name)
      }
      guard case .folder(let folder) = item else {
        // Whoever clears a folder does not mean the entry beside it.
        guard !name.meansFolder else { throw PassError.notInStore(name) }
        return item
      }
      guard !folder.isRoot else {
        throw UsageError("the whole store cannot be deleted in this way")
      }
      guard arguments[recursive] else {
        throw UsageError(
          "\(quoted(name.typed)) is a folder", hint: "delete it with -r, and all that is in it")
      }
      return item
    }
    if !arguments[force], session.needsConsent {
      let list = items.map(\.description).joined(separator: ", ")
      guard try session.prompt(else: "give --force").confirm("Delete \(list)?") else {
        throw QuietEnd(.failure)
      }
    }
    try session.changingInBulk(store) {
      try store.delete(items, named: names.map(\.description))
    }
  }
}
