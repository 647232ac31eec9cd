import Fixtures
import Foundation
import Testing

/// What log tells of an entry and of a folder.
@Suite struct HistoryTests {
  private let store: TestStore
  private var pwstore: Pwstore { store.pwstore }

  init() throws { store = try TestStore(["ann", "bob"]) }

  /// What was done, without commits, dates and authors.
  private func log(_ arguments: String...) throws -> [String] {
    let outcome = try pwstore.run((["log"] + arguments).map { Array($0.utf8) })
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errorText)")
    return outcome.text.split(separator: "\n").map {
      String($0.split(separator: "  ", maxSplits: 3).last ?? "")
    }
  }

  @Test func `names what was changed, and never a value`() throws {
    try pwstore("save", "a", "user=sEcReT-1", "password=sEcReT-2")
    try pwstore("set", "a", "user=sEcReT-3", "url=sEcReT-4")
    try pwstore("unset", "a", "url")
    try pwstore("save", "a", input: Array("sEcReT-5\nuser: sEcReT-3\nsEcReT-6\n".utf8))
    try pwstore("save", "a", input: [0, 1])
    try pwstore("save", "a", "user=x")
    try pwstore("save", "a", input: Array("\nuser: x\n\n".utf8))
    try pwstore("delete", "a")
    try pwstore("save", "a", "user=new")
    let all = [
      "added", "deleted", "changed", "changed (binary)", "changed (binary)",
      "changed: password, notes", "changed: url", "changed: user, url", "added",
    ]
    #expect(try log("a") == all)
    for limit in [1, 4, 20] {
      #expect(try log("a", "-n", "\(limit)") == Array(all.prefix(limit)))
    }
    for arguments in [["a"], ["a", "--json"], ["--json"], []] {
      let outcome = try pwstore.run((["log"] + arguments).map { Array($0.utf8) })
      #expect(outcome.status == 0)
      #expect(!outcome.text.contains("sEcReT") && !outcome.errorText.contains("sEcReT"))
    }
  }

  @Test func `follows renames, and knows a reencryption`() throws {
    try pwstore("init", "-p", "team", "ann@example.org", "bob@example.org")
    try pwstore("save", "a", "user=x")
    try pwstore("mv", "a", "mail/b")
    try pwstore("set", "mail/b", "user=y")
    try pwstore("mv", "mail", "team/")
    try store.shell(
      "printf 'v\\n' | PASSWORD_STORE_KEY=ann@example.org pass insert -m -f team/mail/b")
    try pwstore("init", "-p", "team", "bob@example.org", "ann@example.org")
    try store.shell("pass mv team/mail/b c; pass cp c d")
    #expect(
      try log("c") == [
        "renamed from team/mail/b", "reencrypted", "changed: password, user",
        "renamed from mail/b", "changed: user", "renamed from a", "added",
      ])
    #expect(try log("d") == ["copied from c"])
    #expect(try log("mail/b").first == "deleted")
    #expect(
      try log("team") == [
        "renamed team/mail/b to c", "reencrypted team/mail/b", "changed team/mail/b",
        "renamed mail/b to team/mail/b",
      ])
    #expect(
      try log("-n", "3") == [
        "copied c to d", "renamed team/mail/b to c", "reencrypted team/mail/b",
      ])
    let slashed = try log("mail/")
    #expect(try log("mail") == slashed)
  }

  @Test func `spends one decryption on each version, and none on renames and folders`() throws {
    try pwstore("save", "a", "user=1")
    for value in 2...4 { try pwstore("set", "a", "user=\(value)") }
    for (old, new) in [("a", "b"), ("b", "c")] { try pwstore("mv", old, new) }
    #expect(try store.gpgCalls { try $0("log", "c") } == ["decrypt": 4])
    #expect(try store.gpgCalls { try $0("log", "c", "-n", "2") } == [:])
    #expect(try store.gpgCalls { try $0("log", "c", "-n", "3") } == ["decrypt": 2])
    #expect(try store.gpgCalls { try $0("log") } == [:])
    #expect(try store.gpgCalls { try $0("load", "c", "user", "--rev", "HEAD~3") } == ["decrypt": 1])
  }

  @Test func `says so where a version is for others`() throws {
    try pwstore("save", "a", "user=1")
    try pwstore("init", "bob@example.org")
    try pwstore("set", "a", "user=2")
    try pwstore("init", "ann@example.org")
    try pwstore("set", "a", "user=3")
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("bob")])
    let hidden = "changed (cannot be decrypted here)"
    #expect(try log("a") == ["changed: user", hidden, hidden, hidden, "added"])
    let json = try JSONSerialization.jsonObject(
      with: Data(try pwstore("log", "--json", "a").output))
    let events = try #require(json as? [[String: Any]])
    #expect(
      events.map { $0["action"] as? String } == [
        "changed", "changed", "changed", "changed", "added",
      ])
    #expect(events[0]["fields"] as? [String] == ["user"])
    #expect(events[1]["fields"] is NSNull && events[1]["reason"] as? String == "undecryptable")
    #expect(events[4]["fields"] == nil && events[4]["key"] as? String == "a")
    #expect(events[0]["email"] as? String == "tester@example.org")
  }

  @Test func `tells of merges`() throws {
    try pwstore("save", "a", "user=1")
    try store.git("branch", "side")
    try pwstore("set", "a", "user=2")
    try store.git("switch", "--quiet", "side")
    try pwstore("set", "a", "user=3")
    try store.git("switch", "--quiet", "main")
    try store.git("merge", "--quiet", "side")
    try store.shell("printf '\\nuser: 4\\n' | gpg -q -er ann@example.org --yes -o store/a.gpg")
    try store.git("commit", "--quiet", "--all", "--message", "Merge.")
    #expect(try log("a") == ["merged", "changed: user", "changed: user", "added"])
    #expect(try log("-n", "1") == ["merged a"])
  }

  @Test func `tells where the history of a shallow clone ends`() throws {
    for value in 1...3 { try pwstore("save", "a", "user=\(value)") }
    try store.shell("git clone -q --depth 2 \"file://$PWD/store\" clone")
    #expect(try log("a", "--store", "\(store.root)/../clone") == ["changed: user", "present"])
  }

  @Test func `takes every name`() throws {
    let names: [[UInt8]] = [
      [0xFF, 0x0A, 0x1B], Array("-n".utf8), Array("a b/é".utf8), Array(":(glob)*".utf8),
    ]
    for name in names {
      try pwstore.run([Array("save".utf8), Array("--".utf8), name, Array("u=1".utf8)])
      try pwstore.run(["mv", "--"].map { Array($0.utf8) } + [name, name + "2".utf8])
      let outcome = try pwstore.run([Array("log".utf8), Array("--".utf8), name + "2".utf8])
      #expect(outcome.status == 0)
      #expect(outcome.text.contains("  renamed from ") && outcome.text.hasSuffix("  added\n"))
      #expect(!outcome.output.contains(0x1B))
    }
    try pwstore.run([
      Array("init".utf8), Array("-p".utf8), Array("o".utf8), Array("bob@example.org".utf8),
    ])
    // Encrypted anew on its way, so only the message tells; ours has it escaped.
    let last = names[0] + Array("2".utf8)
    try pwstore.run([Array("mv".utf8), last, Array("o/".utf8)])
    let moved = try pwstore.run([Array("log".utf8), Array("o/".utf8) + last])
    #expect(moved.text.contains(#"renamed from \xff\x0a\x1b2"#))
    #expect(moved.text.split(separator: "\n").count == 3)
  }

  @Test func `finds entries in repositories of their own`() throws {
    try store.shell("mkdir -p store/own; git -C store/own init -q")
    try pwstore("save", "own/a", "user=1")
    try pwstore("set", "own/a", "user=2")
    try pwstore("mv", "own/a", "own/b")
    #expect(try log("own/b") == ["renamed from own/a", "changed: user", "added"])
    #expect(try log("own").last == "added own/a")
    #expect(try pwstore("load", "own/b", "user", "--rev", "HEAD~2").text == "1\n")
  }

  @Test func `has a status for what has no history`() throws {
    #expect(try pwstore("log", "nosuch").status == 3)
    #expect(try pwstore("log", "nosuch/").status == 3)
    #expect(try pwstore("log", "-n", "0").status == 2)
    #expect(try pwstore("log", "../x").status == 2)
    let plain = try TestStore(isVersioned: false)
    try plain.pwstore("save", "a", "user=1")
    for arguments in [
      ["log"], ["log", "a"], ["load", "a", "--rev", "HEAD"], ["diff", "a"], ["restore", "a"],
    ] {
      let outcome = try plain.pwstore.run(arguments.map { Array($0.utf8) })
      #expect(outcome.status == 6 && outcome.output.isEmpty, "\(arguments)")
    }
    try plain.shell("git -C store init -q")
    #expect(try plain.pwstore("log").text == "")
    #expect(try plain.pwstore("log", "a").status == 3)
    #expect(try plain.pwstore("load", "a", "--rev", "HEAD").status == 3)
  }

  @Test func `loads what an entry was, under its name of then`() throws {
    try pwstore("save", "a", "user=1", "password=sesame")
    try store.git("tag", "v1")
    try pwstore("mv", "a", "b")
    try pwstore("save", "a", "user=other")
    try pwstore("set", "b", "user=2")
    try pwstore("delete", "a")
    for revision in ["v1", "HEAD~4", "main~3", "HEAD~2", "@~3"] {
      #expect(try pwstore("load", "b", "user", "--rev", revision).text == "1\n", "\(revision)")
    }
    #expect(try pwstore("load", "b", "--rev", "v1").text == "sesame\nuser: 1\n")
    #expect(try pwstore("load", "b", "--rev", "HEAD", "--json").text.contains(#""user":"2""#))
    #expect(try pwstore("load", "a", "user", "--rev", "HEAD~1").text == "other\n")
    #expect(try pwstore("load", "a", "user", "--rev", "v1").text == "1\n")
    for revision in ["2100-01-01", "2100-01-01T10:00", "2100-01-01T10:00:00+01:00"] {
      #expect(try pwstore("load", "b", "user", "--rev", revision).text == "2\n", "\(revision)")
    }
    for (revision, status) in [
      ("nosuch", Int32(3)), ("2001-01-01", 3), ("HEAD~99", 3), ("v1~1", 3), ("HEAD:a.gpg", 2),
      ("", 2),
      ("--all", 2), ("-1", 2), ("HEAD\n", 2), (":/Save", 2),
    ] {
      let outcome = try pwstore("load", "b", "--rev=\(revision)")
      #expect(outcome.status == status && outcome.output.isEmpty, "\(revision)")
    }
    #expect(try pwstore("load", "b", "nosuch", "--rev", "HEAD").status == 3)
    #expect(try pwstore("load", "nosuch", "--rev", "HEAD").status == 3)
  }
}
