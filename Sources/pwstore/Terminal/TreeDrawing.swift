import PWCore

/// Draws a tree of names in the manner of tree(1), which clients of pass read.
///
///     ├── mail
///     │   └── alice
///     └── web
struct TreeDrawing {
  /// Whether lines are drawn with characters beyond ASCII.
  var isUTF8: Bool
  /// Whether folders and links have colours.
  var wantsColor: Bool
  /// Whether characters with an effect on a terminal are escaped; else names
  /// are output as they are.
  var escapesNames: Bool

  /// Draws for a stream.
  init(for terminal: Terminal) {
    (isUTF8, wantsColor) = (terminal.isUTF8, terminal.wantsColor)
    escapesNames = terminal.isTerminal
  }

  /// The lines for `nodes` and all below them; the root's own line is the
  /// caller's.
  func lines(for nodes: [TreeNode]) -> [UInt8] {
    var page = Page(drawing: self)
    page.draw(nodes)
    return page.bytes
  }

  /// The bytes drawn so far, and what stands in front of the present level.
  private struct Page {
    let drawing: TreeDrawing
    let branch: [UInt8]
    let lastBranch: [UInt8]
    let trunk: [UInt8]
    var bytes: [UInt8] = []
    var indent: [UInt8] = []

    init(drawing: TreeDrawing) {
      self.drawing = drawing
      branch = Array((drawing.isUTF8 ? "├── " : "|-- ").utf8)
      lastBranch = Array((drawing.isUTF8 ? "└── " : "`-- ").utf8)
      // Two of the blanks are no-break spaces, as tree has them.
      trunk = Array((drawing.isUTF8 ? "│\u{A0}\u{A0} " : "|   ").utf8)
    }

    mutating func draw(_ nodes: [TreeNode]) {
      for index in nodes.indices {
        let isLast = index == nodes.count - 1
        bytes += indent
        bytes += isLast ? lastBranch : branch
        draw(nodes[index])
        guard !nodes[index].children.isEmpty else { continue }
        let depth = indent.count
        if isLast { indent += "    ".utf8 } else { indent += trunk }
        draw(nodes[index].children)
        indent.removeLast(indent.count - depth)
      }
    }

    private mutating func draw(_ node: TreeNode) {
      switch node.kind {
      case .entry: add(node.name)
      case .folder: add(node.name, color: "01;34")
      case .link(let target):
        add(node.name, color: "01;36")
        bytes += " -> ".utf8
        add(target)
      }
      bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func add(_ name: [UInt8], color: String) {
      guard drawing.wantsColor else { return add(name) }
      bytes += "\u{1B}[\(color)m".utf8
      add(name)
      bytes += "\u{1B}[0m".utf8
    }

    private mutating func add(_ name: [UInt8]) {
      // Most names are plain ASCII; only the others are worth a closer look.
      if !drawing.escapesNames || name.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) {
        bytes += name
      } else {
        bytes += printable(name).utf8
      }
    }
  }
}
