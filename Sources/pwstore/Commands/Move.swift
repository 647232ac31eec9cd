import PWCore

enum Move {
  static let command = Command(
    name: "mv", aliases: ["rename"], summary: "Give an entry or a folder another name",
    discussion: """
      If NEW is a folder, or ends in a slash, OLD goes into it. Folders that are missing are made, \
      and those that are left empty are removed. Entries are moved as they are, so that git's \
      history follows them; only those that other people are to read at the new place are \
      encrypted anew. On a terminal the user is asked before an entry is replaced. OLD with a \
      slash at the end means the folder where there is an entry of the same name.
      """,
    examples: [
      .init("mv mail/alice mail/bob", "Give an entry another name"),
      .init("mv mail archive/", "Move a folder into another one"),
    ],
    parameters: Relocating.parameters, isPassVerb: true
  ) { arguments, session in
    try Relocating.run(arguments, in: session) { store, item, destination, names, overwriting in
      try store.move(item, to: destination, named: names, overwriting: overwriting)
    }
  }
}

/// What mv and cp have in common.
enum Relocating {
  static let force = Flag("force", "f", "Replace an entry that is there without asking")
  static let old = Positional(
    "OLD", completion: .entriesAndFolders, "The entry or folder", read: EntryName.init)
  static let new = Positional(
    "NEW", completion: .entriesAndFolders, "The new name, or the folder to go into",
    read: EntryName.init)

  static let parameters = [force.parameter, old.parameter, new.parameter]

  /// Finds out what the two names mean, asks if need be, and does it.
  static func run(
    _ arguments: Arguments, in session: Session,
    _ relocate: (
      PasswordStore, _ item: StoreItem, _ destination: StoreItem,
      _ names: (old: String, new: String), _ overwriting: Bool
    ) throws -> [ServiceKey]
  ) throws {
    let (old, new) = (try arguments[old], try arguments[new])
    let store = session.store()
    guard let item = try store.item(old.folder, preferringFolder: old.meansFolder) else {
      throw PassError.notInStore(old)
    }
    let destination = try store.destination(of: item, at: new.folder, isFolder: new.meansFolder)
    var overwriting = arguments[force] || !session.inputIsTerminal
    if !overwriting, case .entry(let key) = destination, try store.containsFile(key) {
      guard try session.prompt().confirm("Replace \(key)?") else { throw QuietEnd(.success) }
      overwriting = true
    }
    let reencrypted = try session.changingInBulk(store) {
      try relocate(store, item, destination, (old.description, new.description), overwriting)
    }
    for key in reencrypted { session.note("\(key): reencrypted") }
  }
}
