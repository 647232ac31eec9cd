import Fixtures
import Foundation
import Testing

@testable import PWCore
@testable import pwstore

/// What the comparison with pass cannot show: the terminal, and large trees.
@Suite struct TreeDrawingTests {
  private static func folder(_ name: String, _ children: [StoreTree]) -> StoreTree {
    StoreTree(fileName: Array(name.utf8), mode: S_IFDIR, children: children)
  }

  private static func entry(_ name: [UInt8]) -> StoreTree {
    StoreTree(fileName: name + Array(".gpg".utf8), mode: S_IFREG)
  }

  private static func drawing(_ variables: [String: String] = [:], escapesNames: Bool = false)
    -> TreeDrawing
  {
    let environment = Environment(variables)
    var drawing = TreeDrawing(for: Terminal(-1, environment: environment), environment)
    drawing.escapesNames = escapesNames
    return drawing
  }

  @Test func `escapes names for a terminal only`() {
    let nodes = [Self.entry([0x1B, 0x5B, 0x41, 0xE9])]
    #expect(
      Self.drawing().lines(for: nodes) == Array("`-- ".utf8) + [0x1B, 0x5B, 0x41, 0xE9, 0x0A])
    let escaped = Self.drawing(escapesNames: true).lines(for: nodes)
    #expect(String(decoding: escaped, as: UTF8.self) == "`-- \\x1b[A\\xe9\n")
  }

  @Test func `says which folders it could not list`() {
    var (seen, shut) = (Self.folder("link.gpg", []), Self.folder("shut", []))
    (seen.linkTarget, seen.targetMode, seen.gap) = (Array("x.gpg".utf8), S_IFDIR, .seen)
    shut.gap = .unreadable
    let lines = Self.drawing(["LC_ALL": "C.UTF-8"]).lines(for: [seen, shut])
    #expect(
      String(decoding: lines, as: UTF8.self) == """
        ├── link -> x.gpg  [recursive, not followed]
        └── shut  [error opening dir]

        """)
  }

  @Test func `draws two hundred levels and ten thousand names`() {
    var deep = Self.entry(Array("leaf".utf8))
    for _ in 0..<200 { deep = Self.folder("d", [deep]) }
    let lines = Self.drawing().lines(for: [deep])
    #expect(lines.suffix(9).elementsEqual("`-- leaf\n".utf8))
    #expect(lines.count { $0 == UInt8(ascii: "\n") } == 201)

    let folders = (0..<100).map { number in
      Self.folder("folder\(number)", (0..<99).map { Self.entry(Array("entry\($0)".utf8)) })
    }
    let large = Self.drawing(escapesNames: true).lines(for: folders)
    #expect(large.count { $0 == UInt8(ascii: "\n") } == 10_000)
  }
}
