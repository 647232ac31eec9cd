import PWCore

enum List {
  static let flat = Flag("flat", "Print one key a line, without a drawing")
  static let zero = Flag(
    "null", "0", "Print the keys one behind the other, each with a NUL behind it")
  static let json = Flag("json", "Print the keys as a JSON array")
  static let folder = Positional(
    optional: "FOLDER", completion: .folders, "The folder to list; without, the whole store",
    read: folderName)

  static let command = Command(
    name: "ls", aliases: ["list"], summary: "List the keys of the store, or of one folder",
    discussion: """
      Nothing is decrypted. Keys are listed in the order of their bytes. On a terminal, characters \
      with an effect are shown escaped. A key that is not UTF-8 is {"base64": "..."} in JSON.
      """,
    examples: [
      .init("ls", "Draw the whole store as a tree"),
      .init("ls --flat work", "The keys of one folder, one a line"),
    ],
    parameters: [flat.parameter, zero.parameter, json.parameter, folder.parameter],
    isPassVerb: true,
    run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let folder = try arguments[folder] ?? .root
    guard [flat, zero, json].filter({ arguments[$0] }).count < 2 else {
      throw UsageError("\"--flat\", \"--null\" and \"--json\" exclude each other")
    }
    let store = session.store()
    guard arguments[flat] || arguments[zero] || arguments[json] else {
      let tree = try store.tree(of: folder)
      try session.output.write(folder.isRoot ? "Password Store" : folder.description)
      try session.output.write("\n")
      try session.output.write(
        TreeDrawing(for: session.terminal).lines(for: tree.children.map(node)))
      return
    }
    let list = try store.keyList(of: folder)
    if arguments[json] {
      try session.output.write(JSONText.array(list.keys.map { .string($0.bytes) }).encoded())
    } else if arguments[zero] {
      try session.output.write(list.bytes)
    } else if session.terminal.isTerminal {
      for key in list.keys { try session.output.write("\(key)\n") }
    } else {
      try session.output.write(list.bytes(terminatedBy: UInt8(ascii: "\n")))
    }
  }

  private static func node(_ tree: StoreTree) -> TreeNode {
    let kind: TreeNode.Kind =
      if let target = tree.linkTarget { .link(target: target) } else {
        tree.kind == .folder ? .folder : .entry
      }
    return TreeNode(name: tree.name, kind: kind, children: tree.children.map(node))
  }
}
