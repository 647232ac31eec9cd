import PWCore

enum Move {
  static let command = Command(
    name: "mv", aliases: ["rename"], summary: "Give an entry or a folder another name",
    topic: .entries,
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
