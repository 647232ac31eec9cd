import PWCore

enum Delete {
  static let recursive = Flag("recursive", "r", "Delete folders, with all that is in them")
  static let force = Flag("force", "f", "Do not ask")
  static let keys = Positional(
    repeated: "KEY", atLeast: 1, completion: .entriesAndFolders, "An entry, or with -r a folder"
  ) { $0 }

  static let command = Command(
    name: "delete", aliases: ["rm", "remove"], summary: "Delete entries and folders",
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
    let store = session.store()
    var keys: [ServiceKey] = []
    var folders: [FolderName] = []
    for word in try arguments[Self.keys] {
      let key = try serviceKey(word)
      let folder = try folderName(word)
      let meansFolder = word.bytes.last == UInt8(ascii: "/")
      if !meansFolder, try store.containsFile(key) {
        keys.append(key)
      } else if try store.contains(folder) {
        guard arguments[recursive] else {
          throw UsageError("\(word) is a folder", hint: "delete it with -r, and all that is in it")
        }
        folders.append(folder)
      } else {
        throw StoreError.noSuchEntry(key)
      }
    }
    if !arguments[force], session.inputIsTerminal {
      let names = (keys.map(\.description) + folders.map { "\($0)/" }).joined(separator: ", ")
      guard try session.prompt().confirm("Delete \(names)?") else { throw QuietEnd(.failure) }
    }
    try store.delete(keys, folders: folders)
  }
}
