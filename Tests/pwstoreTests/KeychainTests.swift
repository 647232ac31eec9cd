import Fixtures
import Testing

/// The main job, as a user does it.
@Suite struct KeychainTests {
  private let store: TestStore
  private var pwstore: Pwstore { store.pwstore }

  init() throws { store = try TestStore() }

  @Test func `saves, loads, changes and deletes`() throws {
    let saved = try pwstore(
      "save", "web/example.org", "username=alice", "password=-", input: Array("s3cret\n".utf8))
    #expect(saved.status == 0 && saved.output.isEmpty && saved.errors.isEmpty)
    #expect(try store.lastMessage() == "Save web/example.org.")
    #expect(try pwstore("load", "web/example.org").text == "s3cret\nusername: alice\n")
    #expect(try pwstore("load", "web/example.org", "username").text == "alice\n")
    #expect(try pwstore("load", "-n", "web/example.org", "PASSWORD").text == "s3cret")
    #expect(
      try pwstore("load", "web/example.org", "--json").text
        == #"{"password":"s3cret","username":"alice"}"# + "\n")
    #expect(
      try pwstore("load", "web/example.org", "password", "--json").text == #"{"password":"s3cret"}"#
        + "\n")

    #expect(
      try pwstore("set", "web/example.org", "url=https://example.org", "username=bob").status == 0)
    #expect(try store.lastMessage() == "Set url, username of web/example.org.")
    #expect(
      try pwstore("web/example.org").text == "s3cret\nusername: bob\nurl: https://example.org\n")
    #expect(try pwstore("unset", "web/example.org", "username").status == 0)
    #expect(try pwstore("load", "web/example.org").text == "s3cret\nurl: https://example.org\n")
    #expect(
      try store.decrypt("web/example.org.gpg") == Array("s3cret\nurl: https://example.org\n".utf8))

    #expect(try pwstore("delete", "web/example.org").status == 0)
    #expect(try store.lastMessage() == "Remove web/example.org from store.")
    #expect(try pwstore("load", "web/example.org").status == 3)
    #expect(try store.commitCount() == 5)
    #expect(try store.complaints() == "")
    #expect(try run(["ls", store.root]).text == "")
  }

  @Test func `replaces an entry whole, and git has the old one`() throws {
    try pwstore("save", "a", "user=x", "url=y")
    try pwstore("save", "a", "pin=z")
    #expect(try pwstore("load", "a").text == "\npin: z\n")
    let old = try store.shell("git -C store show HEAD~1:a.gpg | gpg -q -d").text
    #expect(old == "\nuser: x\nurl: y\n")
  }

  @Test func `says in one line that an entry is missing`() throws {
    let outcome = try pwstore("load", "nosuch")
    #expect(outcome.status == 3 && outcome.output.isEmpty)
    #expect(outcome.errorText == "pwstore: there is no entry \"nosuch\"\n")
    try pwstore("save", "a", "user=x")
    let field = try pwstore("load", "a", "url")
    #expect(field.status == 3 && field.output.isEmpty)
    #expect(field.errorText == "pwstore: the entry \"a\" has no field \"url\"\n")
    #expect(try pwstore("set", "nosuch", "x=y").status == 3)
    #expect(try pwstore("unset", "a", "url").status == 3)
    #expect(try pwstore("delete", "nosuch").status == 3)
    #expect(try pwstore("delete", "a", "nosuch").status == 3)
    #expect(try pwstore("load", "a").status == 0)
  }

  @Test func `makes no commit where nothing changes`() throws {
    try pwstore("save", "a", "user=x")
    let count = try store.commitCount()
    let before = try readFile("\(store.root)/a.gpg")
    #expect(try pwstore("set", "a", "user=x").status == 0)
    #expect(try store.commitCount() == count)
    #expect(try readFile("\(store.root)/a.gpg") == before)
    #expect(try pwstore("init", "ann@example.org").status == 0)
    #expect(try store.commitCount() == count)
  }

  @Test func `reads fields from files and JSON`() throws {
    try store.shell("printf 'line 1\\nline 2\\n' > file")
    let file = "\(store.root)/../file"
    #expect(try pwstore("save", "a", "key=@\(file)").status == 0)
    #expect(try pwstore("load", "a", "key").text == "line 1\nline 2\n")
    let json = #"{"password": "p", "port": 5432, "tags": ["x"], "notes": "n\n\nm"}"#
    #expect(try pwstore("save", "b", "--json", input: Array(json.utf8)).status == 0)
    #expect(try pwstore("load", "b", "port").text == "5432\n")
    #expect(try pwstore("load", "b", "notes").text == "n\n\nm\n")
    #expect(try pwstore("save", "c", "--json", input: Array("[1]".utf8)).status == 2)
    #expect(try pwstore("save", "c", "--json", "x=y").status == 2)
    #expect(try pwstore("save", "c", "x=-", "y=-").status == 2)
    #expect(try pwstore("save", "c", "--file", "/no/such").status == 1)
    #expect(try pwstore("load", "c").status == 3)
  }

  @Test(
    arguments: [
      [], [0], Array("a\r\nb: c\r\n".utf8), Array("no newline".utf8), [0xFF, 0x00, 0x0A, 0xC3],
    ] as [[UInt8]])
  func `keeps bytes`(bytes: [UInt8]) throws {
    #expect(try pwstore("save", "x", input: bytes).status == 0)
    #expect(try pwstore("load", "x").output == bytes)
    #expect(try store.decrypt("x.gpg") == bytes)
  }

  @Test func `keeps 50 MB`() throws {
    let script = """
      head -c 50000000 /dev/urandom > big && "$PW" save big --file big && "$PW" load big | cmp - big \
      && "$PW" save big2 < big && "$PW" load big2 | cmp - big
      """
    #expect(try store.shell(script).status == 0)
  }

  @Test func `asks for what is not given`() throws {
    let terminal = try pwstore.onTerminal("save", "a", "user=x", "password")
    try terminal.wait(for: "password: ")
    terminal.type("geheim\n")
    #expect(try terminal.end() == 0)
    #expect(try pwstore("load", "a").text == "geheim\nuser: x\n")

    let twice = try pwstore.onTerminal("save", "b")
    try twice.wait(for: "Password for b: ")
    twice.type("one\n")
    try twice.wait(for: "Again: ")
    twice.type("two\n")
    #expect(try twice.end() == 1)
    #expect(try pwstore("load", "b").status == 3)

    let refused = try pwstore.onTerminal("delete", "a")
    try refused.wait(for: "[y/N] ")
    refused.type("n\n")
    #expect(try refused.end() == 1)
    let agreed = try pwstore.onTerminal("delete", "a")
    try agreed.wait(for: "[y/N] ")
    agreed.type("y\n")
    #expect(try agreed.end() == 0)
    #expect(try pwstore("load", "a").status == 3)
  }

  @Test func `deletes several keys and folders in one commit`() throws {
    for key in ["a", "d/b", "d/e/c", "d.x/keep", "z"] { try pwstore("save", key, "x=y") }
    let count = try store.commitCount()
    #expect(try pwstore("delete", "d").status == 2)
    #expect(try pwstore("delete", "-rf", "a", "d", "d/b").status == 0)
    #expect(try store.commitCount() == count + 1)
    #expect(try store.lastMessage() == "Remove 3 names from store.")
    #expect(try pwstore("ls", "--flat").text == "d.x/keep\nz\n")
    #expect(try store.complaints() == "")
    #expect(try run(["find", store.root, "-name", "d"]).text == "")
    #expect(try pwstore("delete", "-r", "/").status == 2)
  }

  @Test func `tells an entry from a folder of the same name`() throws {
    try pwstore("save", "a", "x=1")
    try pwstore("save", "a/b", "x=2")
    #expect(try pwstore("load", "a", "x").text == "1\n")
    #expect(try pwstore("delete", "-r", "a").status == 0)
    #expect(try pwstore("load", "a/b", "x").text == "2\n")
    try pwstore("save", "a", "x=1")
    #expect(try pwstore("delete", "-r", "a/").status == 0)
    #expect(try pwstore("ls", "--flat").text == "a\n")
  }
}
