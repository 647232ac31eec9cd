import Fixtures
import Foundation
import Testing

@testable import PWCore
@testable import pwstore

/// What the comparison with pass cannot show: the terminal, and large trees.
@Suite struct TreeDrawingTests {
  private static func folder(_ name: String, depth: Int = 0) -> StoreTree.Node {
    StoreTree.Node(depth: depth, fileName: Array(name.utf8)[...], mode: S_IFDIR)
  }

  private static func entry(_ name: [UInt8], depth: Int = 0) -> StoreTree.Node {
    StoreTree.Node(depth: depth, fileName: (name + Array(".gpg".utf8))[...], mode: S_IFREG)
  }

  private static func tree(_ nodes: [StoreTree.Node]) -> StoreTree {
    var tree = StoreTree()
    for node in nodes {
      tree.append(keptAt: tree.keep(node.fileName), mode: node.mode, depth: node.depth)
      tree.addDetail(of: node)
    }
    return tree
  }

  private static func drawing(_ variables: [String: String] = [:], escapesNames: Bool = false)
    -> TreeDrawing
  {
    let environment = Environment(variables)
    var drawing = TreeDrawing(for: Terminal(-1, environment: environment), environment)
    drawing.escapesNames = escapesNames
    return drawing
  }

  private static func lines(of tree: StoreTree, _ drawing: TreeDrawing) -> [UInt8] {
    var lines: [UInt8] = []
    drawing.draw(tree) { lines += $0 }
    return lines
  }

  @Test func `escapes names for a terminal only`() {
    let tree = Self.tree([Self.entry([0x1B, 0x5B, 0x41, 0xE9])])
    #expect(
      Self.lines(of: tree, Self.drawing()) == Array("`-- ".utf8) + [0x1B, 0x5B, 0x41, 0xE9, 0x0A])
    let escaped = Self.lines(of: tree, Self.drawing(escapesNames: true))
    #expect(String(decoding: escaped, as: UTF8.self) == "`-- \\x1b[A\\xe9\n")
  }

  @Test func `says which folders it could not list`() {
    var (seen, shut) = (Self.folder("link.gpg"), Self.folder("shut"))
    (seen.linkTarget, seen.targetMode, seen.gap) = (Array("x.gpg".utf8)[...], S_IFDIR, .seen)
    shut.gap = .unreadable
    let lines = Self.lines(of: Self.tree([seen, shut]), Self.drawing(["LC_ALL": "C.UTF-8"]))
    #expect(
      String(decoding: lines, as: UTF8.self) == """
        ├── link -> x.gpg  [recursive, not followed]
        └── shut  [error opening dir]

        """)
  }

  @Test func `draws two hundred levels and ten thousand names`() {
    let leaf = Self.entry(Array("leaf".utf8), depth: 200)
    let deep = Self.tree((0..<200).map { Self.folder("d", depth: $0) } + [leaf])
    let lines = Self.lines(of: deep, Self.drawing())
    #expect(lines.suffix(9).elementsEqual("`-- leaf\n".utf8))
    #expect(lines.count { $0 == UInt8(ascii: "\n") } == 201)

    let folders = (0..<100).flatMap { number in
      [Self.folder("folder\(number)")]
        + (0..<99).map { Self.entry(Array("entry\($0)".utf8), depth: 1) }
    }
    let large = Self.lines(of: Self.tree(folders), Self.drawing(escapesNames: true))
    #expect(large.count { $0 == UInt8(ascii: "\n") } == 10_000)
  }
}
