import Fixtures
import Foundation
import Testing

/// Templates with places for secrets.
@Suite struct InjectTests {
  private let store: TestStore
  private var pwstore: Pwstore { store.pwstore }
  private let folder: TemporaryFolder

  init() throws {
    (store, folder) = (try TestStore(isVersioned: false), try TemporaryFolder())
    let text = "s3cret\nuser: alice\nkey: |\n  a\n  b\n"
    try store.pwstore("save", "work/db", input: Array(text.utf8))
    try store.pwstore("save", "with blank", input: Array("\ntoken: t#1\n".utf8))
    try store.pwstore("save", "binary", input: [0xFF])
  }

  @Test func `fills a template`() throws {
    let cases: [(template: String, expected: String)] = [
      ("a: {{ pw:work/db }}\r\nb: {{pw:work/db#user}}", "a: s3cret\r\nb: alice"),
      ("{{\tpw:work/db#key\t}}{{ pw:with blank#token }}", "a\nbt#1"),
      (
        "{{ .Values.x }} {{ if pw }} {{ 'pw:x' }} { { pw:a } }",
        "{{ .Values.x }} {{ if pw }} {{ 'pw:x' }} { { pw:a } }"
      ),
      ("{{ pw:{{ }} pw:work/db }} {{{ pw:work/db }}}", "{{ pw:work/db }} {s3cret}"),
      ("{{", "{{"), ("{{ pw", "{{ pw"), ("", ""), ("}} {{ x\n{{pw:work/db}}", "}} {{ x\ns3cret"),
    ]
    for (template, expected) in cases {
      let outcome = try pwstore("inject", input: Array(template.utf8))
      #expect(outcome.text == expected && outcome.status == 0 && outcome.errorText == "")
      #expect(try pwstore("inject", "--check", "-", input: Array(template.utf8)).output == [])
    }
  }

  @Test func `keeps all other bytes, and decrypts each entry once`() throws {
    let start: [UInt8] = [0, 0xFF, 0xFE, 0x0D]
    let big = [UInt8](repeating: 0x7B, count: 3_000_001)
    let places = (1...50).map { "{{ pw:work/db#\($0 % 2 == 0 ? "user" : "password") }}" }.joined()
    var output: [UInt8] = []
    let calls = try store.gpgCalls {
      output = try $0("inject", input: start + big + Array("\n\(places)\n".utf8) + big).output
    }
    let values = (1...50).map { $0 % 2 == 0 ? "alice" : "s3cret" }.joined()
    #expect(output == start + big + Array("\n\(values)\n".utf8) + big)
    #expect(calls == ["decrypt": 1])
  }

  @Test func `writes a file whole, for its owner alone`() throws {
    let path = folder.path
    let file = "\(path)/out"
    let template = Array("x={{ pw:work/db }}\n".utf8)
    func write(_ words: String...) throws -> String {
      let outcome = try pwstore.run((["inject"] + words).map { Array($0.utf8) }, input: template)
      #expect(outcome.status == 0 && outcome.output == [] && outcome.errorText == "")
      return try run(["stat", "-c", "%a %F", file]).text
    }
    #expect(try write("-o", file) == "600 regular file\n")
    #expect(try write("-o", file, "--mode", "640") == "640 regular file\n")
    #expect(try write("--output", file) == "600 regular file\n")
    #expect(try readFile(file) == Array("x=s3cret\n".utf8))
    // A link stays one; what is no file is written to.
    try run(["ln", "-s", "out", "\(path)/link"])
    try run(["chmod", "644", file])
    #expect(try write("-o", "\(path)/link") == "600 regular file\n")
    #expect(try run(["readlink", "\(path)/link"]).text == "out\n")
    #expect(try pwstore("inject", "-o", "/dev/stdout", input: template).text == "x=s3cret\n")
    for target in ["\(path)/nosuch/out", path] {
      #expect(try pwstore("inject", "-o", target, input: template).status == 1)
    }
    #expect(try run(["ls", "-A", path]).text == "link\nout\n")
  }

  @Test func `lists all that is missing, and writes nothing`() throws {
    let path = folder.path
    let template = """
      {{ pw:nope }}
      {{ pw:work/db }} {{ pw:../x }}

      {{ pw:gone#x }} {{ pw:open }
      }} {{ pw:
      """
    try template.write(toFile: "\(path)/t", atomically: true, encoding: .utf8)
    try "kept".write(toFile: "\(path)/out", atomically: true, encoding: .utf8)
    let outcome = try pwstore("inject", "\(path)/t", "-o", "\(path)/out")
    #expect(outcome.status == 3)
    let notClosed = #"there is no "}}" behind "{{ pw:" in the line"#
    #expect(
      outcome.errorText.hasPrefix(
        #"pwstore: "\#(path)/t" cannot be filled: line 1: there is no entry "nope"; line 2: illegal"#
      ))
    #expect(
      outcome.errorText.hasSuffix(
        #"; line 4: there is no entry "gone"; line 4: \#(notClosed); line 5: \#(notClosed)"# + "\n")
    )
    #expect(try readFile("\(path)/out") == Array("kept".utf8))
    let fields = "{{ pw:work/db#no }}\n{{ pw:work/db#user }}\n{{ pw:with blank }}{{ pw:binary#x }}"
    for words in [["inject", "-o", "\(path)/out"], ["inject"], ["inject", "--check"]] {
      let outcome = try pwstore.run(words.map { Array($0.utf8) }, input: Array(fields.utf8))
      #expect(outcome.status == 3 && outcome.output == [])
      // Without decrypting, only a named field is found missing.
      let password =
        words.contains("--check")
        ? "" : #"line 3: the entry "with blank" has no field "password"; "#
      #expect(
        outcome.errorText == """
          pwstore: the template cannot be filled: line 1: the entry "work/db" has no field "no"; \
          \(password)line 3: the entry "binary" cannot be used: the entry is not text, so it has no \
          fields

          """)
    }
    #expect(try run(["ls", "-A", path]).text == "out\nt\n")
  }

  @Test func `takes names of standard output for it`() throws {
    for name in ["-", "/dev/stdout", "/dev/fd/1"] {
      let outcome = try pwstore("inject", "-o", name, input: Array("{{ pw:work/db }}".utf8))
      #expect(outcome.text == "s3cret")
    }
    #expect(!FileManager.default.fileExists(atPath: "-"))
  }

  @Test func `checks without decrypting what need not be`() throws {
    var status: Int32?
    let calls = try store.gpgCalls {
      status = try $0("inject", "--check", input: Array("{{ pw:work/db }}".utf8)).status
    }
    #expect(status == 0 && calls == [:])
    #expect(try pwstore("inject", "--check", input: Array("\n{{ pw:no }}".utf8)).status == 3)
    for words in [
      ["--check", "-o", "x"], ["--mode", "600"], ["--mode", "888", "-o", "x"], ["a", "b"],
    ] {
      #expect(try pwstore.run((["inject"] + words).map { Array($0.utf8) }).status == 2)
    }
    #expect(try pwstore("inject", "/nosuch").status == 1)
  }
}
