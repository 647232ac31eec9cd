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
    let all = try session.tree(of: .root, in: session.store())
    let pattern = TreePattern(holding: terms)
    let found = matching(pattern, all)
    if isJSON {
      let names = names(of: found, pattern)
      return try session.output.write(JSONText.array(names.map { .string($0) }).encoded())
    }
    let title = Array(terms.joined(separator: [UInt8(ascii: ",")]))
    try session.output.write("Search Terms: ")
    try session.output.write(session.terminal.isTerminal ? Array(printable(title).utf8) : title)
    try session.output.write("\n")
    try session.draw(found)
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

  /// The names that match, and the folders that hold such names.
  private static func matching(_ pattern: TreePattern, _ tree: StoreTree) -> StoreTree {
    // The folders that lead to the present name, with their own paths.
    var chain: [(index: Int, path: [UInt8], showsFiles: Bool)] = []
    var isShown = [Bool](repeating: false, count: tree.count)
    for (index, node) in zip(tree.indices, tree) {
      chain.removeLast(chain.count - node.depth)
      let folder = chain.last
      if node.kind == .folder {
        isShown[index] = pattern.matches(node.fileName, isFolder: true)
        let path = (folder.map { $0.path + [UInt8(ascii: "/")] } ?? []) + node.fileName
        // So tree has it: where the folder's own path matches, its files need not.
        chain.append((index, path, pattern.matches(path, isFolder: true)))
      } else {
        isShown[index] =
          folder?.showsFiles == true || pattern.matches(node.fileName, isFolder: false)
      }
      if isShown[index] {
        for folder in chain.dropLast(node.kind == .folder ? 1 : 0) { isShown[folder.index] = true }
      }
    }
    return tree.showing(isShown)
  }

  /// The keys of entries, and the folders that match by their own names.
  private static func names(of tree: StoreTree, _ pattern: TreePattern) -> [[UInt8]] {
    var names: [[UInt8]] = []
    // The path of the folder in which the present name is, and where each of its parts ends.
    var (path, ends): ([UInt8], [Int]) = ([], [0])
    for node in tree {
      ends.removeLast(ends.count - node.depth - 1)
      path.removeLast(path.count - ends[node.depth])
      switch node.kind {
      case .folder:
        path += node.fileName
        path.append(UInt8(ascii: "/"))
        ends.append(path.count)
        if pattern.matches(node.fileName, isFolder: true) { names.append(path) }
      case .entry: names.append(path + node.name)
      case .other: break
      }
    }
    return names
  }
}
