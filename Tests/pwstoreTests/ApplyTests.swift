import Fixtures
import Foundation
import Testing

/// Many entries from one document, and back.
@Suite struct ApplyTests {
  private let store: TestStore
  private var pwstore: Pwstore { store.pwstore }

  init() throws { store = try TestStore(["ann", "bob"]) }

  @discardableResult
  private func apply(_ document: String, _ arguments: String...) throws -> Outcome {
    try pwstore.run(
      (["apply"] + arguments).map { Array($0.utf8) }, input: Array(document.utf8))
  }

  @Test func `saves a document in one commit, and a second time nothing`() throws {
    let document = #"""
      {"mail/alice": {"password": "s3c\"ret", "user": "alice", "port": 993, "on": true,
       "more": "two\nlines", "notes": "n\n\nm"}, "token": "whole, without a newline",
       "tls/key": {"": {"base64": "AP8K"}}, "empty": {}, "é 🏠#x": {"pin": "1"}}
      """#
    let count = try store.commitCount()
    let plan = try apply(document, "--dry-run")
    #expect(
      plan.text == """
        create empty
        create mail/alice: password, user, port, on, more, notes
        create tls/key: (not text)
        create token: password
        create é 🏠#x: pin

        """)
    #expect(try store.commitCount() == count)
    #expect(try run(["find", store.root, "-name", "*.gpg"]).text == "")

    let done = try apply(document)
    #expect(done.status == 0 && done.output.isEmpty && done.errorText == "5 created\n")
    #expect(try store.commitCount() == count + 1)
    #expect(
      try pwstore("load", "mail/alice").text
        == "s3c\"ret\nuser: alice\nport: 993\non: true\nmore: |\n  two\n  lines\nn\n\nm\n")
    #expect(try pwstore("load", "token").text == "whole, without a newline")
    #expect(try store.decrypt("tls/key.gpg") == [0, 0xFF, 0x0A])
    #expect(try pwstore("load", "empty").output.isEmpty)
    #expect(try pwstore("load", "é 🏠#x", "pin").text == "1\n")

    // Other bytes with the same fields are as good, but not for a whole text.
    try pwstore("save", "mail/alice", input: Array("s3c\"ret\r\nn\r\n\r\nm\r\n".utf8))
    try pwstore("set", "mail/alice", "port=993", "user=alice", "on=true", "more=two\nlines")
    try pwstore("set", "mail/alice", "notes=n\n\nm")
    let before = try readFile("\(store.root)/mail/alice.gpg")
    let again = try apply(document)
    #expect(again.errorText == "5 unchanged\n")
    #expect(try readFile("\(store.root)/mail/alice.gpg") == before)
    try pwstore("save", "token", input: Array("whole, without a newline\n".utf8))
    #expect(try apply(document).errorText == "1 changed, 4 unchanged\n")
    #expect(try store.complaints() == "")
  }

  @Test func `gives a document back that makes the same bytes`() throws {
    let texts: [(String, [UInt8])] = [
      ("plain", Array("pw\nuser: x\n".utf8)), ("odd", Array("pw\nnote\nuser: x\nuser: y".utf8)),
      ("crlf", Array("pw\r\nuser: x\r\n".utf8)), ("zero", [0x61, 0]), ("binary", [0xFF, 0xFE]),
      ("nothing", []), ("f/quotes", Array("a\"b'c\\d$e\t\u{7F}\u{1}\n".utf8)),
      ("[x", Array("y\n".utf8)), ("export z", Array("y\n".utf8)),
      ("f/#=\" 1", Array("\n\n".utf8)), ("f/x#y", Array("\nlong: |\n  a\n  b\n".utf8)),
      ("hash", Array("pw\na#b: c\n#d: e\n".utf8)),
    ]
    for (key, bytes) in texts { try pwstore("save", key, input: bytes) }
    try pwstore.run([Array("save".utf8), [0x6E, 0xE9], Array("x=1".utf8)])
    let script = """
      export PASSWORD_STORE_DIR=$PWD/store
      "$PW" dump --json >all.json && "$PW" dump plain odd crlf nothing hash f "[x" "export z" >some.env || exit 1
      for n in 1 2; do
        "$PW" --store copy$n init ann@example.org >/dev/null || exit 1
      done
      "$PW" --store copy1 apply all.json && "$PW" --store copy2 apply - <some.env || exit 1
      "$PW" ls -0 | while IFS= read -r -d '' key; do
        "$PW" load "$key#" >there && "$PW" --store copy1 load "$key#" | cmp - there || exit 1
        case $key in zero | binary | n*) continue ;; esac
        "$PW" --store copy2 load "$key#" | cmp - there || exit 1
      done
      "$PW" --store copy1 ls -0 >names && "$PW" ls -0 | cmp - names
      """
    let outcome = try store.shell(script)
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
    #expect(outcome.errorText == "13 created\n10 created\n")
    let lines = try pwstore("dump")
    #expect(lines.status == 1 && lines.output.isEmpty)
    #expect(lines.errorText.contains("\"binary\" as lines: the entry is not text"))
    #expect(try pwstore("dump", "nosuch").status == 3)
  }

  @Test func `takes lines as shells have them`() throws {
    let document = """
      # a comment
      db#user=alice
      export db#password = "q\\"\\\\\\$ \\x
      two"
      \tdb#pin='a "b" \\n'\r

