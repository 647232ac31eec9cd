import Fixtures
import Foundation
import Testing

/// What scripts ask for: several values, what is there, and changes on a condition.
@Suite struct ScriptingTests {
  private let store: TestStore
  private var pwstore: Pwstore { store.pwstore }

  init() throws {
    store = try TestStore()
    try store.pwstore("save", "db", "password=p\nq", "user=alice")
    try store.pwstore("save", "web/a", "password=s3cret", "pin#2=7")
    try store.pwstore("save", "a#b", "x=1")
  }

  @Test func `loads several values with one decryption each`() throws {
    let calls = try store.gpgCalls { counted in
      let outcome = try counted("load", "db#user", "web/a#password", "db#password")
      #expect(outcome.text == "alice\ns3cret\np\nq\n")
    }
    #expect(calls == ["decrypt": 2])
    #expect(
      try pwstore("load", "-0", "db#password", "db#user").output == Array("p\nq\0alice\0".utf8))
    #expect(try pwstore("load", "-n", "db#user", "db#user").text == "alicealice")
    #expect(
      try pwstore("load", "--json", "db#user", "a#b", "a#b#x").text
        == #"{"db#user":"alice","a#b":"\nx: 1\n","a#b#x":"1"}"# + "\n")
    #expect(try pwstore("load", "db#user").text == "alice\n")
    #expect(try pwstore("load", "-n", "db#user").text == "alice")
    #expect(try pwstore("load", "db#user", "--rev", "HEAD").text == "alice\n")
    try pwstore("set", "db", "user=bob")
    #expect(
      try pwstore("load", "--rev", "HEAD~1", "db#user", "web/a#password").text == "alice\ns3cret\n")

    // Nothing is printed if one is missing.
    for words in [["db#user", "db#nosuch"], ["db#user", "nosuch#x"], ["db", "db#user", "no"]] {
      let outcome = try pwstore.run((["load"] + words).map { Array($0.utf8) })
      #expect(outcome.status == 3 && outcome.output.isEmpty, "\(words)")
    }
  }

  @Test func `takes two words for a key and a field, as ever`() throws {
    #expect(try pwstore("load", "db", "user").text == "alice\n")
    #expect(try pwstore("load", "web/a", "pin#2").text == "7\n")
    #expect(try pwstore("load", "a#b", "x").text == "1\n")
    #expect(try pwstore("load", "a#b").text == "\nx: 1\n")
    // An entry as it stands, a newline, and a value.
    #expect(
      try pwstore("load", "db", "web/a#password").text
        == "\npassword: |\n  p\n  q\nuser: alice\n\ns3cret\n")
    let both = try pwstore("load", "db", "web/a")
    #expect(both.status == 3 && both.errorText.contains("no field \"web/a\""))
    #expect(try pwstore("load", "-n", "-0", "db", "user").status == 2)
    #expect(try pwstore("load", "-c", "db#user", "web/a#password").status == 2)
  }

  @Test func `tells by the status whether something is there`() throws {
    var statuses: [Int32] = []
    let calls = try store.gpgCalls { counted in
      for words in [["db", "web/a", "a#b"], ["db", "nosuch#x"], ["web"]] {
        statuses.append(try counted.run((["exists"] + words).map { Array($0.utf8) }).status)
      }
    }
    #expect(statuses == [0, 3, 3] && calls == [:])
    let found = try pwstore("exists", "db#user", "db#PASSWORD", "a#b#x")
    #expect(found.status == 0 && found.output.isEmpty && found.errors.isEmpty)
    let missing = try pwstore("exists", "db#user", "db#nosuch")
    #expect(missing.status == 3 && missing.output.isEmpty && missing.errors.isEmpty)
    #expect(try pwstore("exists", "db", "../x").status == 2)
    #expect(try pwstore("exists").status == 2)
    #expect(try pwstore("--store", "/nosuch", "exists", "db").status == 6)
    try store.shell("cat > store/broken.gpg", input: Array("x".utf8))
    #expect(try pwstore("exists", "broken").status == 0)
    #expect(try pwstore("exists", "broken#x").status == 10)
    try pwstore("save", "binary", input: [0xFF])
    #expect(try pwstore("exists", "binary#x").status == 3)
  }

  @Test func `changes an entry only if nobody else has`() throws {
    let first = try store.git("rev-parse", "HEAD").text.trimmingCharacters(in: .newlines)
    try pwstore("save", "other", "x=1")
    #expect(try pwstore("set", "db", "user=bob", "--if-rev", String(first.prefix(8))).status == 0)
    let second = try store.git("rev-parse", "HEAD").text.trimmingCharacters(in: .newlines)
    let count = try store.commitCount()
    for words in [
      ["set", "db", "user=eve"], ["save", "db", "user=eve"], ["set", "db", "user=bob"],
    ] {
      let outcome = try pwstore.run((words + ["--if-rev", first]).map { Array($0.utf8) })
      #expect(outcome.status == 7 && outcome.errorText.contains(second), "\(outcome.errorText)")
    }
    let json = try pwstore("save", "db", "--json", "--if-rev", first, input: Array("{}".utf8))
    #expect(json.status == 7 && json.errorText.contains(#""reason":"changed""#))
    #expect(try pwstore("save", "db", "x=1", "--if-rev", "none").status == 7)
    #expect(try pwstore("save", "db", "x=1", "--if-rev", "nosuch").status == 3)
    #expect(try store.commitCount() == count)
    #expect(try pwstore("save", "new", "x=1", "--if-rev", "none").status == 0)
    // It was not there, and is not.
    #expect(try pwstore("save", "newer", "x=1", "--if-rev", "HEAD").status == 0)
    #expect(try pwstore("save", "db", "x=1", "--if-rev", "HEAD").status == 0)
    #expect(try pwstore("load", "db", "x").text == "1\n")

    // What is not committed is other than in any revision.
    try store.shell("cp store/new.gpg store/db.gpg")
    let dirty = try pwstore("set", "db", "x=2", "--if-rev", "HEAD")
    #expect(dirty.status == 7 && dirty.errorText.contains("not committed"))
  }

  @Test func `lets one of many savers win`() throws {
    let script = """
      rev=$(git -C store rev-parse HEAD)
      for n in $(seq 8); do
        ( "$PW" set db user=$n --if-rev $rev 2>/dev/null; echo $? >>statuses ) & pids="$pids $!"
        ( "$PW" save fresh n=$n --if-rev none 2>/dev/null; echo $? >>fresh ) & pids="$pids $!"
      done
      wait $pids
      sort statuses | uniq -c | tr -s ' '; sort fresh | uniq -c | tr -s ' '
      """
    #expect(try store.shell(script).text == " 1 0\n 7 7\n 1 0\n 7 7\n")
    #expect(try store.complaints() == "")
  }

  @Test func `finds names for programs`() throws {
    try pwstore("save", "deep/web/b", "x=1")
    #expect(
      try pwstore("find", "--json", "web").text
        == "[\n  \"deep/web/\",\n  \"web/\",\n  \"web/a\"\n]\n")
    #expect(try pwstore("find", "--json", "nosuch").text == "[]\n")
    #expect(try pwstore("find", "--json").text.hasPrefix("Search Terms: --json\n"))
    var pass = pwstore
    pass.name = "pass"
    #expect(try pass("find", "--json", "web").text.hasPrefix("Search Terms: --json,web\n"))
  }

  @Test func `tells errors in JSON wherever that was asked for`() throws {
    let lines: [([String], Int32, String)] = [
      (["load", "--json", "nosuch"], 3, "no-such-entry"),
      (["load", "--js", "nosuch"], 3, "no-such-entry"),
      (["load", "--json"], 2, "usage"), (["load", "--json", "db", "--rev"], 2, "usage"),
      (["--json", "db"], 2, "usage"), (["delete", "db", "--json"], 2, "usage"),
      (["ls", "--json", "nosuch"], 3, "no-such-entry"),
      (["who", "--json", "nosuch"], 3, "no-such-entry"),
      (["sync", "--json"], 2, "usage"), (["log", "--json", "nosuch"], 3, "no-such-entry"),
      (["diff", "--json", "db", "nosuch"], 3, "no-such-revision"),
      (["dump", "--json", "nosuch"], 3, "no-such-entry"),
      (["load", "--json", "../x"], 2, "illegal-key"),
      (["--store", "/nosuch", "status", "--json"], 6, "no-store"),
    ]
    for (words, status, reason) in lines {
      let outcome = try pwstore.run(words.map { Array($0.utf8) })
      #expect(outcome.status == status, "\(words) \(outcome.errorText)")
      #expect(outcome.output.isEmpty && outcome.errorText.hasSuffix("}}\n"), "\(words)")
      let object = try JSONSerialization.jsonObject(with: Data(outcome.errors)) as? [String: Any]
      let error = object?["error"] as? [String: Any]
      #expect(error?["status"] as? Int == Int(status), "\(words)")
      #expect(error?["reason"] as? String == reason, "\(words)")
      #expect(error?.keys.count == 6)
    }
    #expect(try pwstore("load", "--", "--json").errorText.hasPrefix("pwstore: there is no entry"))
    #expect(try pwstore("git", "log", "--json").errorText.hasPrefix("fatal"))
  }
}
