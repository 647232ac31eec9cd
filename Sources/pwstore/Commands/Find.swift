import PWCore

enum Find {
  static let json = Flag("json", "As the first word: print the names as a JSON array")
  static let fuzzy = Flag(
    "fuzzy", "As the first word: list the keys that have the letters of all terms, the best first")
  static let terms = Positional(
    repeated: "TERM", atLeast: 1, "What names hold: a pattern with *, ?, [...] and |"
  ) { $0.bytes }

  static let command = Command(
    name: "find", aliases: ["search"],
    summary: "List the entries whose names hold one of the terms", topic: .search,
    discussion: """
      Nothing is decrypted. Names match in any case, and with the ".gpg" of their files. A folder \
      whose name matches is shown; of a folder at the top of the store, so are the entries in it. \
      All words are terms, but for "-h" or "--help" alone, and "--json" and "--fuzzy" before other terms.

      With --json, the same names are an array of strings: the keys of the entries that are shown, \
      and, with a slash at the end, the folders whose names match. A name that is not UTF-8 is \
      {"base64": "..."}.

      With --fuzzy, a key matches if it has the letters of each term in their order, whatever is \
      between them, the terms in any order. The keys are printed one a line, the best match first: \
      that whose letters stand together, or at the beginning of a part.
      """,
    examples: [
      .init("find mail", "All names with \"mail\" in them"),
      .init("find 'a*e' bob", "Those with an \"a\" and later an \"e\", or with \"bob\""),
      .init("find --json mail", "For another program"),
      .init("find --fuzzy gh al", "\"work/github.com/alice\", for one"),
    ],
    parameters: [json.parameter, fuzzy.parameter, terms.parameter], isPassVerb: true,
    takesWordsAsTheyAre: true,
    run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    var terms = try arguments[terms]
    if terms == [Array("-h".utf8)] || terms == [Array("--help".utf8)] {
      return try session.explain(command)
    }
    var options: Set<[UInt8]> = []
    while !session.isCalledPass, terms.count > 1, Self.leading.contains(terms[0]),
      !options.contains(terms[0])
    {
      options.insert(terms.removeFirst())
    }
    let isJSON = options.contains(Self.leading[0])
    if options.contains(Self.leading[1]) {
      return try list(FuzzyMatch(terms), asJSON: isJSON, in: session)
    }
    let nodes = try session.tree(of: .root, in: session.store())
    let pattern = TreePattern(holding: terms)
    if isJSON {
      let found = names(of: matching(pattern, nodes, below: []), pattern, below: [])
      return try session.output.write(JSONText.array(found.map { .string($0) }).encoded())
    }
    let title = Array(terms.joined(separator: [UInt8(ascii: ",")]))
    try session.output.write("Search Terms: ")
    try session.output.write(session.terminal.isTerminal ? Array(printable(title).utf8) : title)
    try session.output.write("\n")
    try session.draw(matching(pattern, nodes, below: []))
  }

  /// The options that are some if they stand before the terms.
  private static let leading = [json, fuzzy].map { Array("--\($0.parameter.name)".utf8) }

  private static func list(
    _ match: FuzzyMatch, asJSON: Bool, in session: Session
  ) throws {
    let all = FuzzyKeys(try session.store().keyList().bytes)
    let keys = all.best(match).map { all[$0] }
    if asJSON {
      return try session.output.write(
        JSONText.array(keys.map { .string($0) }).encoded())
    }
    for key in keys {
      try session.output.write(
        (session.terminal.isTerminal ? Array(printable(key).utf8) : key) + [UInt8(ascii: "\n")])
    }
  }

  /// What matches in a folder, which is given by its path in the store, and the
  /// folders that hold such names.
  private static func matching(
    _ pattern: TreePattern, _ nodes: [StoreTree], below path: [UInt8]
  ) -> [StoreTree] {
    // So tree has it: where the folder's own path matches, its files need not.
    let showsFiles = !path.isEmpty && pattern.matches(path, isFolder: true)
    return nodes.compactMap { node in
      guard node.kind == .folder else {
        return showsFiles || pattern.matches(node.fileName, isFolder: false) ? node : nil
      }
      var folder = node
      let folderPath = path.isEmpty ? node.fileName : path + [UInt8(ascii: "/")] + node.fileName
      folder.children = matching(pattern, node.children, below: folderPath)
      let isShown = !folder.children.isEmpty || pattern.matches(node.fileName, isFolder: true)
      return isShown ? folder : nil
    }
  }

  /// The keys of entries, and the folders that match by their own names.
  private static func names(
    of nodes: [StoreTree], _ pattern: TreePattern, below path: [UInt8]
  ) -> [[UInt8]] {
    nodes.flatMap { node -> [[UInt8]] in
      guard node.kind == .folder else { return node.kind == .entry ? [path + node.name] : [] }
      let folder = path + node.fileName + [UInt8(ascii: "/")]
      return (pattern.matches(node.fileName, isFolder: true) ? [folder] : [])
        + names(of: node.children, pattern, below: folder)
    }
  }
}
