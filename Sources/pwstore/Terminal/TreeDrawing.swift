import PWCore

/// Draws a part of the store in the manner of tree(1), which clients of pass
/// read.
///
///     ├── mail
///     │   └── alice
///     └── web
struct TreeDrawing {
  /// What stands in front of names.
  var lines: Lines
  /// The colours of names; `nil` for none.
  var colors: TreeColors?
  /// Whether characters with an effect on a terminal are escaped; else names
  /// are output as they are.
  var escapesNames: Bool

  /// What leads to a name: four columns for each level.
  struct Lines: Sendable {
    var branch: [UInt8]
    var lastBranch: [UInt8]
    var trunk: [UInt8]

    private init(_ branch: String, _ lastBranch: String, _ trunk: String) {
      self.branch = Array("\(branch) ".utf8)
      self.lastBranch = Array("\(lastBranch) ".utf8)
      self.trunk = Array("\(trunk) ".utf8)
    }

    static let ascii = Lines("|--", "`--", "|  ")
    /// Two of the blanks are no-break spaces.
    static let utf8 = Lines("├──", "└──", "│\u{A0}\u{A0}")
    /// What tree takes for a centred point: clients set the character set to get
    /// just this.
    static let latin = Lines("|--", "&middot;--", "|  ")

    /// The lines in a character set, by one of its names in any case.
    init(characterSet name: String) {
      switch name.lowercased() {
      case "utf-8", "utf8": self = .utf8
      case "iso-8859-1", "iso-8859-1:1987", "iso_8859-1", "latin1", "l1", "ibm819", "cp819",
        "csisolatin1", "iso-8859-3", "iso_8859-3:1988", "iso_8859-3", "latin3", "ls",
        "csisolatin3", "iso-8859-7", "iso_8859-7:1987", "iso_8859-7", "elot_928", "ecma-118",
        "greek", "greek8", "csisolatingreek", "iso-8859-8", "iso_8859-8:1988", "iso-ir-138",
        "iso_8859-8", "hebrew", "csisolatinhebrew", "iso-8859-9", "iso_8859-9:1989",
        "iso-ir-148", "iso_8859-9", "latin5", "l5", "csisolatin5":
        self = .latin
      default: self = .ascii
      }
    }
  }

  /// Draws for a stream; `TREE_CHARSET` decides about the lines, or else the
  /// locale.
  init(for terminal: Terminal, _ environment: Environment) {
    lines =
      environment.bytes("TREE_CHARSET").map {
        Lines(characterSet: String(decoding: $0, as: UTF8.self))
      } ?? (terminal.isUTF8 ? .utf8 : .ascii)
    colors = terminal.wantsColor ? TreeColors(environment) : nil
    escapesNames = terminal.isTerminal
  }

  /// Writes the lines for all names in a tree; the line of the folder itself is the
  /// caller's.
  func draw<Failure: Error>(
    _ tree: StoreTree, _ write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var page = Page(drawing: self)
    try page.draw(tree, write)
    try write(page.bytes)
  }

  /// The bytes that were drawn and not yet written.
  private struct Page {
    let drawing: TreeDrawing
    var bytes: [UInt8] = []

    mutating func draw<Failure: Error>(
      _ tree: StoreTree, _ write: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
      let isLast = Self.last(of: tree)
      // What stands in front of the names of one level after the other, and where in it
      // each level begins.
      var (indent, starts): ([UInt8], [Int]) = ([], [])
      bytes.reserveCapacity(1 << 16)
      for (node, isLast) in zip(tree, isLast) {
        if bytes.count > 15 << 12 {
          try write(bytes)
          bytes.removeAll(keepingCapacity: true)
        }
        if node.depth < starts.count {
          indent.removeLast(indent.count - starts[node.depth])
          starts.removeLast(starts.count - node.depth)
        }
        bytes += indent
        bytes += isLast ? drawing.lines.lastBranch : drawing.lines.branch
        draw(node)
        starts.append(indent.count)
        if isLast { indent += "    ".utf8 } else { indent += drawing.lines.trunk }
      }
    }

    /// Which names are the last ones in their folders.
    private static func last(of tree: StoreTree) -> [Bool] {
      // For each level, whether something in the same folder comes behind.
      var hasMore: [Bool] = []
      var isLast = [Bool](repeating: true, count: tree.count)
      for index in tree.indices.reversed() {
        let depth = tree.depth(at: index)
        if depth < hasMore.count {
          isLast[index] = !hasMore[depth]
          hasMore.removeLast(hasMore.count - depth)
        } else {
          hasMore += repeatElement(false, count: depth - hasMore.count)
        }
        hasMore.append(true)
      }
      return isLast
    }

    private mutating func draw(_ node: StoreTree.Node) {
      add(node.name, color: drawing.colors?.start(for: node))
      if let target = node.linkTarget, let targetName = node.targetName {
        bytes += " -> ".utf8
        // The suffix is cut at the end of the line only.
        add(
          node.gap == nil ? targetName : target,
          color: drawing.colors?.start(forTargetOf: node))
      }
      switch node.gap {
      case .seen: bytes += "  [recursive, not followed]".utf8
      case .unreadable: bytes += "  [error opening dir]".utf8
      case nil: break
      }
      bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func add(_ name: ArraySlice<UInt8>, color: [UInt8]?) {
      if let color { bytes += color }
      // Most names are plain ASCII; only the others are worth a closer look.
      if !drawing.escapesNames || name.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) {
        bytes += name
      } else {
        bytes += printable(name).utf8
      }
      if color != nil, let end = drawing.colors?.end { bytes += end }
    }
  }
}
