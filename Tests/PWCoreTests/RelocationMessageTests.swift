import Testing

@testable import PWCore

@Suite struct RelocationMessageTests {
  @Test(
    arguments: [
      ("Rename a to b.", "b", ["a"]),
      ("Rename a to b.", "b/a", ["a/a", "a"]),
      ("Rename d to e.", "e/x/y", ["d/x/y"]),
      ("Rename d to e.", "e/d/x", ["d/d/x", "d/x"]),
      ("Rename d/ to /e//.", "e/d/x", ["d/d/x", "d/x"]),
      ("Rename w/a to ./.", "a", ["w/a/a", "w/a"]),
      ("Rename a to b to c.", "c", ["a to b"]),
      ("Rename a to b to c.", "b to c", ["a"]),
      ("Rename a to b.", "c", []),
      ("Rename a.b to c..", "c.", ["a.b"]),
    ] as [(String, String, [String])])
  func `tells what an entry was called`(message: String, key: String, expected: [String]) {
    let read = RelocationMessage(Array(message.utf8))
    #expect(read?.isCopy == false)
    let sources = read?.sources(of: Array(key.utf8)) ?? []
    #expect(Set(sources.map { String(decoding: $0, as: UTF8.self) }) == Set(expected))
  }

  @Test func `reads names that are no text`() {
    let raw: [UInt8] = [0xFF, 0x1B]
    for name in [raw, Array(printable(raw).utf8)] {
      let message = RelocationMessage(Array("Copy ".utf8) + name + " to b.".utf8)
      #expect(message?.isCopy == true)
      #expect(message?.sources(of: Array("b".utf8)) == [Array(#"\xff\x1b"#.utf8)])
    }
  }

  @Test(arguments: ["", "Rename", "Rename a", "Rename a to b", "Save a to b.", "rename a to b."])
  func `leaves other messages alone`(message: String) {
    #expect(RelocationMessage(Array(message.utf8))?.sources(of: [0x62]) ?? [] == [])
  }
}
