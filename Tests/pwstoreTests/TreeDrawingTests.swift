import Fixtures
import Foundation
import Testing

@testable import PWCore
@testable import pwstore

@Suite struct TreeDrawingTests {
  static func node(_ name: String, _ kind: TreeNode.Kind = .entry, _ children: [TreeNode] = [])
    -> TreeNode
  {
    TreeNode(name: Array(name.utf8), kind: kind, children: children)
  }

  static let tree = [
    node(
      "a", .folder,
      [node("b", .folder, [node("x")]), node("y")]),
    node("c", .folder, [node("z")]),
    node("ln", .link(target: Array("a/y".utf8))),
  ]

  static func drawing(isUTF8: Bool, wantsColor: Bool = false, escapesNames: Bool = false)
    -> TreeDrawing
  {
    var drawing = TreeDrawing(for: Terminal(-1, environment: Environment([:])))
    (drawing.isUTF8, drawing.wantsColor) = (isUTF8, wantsColor)
    drawing.escapesNames = escapesNames
    return drawing
  }

  /// What tree(1) draws for the same names, without the line for the root.
  static func drawnByTree(_ options: [String], locale: String) throws -> String {
    let folder = try TemporaryFolder()
    let script = "mkdir -p a/b c; touch a/b/x a/y c/z; ln -s a/y ln"
    try run(["sh", "-c", script], in: folder.path)
    let environment = ["LC_ALL": locale, "PATH": "/usr/bin:/bin", "TERM": "xterm"]
    let outcome = try run(
      ["tree", "--noreport"] + options, environment: environment, in: folder.path)
    return outcome.text.split(separator: "\n").dropFirst().map { "\($0)\n" }.joined()
  }

  @Test(arguments: [("C.UTF-8", true), ("C", false)])
  func `draws what tree draws`(locale: String, isUTF8: Bool) throws {
    let lines = Self.drawing(isUTF8: isUTF8).lines(for: Self.tree)
    #expect(try String(decoding: lines, as: UTF8.self) == Self.drawnByTree([], locale: locale))
  }

  @Test func `colours folders and links as tree does`() throws {
    let lines = Self.drawing(isUTF8: true, wantsColor: true).lines(for: Self.tree)
    // tree also resets the colour around plain names; ours have none.
    let expected = try Self.drawnByTree(["-C"], locale: "C.UTF-8")
      .split(separator: "\n").map { line in
        let parts = line.components(separatedBy: "\u{1B}[00m")
        return parts[0] + parts.dropFirst().map { $0.dropLast(4) }.joined() + "\n"
      }
    #expect(String(decoding: lines, as: UTF8.self) == expected.joined())
  }

  @Test func `escapes names for a terminal only`() {
    let nodes = [TreeNode(name: [0x1B, 0x5B, 0x41, 0xE9])]
    #expect(
      Self.drawing(isUTF8: false).lines(for: nodes) == Array("`-- ".utf8) + [
        0x1B, 0x5B, 0x41, 0xE9, 0x0A,
      ])
    let escaped = Self.drawing(isUTF8: false, escapesNames: true).lines(for: nodes)
    #expect(String(decoding: escaped, as: UTF8.self) == "`-- \\x1b[A\\xe9\n")
  }

  @Test func `draws two hundred levels and ten thousand names`() {
    var deep = Self.node("leaf")
    for _ in 0..<200 { deep = Self.node("d", .folder, [deep]) }
    let lines = Self.drawing(isUTF8: false).lines(for: [deep])
    #expect(lines.suffix(9).elementsEqual("`-- leaf\n".utf8))
    #expect(lines.count { $0 == UInt8(ascii: "\n") } == 201)

    let folders = (0..<100).map { folder in
      Self.node("folder\(folder)", .folder, (0..<99).map { Self.node("entry\($0)") })
    }
    let clock = ContinuousClock()
    let duration = clock.measure {
      let lines = Self.drawing(isUTF8: true, escapesNames: true).lines(for: folders)
      #expect(lines.count { $0 == UInt8(ascii: "\n") } == 10_000)
    }
    // Some milliseconds when optimized; a busy machine may be slow.
    #expect(duration < .seconds(2))
  }
}
