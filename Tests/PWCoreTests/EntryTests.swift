import PWCore
import Testing

@Suite struct EntryTests {
  private let handWritten = """
    s3cret
    # a comment
    username: alice
    url:\thttps://example.org:8443/a: b
    otpauth://totp/ACME:alice?secret=GEZDGNBV
    username: bob
    codes: |
      1111

       2222
    Codes: 3

    ---
    url: not a field
    """

  @Test func `finds the fields of a hand-written text`() throws {
    let entry = Entry(handWritten)
    #expect(try entry.fieldNames() == ["password", "username", "url", "codes", "Codes", "notes"])
    #expect(
      try entry.dictionary() == [
        "password": "s3cret", "username": "alice", "url": "https://example.org:8443/a: b",
        "codes": "1111", "Codes": "3",
        "notes":
          "# a comment\notpauth://totp/ACME:alice?secret=GEZDGNBV\n\n   2222\n\nurl: not a field",
      ])
  }

  @Test(
    arguments: [
      ("username", "alice"), ("USERNAME", "alice"), ("Codes", "3"), ("codes", "1111"),
      ("CODES", "1111"), ("Password", "s3cret"), ("otpauth", nil), ("", nil),
    ] as [(String, String?)])
  func `finds a field by its exact name, else in any case`(name: String, value: String?) throws {
    #expect(try Entry(handWritten).value(name) == value)
  }

  @Test(
    arguments: [
      ("", [:]), ("\n", [:]), ("p", ["password": "p"]), (" p\t\n", ["password": " p\t"]),
      ("p\r\nu: a\r\nn\r\n", ["password": "p", "u": "a", "notes": "n"]),
      ("p\nu: a\r\n", ["password": "p", "u": "a\r"]),
      ("p\r\nu: a\n", ["password": "p", "u": "a"]), ("p\r", ["password": "p\r"]),
      ("\npassword: q\n", ["password": "q"]), ("p\npassword: q\n", ["password": "p"]),
      ("\npassword: \npassword: |\n  q\n  r", ["password": "q\nr"]),
      ("\nPassword: q\n", ["Password": "q"]), ("\nu: |\n", ["u": "|"]),
      ("\nu: |\n|\n  x\n", ["u": "|", "notes": "  x"]),
      ("\nu: |\n  a\n|\n  x\n", ["u": "a", "notes": "  x"]),
      ("\nu: |\n  a\n  \n", ["u": "a\n"]), ("\nu: |\r\n  a\n", ["u": "|\r", "notes": "  a"]),
      ("\nu:v\n:  x\n u: v\nu : v", ["notes": "u:v\n:  x\n u: v\nu : v"]),
      ("\na:: b\n", ["a:": "b"]), ("\nu: \n", ["u": ""]), ("\n---", ["notes": ""]),
      ("\n---\n", ["notes": ""]), ("\n---\nx\n", ["notes": "x\n"]),
      ("\nnotes: a\nb\nnotes: |\n  c\n  d\n", ["notes": "a\nb\nc\nd"]),
      ("\nNotes: a\nb\n", ["Notes": "a", "notes": "b"]), ("\n--- \n", ["notes": "--- "]),
    ] as [(String, [String: String])])
  func `reads a text as a dictionary`(text: String, fields: [String: String]) throws {
    #expect(try Entry(text).dictionary() == fields)
  }

  @Test(
    arguments: [
      ([:], ""), (["password": ""], "\n"),
      (["password": "p", "b": "1", "a": "2"], "p\na: 2\nb: 1\n"),
      (["password": "p\nq", "notes": "n"], "\npassword: |\n  p\n  q\nn\n"),
      (["password": "p", "notes": "  n"], "p\n  n\n"),
      (["a": "|", "notes": "  n"], "\na: |\n  |\n---\n  n"),
      (["a": " x", "notes": ""], "\na: |\n   x\n---\n"),
      (["notes": "n: 1"], "\n---\nn: 1"), (["notes": "a\n---"], "\n---\na\n---"),
      (["otpauth": "x", "Password": "y"], "\nPassword: y\notpauth: x\n"),
    ] as [([String: String], String)])
  func `writes a dictionary as plainly as it can`(fields: [String: String], text: String) throws {
    #expect(try Entry(fields).text == text)
  }

  @Test func `gives and takes fields as text`() throws {
    var entry = Entry("p\nUser: a\n")
    #expect(try entry.text(of: "user") == "a")
    #expect(try entry.text(of: "url") == nil)
    try entry.set("user", to: "é\nb")
    #expect(try entry.text(of: "user") == "é\nb")
    #expect(entry.text == "p\nUser: |\n  é\n  b\n")
    #expect(throws: EntryError.illegalValue("user")) { try entry.set("user", to: "a\0b") }
    #expect(entry.bytes.unprotected() == Array("p\nUser: |\n  é\n  b\n".utf8))
  }

  @Test(arguments: ["", " a", "a ", "a\r", "a\nb", "a: b", "a:\tb", "\t", "a\0b"])
  func `refuses a name that no line can hold`(name: String) {
    #expect(throws: EntryError.illegalName(name)) { _ = try Entry([name: "x"]) }
    #expect(throws: EntryError.illegalName(name)) {
      var entry = Entry("p\n")
      try entry.set(name, to: SecretBytes("x".utf8))
    }
  }

  @Test(arguments: [[0x70, 0xFF, 0x0A], [0x70, 0x00], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func `has no fields where it is not text`(bytes: [UInt8]) {
    #expect(throws: EntryError.notText) { try Entry(SecretBytes(bytes)).fieldNames() }
    #expect(throws: EntryError.notText) { _ = try Entry(SecretBytes(bytes)).json() }
    #expect(throws: EntryError.notText) { try Entry(SecretBytes(bytes)).value("password") }
    #expect(throws: EntryError.notText) {
      var entry = Entry(SecretBytes(bytes))
      try entry.remove("password")
    }
    let error = #expect(throws: EntryError.self) {
      var entry = Entry("p\n")
      try entry.set("a", to: SecretBytes(bytes))
    }
    #expect(error?.description == #"the value for field "a" is not text"#)
    #expect(error?.exitCode == .usage)
  }

  @Test(arguments: [[], [0], [0x70, 0x0D, 0x0A, 0x00], [0x70], [0xFF, 0xFE]] as [[UInt8]])
  func `keeps bytes as they are`(bytes: [UInt8]) {
    #expect(Entry(SecretBytes(bytes)).array == bytes)
  }
}

extension Entry {
  init(_ text: String) { self.init(SecretBytes(text.utf8)) }

  var array: [UInt8] { bytes.unprotected() }

  var text: String { String(decoding: array, as: UTF8.self) }

  func value(_ name: String) throws -> String? { try text(of: name) }

  @Test func `takes blanks around a value, and empty lines, for layout`() throws {
    var entry = Entry(SecretBytes("p\n\nuser:    alice \n\npin:\t7\n".utf8))
    #expect(try entry.dictionary() == ["password": "p", "user": "alice", "pin": "7"])
    try entry.set("user", to: SecretBytes("bob".utf8))
    let isAsExpected = entry.bytes.isEqual(to: SecretBytes("p\n\nuser:    bob \n\npin:\t7\n".utf8))
    #expect(isAsExpected)
  }
}