      token=the whole = entry  \n"a=b#c"=
      x#y#z=1
      """
    #expect(try apply(document).errorText == "4 created\n")
    #expect(
      try pwstore("load", "--json", "db").text
        == #"{"password":"q\"\\$ \\x\ntwo","user":"alice","pin":"a \"b\" \\n"}"# + "\n")
    #expect(try pwstore("load", "token").text == "the whole = entry")
    #expect(try pwstore("load", "--json", "a=b", "c").text == "{\"c\":\"\"}\n")
    #expect(try pwstore("load", "x#y#z").text == "1\n")
  }

  private static let illegal: [(document: String, status: Int32, words: String)] = [
    (#"{"a": {"x": "s3cret"}, "b//c": {}, "b/c": {}}"#, 2, "\"b/c\" are one and the same"),
    (#"{"a": {"x": "s3cret"}, "a": {}}"#, 2, "the key \"a\" twice"),
    (#"{"a": {"x": "s3cret"}, "b/../c": {}}"#, 2, "illegal key \"b/../c\""),
    (#"{"a": {"x": "s3cret"}, "": {}}"#, 2, "illegal key \"\""),
    (#"{"a": {"x": "s3cret"}, ".gpg-id": "s3cret"}"#, 2, "illegal key \".gpg-id\""),
    (#"{"a": {"x": "s3cret"}, "b": {"x: y": "s3cret"}}"#, 2, "apply \"b\": illegal field name"),
    (#"{"a": {"x": "s3cret"}, "b": {"x": "1", "x": "2"}}"#, 2, "apply \"b\": the JSON object"),
    (#"{"a": {"x": "s3cret"}, "b": {"x": "\u0000"}}"#, 2, "apply \"b\": the value for"),
    (#"{"a": {"x": "s3cret"}, "b": 5}"#, 2, "apply \"b\": not a JSON object: an entry is"),
    (#"{"a": {"x": "s3cret"}, "b": {"": {"base64": "AB=="}}}"#, 2, "apply \"b\": not a JSON"),
    (#"{"a": {"x": "s3cret"}, "b": {"": {"base64": "AAA="}, "c": "s3cret"}}"#, 2, "not text"),
    (#"{"a": {"x": "s3cret"}"#, 2, "it ends too early"),
    (#"[{"a": {"x": "s3cret"}}]"#, 2, "does not begin with a brace"),
    (#"{"a": {"x": "s3cret"}, "other/b": {}}"#, 5, "cannot save \"other/b\""),
    (#"{"a": {"x": "s3cret"}, "a.gpg/x": {}}"#, 1, "a.gpg"),
    ("a#x=s3cret\na#x=s3cret", 2, "line 2: \"a#x\" is given a second time"),
    ("a#x=s3cret\n\nxs3cret", 2, "line 3: there is no \"=\" behind the name"),
    ("a#x='s3cret", 2, "line 1: a quotation mark is missing"),
    ("a#x='s3cret'y", 2, "line 1: there is more behind"),
    ("a#x=s3cret\n..#x=1", 2, "illegal key \"..\""),
    ("a#x=s3cret\nb#x: y=1", 2, "apply \"b\": illegal field name"),
  ]

  @Test func `changes nothing if anything is wrong`() throws {
    try store.shell("mkdir store/other; echo nobody@example.org > store/other/.gpg-id")
    let count = try store.commitCount()
    for (document, status, words) in Self.illegal {
      let outcome = try apply(document)
      #expect(outcome.status == status && outcome.output.isEmpty, "\(outcome.errorText)")
      #expect(outcome.errorText.contains(words), "\(outcome.errorText)")
      #expect(!outcome.errorText.contains("s3cret"))
    }
    let json = try apply(#"{"b": {"x: y": "s3cret"}}"#, "--json")
    #expect(
      json.errorText.hasPrefix(#"{"error":{"status":2,"reason":"illegal-field","message":"cannot"#))
    #expect(json.errorText.contains(#","key":"b","field":"x: y","hint":"a name is"#))
    #expect(try store.commitCount() == count)
    #expect(try store.shell("find store -name '*pwstore-*' -o -name '*.gpg'").text == "")
  }

  @Test func `deletes what the document does not name`() throws {
    for key in ["a", "team/a", "team/b", "team/sub/c", "teams"] { try pwstore("save", key, "x=1") }
    try store.shell(
      "mkdir store/team/.hidden; cp store/a.gpg store/team/.hidden; ln -s team store/link")
    let count = try store.commitCount()
    let refused = try apply(#"{"a": {"x": "2"}}"#, "--prune", "team")
    #expect(refused.status == 2 && refused.errorText.contains("no key in \"team\""))
    #expect(refused.errorText.contains("--force"))
    #expect(try apply("{}", "--prune", "/").status == 2)
    // A variable that is not set in a script, and all of the store by the way.
    for folder in ["", "/"] {
      #expect(try apply(#"{"a": {"x": "2"}}"#, "--prune", folder).status == 2)
    }
    #expect(try apply("{}", "--force").status == 2)
    #expect(try pwstore("load", "a", "x").text == "1\n")

    let document = #"{"a": {"x": "2"}, "team/a": {"x": "1"}, "team/new": {}}"#
    let plan = try apply(document, "--prune", "team/", "--dry-run")
    #expect(plan.text == "create team/new\nchange a: x\ndelete team/b\ndelete team/sub/c\n")
    #expect(try store.commitCount() == count)
    #expect(try apply(document, "--prune", "team").status == 0)
    #expect(try store.commitCount() == count + 1)
    #expect(try store.lastMessage() == "Apply a document: 1 created, 1 changed, 2 deleted.")
    #expect(
      try pwstore("ls", "--flat").text == "a\nlink/a\nlink/new\nteam/a\nteam/new\nteams\n")
    #expect(try run(["ls", "-A", "\(store.root)/team"]).text == ".hidden\na.gpg\nnew.gpg\n")
    #expect(try apply("{}", "--prune", "team", "-f").errorText == "2 deleted\n")
    #expect(try pwstore("ls", "--flat").text == "a\nteams\n")
  }

  @Test func `decrypts what is there once, and replaces what nobody can read`() throws {
    for key in ["same", "other"] { try pwstore("save", key, "x=1") }
    try store.shell("gpg --batch --yes -q -e -r bob@example.org -o store/bobs.gpg store/.gpg-id")
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("bob")])
    try store.shell("echo damaged > store/damaged.gpg")
    let document = """
      {"same": {"x": "1"}, "other": {"x": "2"}, "new": {"x": "3"}, "bobs": {"x": "4"},
       "damaged": {"x": "5"}}
      """
    let plan = try apply(document, "--dry-run", "--json")
    #expect(plan.text.contains("\"fields\": null"))
    let calls = try store.gpgCalls { counted in
      let outcome = try counted("apply", input: Array(document.utf8))
      #expect(outcome.errorText == "1 created, 3 changed, 1 unchanged\n")
    }
    // One more encryption tells whether that is possible; what fails is looked at twice.
    #expect(calls["encrypt"] == 5)
    #expect((4...6).contains(calls["decrypt"] ?? 0))
    #expect(try pwstore("load", "bobs#x", "damaged#x", "other#x").text == "4\n5\n2\n")
  }

  @Test func `lets parallel ones queue`() throws {
    let script = """
      for n in 1 2 3 4; do
        echo '{"a": {"n": "'$n'"}, "b": {"n": "'$n'"}, "c": {"n": "'$n'"}}' | "$PW" apply & pids="$pids $!"
      done
      wait $pids
      "$PW" dump | sed 's/.*=//' | uniq -c | tr -s ' ' | cut -c-3
      """
    let count = try store.commitCount()
    #expect(try store.shell(script).text == " 3 \n")
    #expect(try store.commitCount() == count + 4)
    #expect(try store.complaints() == "")
  }

  @Test func `has all or nothing when it is killed`() throws {
    let keys = (0..<8).map { "f/k\($0)" }
    func document(_ value: Int) -> String {
      "{" + keys.map { "\"\($0)\": {\"n\": \"\(value)\"}" }.joined(separator: ",") + "}"
    }
    for value in 0...1 {
      try store.shell("cat > d\(value).json", input: Array(document(value).utf8))
    }
    let script = """
      "$PW" apply d0.json 2>/dev/null
      start=$(date +%s%N); "$PW" apply d1.json 2>/dev/null; took=$(( ($(date +%s%N) - start) / 1000 ))
      old=1
      for n in $(seq 16); do
        new=$(( 1 - old ))
        "$PW" apply --prune f d$new.json 2>/dev/null & pid=$!
        sleep $(printf '0.%06d' $(( took * 12 / 10 * (n * 7 % 16) / 16 )))
        kill -9 $pid 2>/dev/null; wait $pid 2>/dev/null
        # The next writer finishes it, or takes it back.
        "$PW" save other n=$n 2>/dev/null
        value=$("$PW" dump f 2>&1 | sed 's/.*=//' | sort | uniq -c | tr -s ' ')
        case $value in
          ' 8 "0"') old=0 ;;
          ' 8 "1"') old=1 ;;
          *) echo "$n: $value" ;;
        esac
      done
      find store -name '*lock*' -o -name '*pwstore-*' -o -name '*tmp_obj*'
      """
    let outcome = try store.shell(script)
    #expect(outcome.text == "", "\(outcome.errorText)")
    #expect(try store.complaints() == "")
  }
}
