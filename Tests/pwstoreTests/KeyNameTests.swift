import Fixtures
import Testing

/// Keys are bytes, and nearly any bytes are a key.
@Suite struct KeyNameTests {
  private static let names: [[UInt8]] = [
    [0x63, 0x61, 0x66, 0xE9], Array("caf\u{E9}".utf8), Array("cafe\u{301}".utf8),
    Array(repeating: 0x6E, count: 250),
    Array(repeatElement("d/", count: 140).joined().utf8) + [0x78],
    Array("50%#1".utf8), Array(#"it's "quoted""#.utf8), Array("$(touch x) `y` $HOME".utf8),
    Array("a b/c: d".utf8), Array("🏠/\u{301}x".utf8), Array("line\nbreak\r".utf8),
    Array("x.gpg".utf8),
    Array("[a-z]*?".utf8), Array("\\back\\slash".utf8), Array(".hidden/key".utf8), [0xFF, 0xFE],
    Array("~".utf8), Array("key=value".utf8), Array("CON".utf8),
  ]

  @Test func `does everything with every name`() throws {
    let store = try TestStore()
    let pwstore = store.pwstore
    func words(_ words: String..., key: [UInt8]) -> [[UInt8]] {
      words.map { Array($0.utf8) } + [key]
    }
    for (number, name) in Self.names.enumerated() {
      let outcome = try pwstore.run(
        words("save", "--json", key: name), input: Array("{\"n\": \(number)}".utf8))
      #expect(outcome.status == 0, "\(name): \(outcome.errorText)")
    }
    #expect(try store.commitCount() == 1 + Self.names.count)
    #expect(try store.complaints() == "")
    for (number, name) in Self.names.enumerated() {
      #expect(try pwstore.run(words("load", key: name) + [[0x6E]]).text == "\(number)\n")
      #expect(try pwstore.run(words("set", key: name) + [Array("n=x".utf8)]).status == 0)
      #expect(try pwstore.run(words("load", key: name) + [[0x6E]]).text == "x\n")
    }
    let listed = try pwstore("ls", "-0").output.split(separator: 0).map(Array.init)
    let visible = Self.names.filter { $0.first != UInt8(ascii: ".") }
    #expect(listed == visible.sorted { $0.lexicographicallyPrecedes($1) })
    let check = "import json, sys; print(len(json.load(sys.stdin)))"
    #expect(
      try run(["python3", "-c", check], input: try pwstore("ls", "--json").output).text
        == "\(visible.count)\n")
    for name in Self.names { #expect(try pwstore.run(words("delete", key: name)).status == 0) }
    #expect(try pwstore("ls", "--flat").text == "")
    let key = try store.gpg.fingerprint("ann")
    #expect(
      try store.git("ls-files").text == ".gitattributes\n.gpg-id\n.public-keys/\(key).asc\n")
    #expect(try store.complaints() == "")
  }

  @Test func `takes a key that looks like an option, behind two dashes`() throws {
    let store = try TestStore()
    #expect(try store.pwstore("save", "--", "--json", "x=y").status == 0)
    #expect(try store.pwstore("load", "--", "--json", "x").text == "y\n")
    #expect(try store.pwstore("load", "-nx").status == 2)
    #expect(try store.pwstore("delete", "--", "--json").status == 0)
  }

  @Test func `says that a name is too long`() throws {
    let store = try TestStore()
    let outcome = try store.pwstore("save", String(repeating: "n", count: 252), "x=y")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("File name too long"))
    #expect(try store.complaints() == "")
  }
}
