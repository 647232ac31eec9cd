import PWCore

enum Copy {
  static let command = Command(
    name: "cp", aliases: ["copy"], summary: "Copy an entry or a folder", topic: .entries,
    discussion: """
      If NEW is a folder, or ends in a slash, the copy goes into it. Entries are copied as they \
      are; only those that other people are to read at the new place are encrypted anew. On a \
      terminal the user is asked before an entry is replaced. OLD with a slash at the end means \
      the folder where there is an entry of the same name.
      """,
    examples: [
      .init("cp mail/alice mail/bob", "Copy an entry"),
      .init("cp mail archive/", "Copy a folder into another one"),
    ],
    parameters: Relocating.parameters, isPassVerb: true
  ) { arguments, session in
    try Relocating.run(arguments, in: session) { store, item, destination, names, overwriting in
      try store.copy(item, to: destination, named: names, overwriting: overwriting)
    }
  }
}
