import Testing

@testable import PWCore

@Suite struct ServiceKeyTests {
  @Test(arguments: [
    ("a", "a"), ("/etc/x", "etc/x"), ("web//example.org/", "web/example.org"), ("./a/./b", "a/b"),
    ("ä/🏠", "ä/🏠"), ("a.gpg", "a.gpg"), ("..foo/a..b/...", "..foo/a..b/..."),
    (" -x: y ", " -x: y "),
    ("a\n'\"$()%#*", "a\n'\"$()%#*"), (".hidden", ".hidden"), (".github/token", ".github/token"),
  ])
  func `tidies a key`(given: String, expected: String) throws {
    #expect(try ServiceKey(given).bytes == Array(expected.utf8))
  }

  @Test(arguments: [
    "", "/", "//", ".", "..", "a/..", "../x", "a/../b", "a\0b", ".git/config", "a/.git/b", ".GIT/x",
    ".gpg-id", "a/.gpg-id", ".gitattributes", ".gpg-id.sig", ".pwstore-1", ".extensions/x",
    ".public-keys/x",
  ])
  func `refuses what is not the store's to give`(given: String) {
    let error = #expect(throws: StoreError.self) { try ServiceKey(given) }
    #expect(error?.reason == .illegalKey)
    #expect(error?.exitCode == .usage)
  }

  @Test func `says which part is wrong, with escapes`() {
    let error = #expect(throws: StoreError.self) { try ServiceKey("a\u{1B}/../b") }
    #expect(error?.description == #"illegal key "a\x1b/../b": it has the part "..""#)
  }

  @Test func `compares bytes`() throws {
    let composed = try ServiceKey("caf\u{E9}")
    let decomposed = try ServiceKey("cafe\u{301}")
    #expect(composed != decomposed)
    #expect([composed, decomposed].sorted() == [decomposed, composed])
    #expect(try ServiceKey(bytes: [0x63, 0xE9]).description == #"c\xe9"#)
  }

  @Test func `knows its folder`() throws {
    #expect(try ServiceKey("a").folder.isRoot)
    let key = try ServiceKey("a/b/c")
    #expect(key.folder.andThoseAbove.map(\.description) == ["a/b", "a", ""])
  }
}
