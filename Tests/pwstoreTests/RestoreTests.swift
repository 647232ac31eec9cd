import Fixtures
import Foundation
import Testing

/// What restore brings back, for whom, and in how many commits.
@Suite struct RestoreTests {
  private let store: TestStore
  private var pwstore: Pwstore { store.pwstore }

  init() throws { store = try TestStore(["ann", "bob"]) }

  @Test func `brings back a deleted entry as it was`() throws {
    try pwstore("save", "d/a", "user=1")
    try pwstore("set", "d/a", "user=2")
    let bytes = try readFile("\(store.root)/d/a.gpg")
    try pwstore("delete", "d/a")
    let calls = try store.gpgCalls { pwstore in
      let outcome = try pwstore("restore", "d/a")
      #expect(outcome.status == 0 && outcome.output.isEmpty)
      #expect(
        outcome.errorText.hasPrefix("restored d/a from ") && outcome.errorText.hasSuffix("Z)\n"))
    }
    #expect(calls == ["encrypt": 1])
    #expect(try readFile("\(store.root)/d/a.gpg") == bytes)
    let commit = try store.git("rev-parse", "--short", "HEAD~2").text.trimmingCharacters(
      in: .newlines)
    #expect(try store.lastMessage() == "Restore d/a from \(commit).")
    #expect(try store.complaints() == "")
  }

  @Test func `takes back the last change of the text, and that again`() throws {
    try pwstore("save", "a", "user=1")
    try pwstore("set", "a", "user=2")
    try pwstore("mv", "a", "b")
    try pwstore("init", "ann@example.org", "bob@example.org")
    for value in ["1", "2", "1"] {
      let calls = try store.gpgCalls { pwstore in
        let outcome = try pwstore("restore", "b")
        #expect(outcome.status == 0)
      }
      #expect(calls["decrypt"] ?? 0 <= 3)
      #expect(try pwstore("load", "b", "user").text == "\(value)\n")
    }
    #expect(try store.complaints() == "")
  }

  @Test func `encrypts to the present recipients`() throws {
    try pwstore("save", "a", "user=1")
    try store.git("tag", "v1")
    try pwstore("set", "a", "user=2")
    try pwstore("init", "bob@example.org")
    #expect(try pwstore("restore", "a", "v1").status == 0)
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("ann")])
    #expect(try pwstore("load", "a", "user").text == "1\n")
    let count = try store.commitCount()
    // What is for another key cannot be encrypted anew, and nothing is changed.
    let before = try readFile("\(store.root)/a.gpg")
    #expect(try pwstore("restore", "a", "v1").status == 4)
    #expect(try readFile("\(store.root)/a.gpg") == before)
    #expect(try store.commitCount() == count)
    #expect(try store.complaints() == "")
  }

  @Test func `replaces a damaged entry`() throws {
    try pwstore("save", "a", "user=1")
    try store.shell(
      "head -c 150 store/a.gpg > cut; cp cut store/a.gpg; git -C store commit -qam cut")
    #expect(try pwstore("load", "a").status == 10)
    #expect(try pwstore("restore", "a").status == 0)
    #expect(try pwstore("load", "a", "user").text == "1\n")
  }

  @Test func `restores a folder in one commit`() throws {
    for key in ["d/a", "d/e/b", "d/c", "x"] { try pwstore("save", key, "user=1") }
    try store.git("tag", "v1")
    try pwstore("set", "d/a", "user=2")
    try pwstore("delete", "-rf", "d/e")
    try pwstore("save", "d/new", "user=3")
    try pwstore("set", "x", "user=2")
    #expect(try pwstore("restore", "-r", "d").status == 2)
    #expect(try pwstore("restore", "d").status == 2)
    #expect(try pwstore("restore", "-r", "nosuch", "v1").status == 3)
    let count = try store.commitCount()
    let outcome = try pwstore("restore", "-r", "d", "v1")
    #expect(outcome.status == 0)
    #expect(outcome.errorText.split(separator: "\n").count == 2)
    #expect(try store.commitCount() == count + 1)
    for (key, value) in [("d/a", "1"), ("d/e/b", "1"), ("d/c", "1"), ("d/new", "3"), ("x", "2")] {
      #expect(try pwstore("load", key, "user").text == "\(value)\n")
    }
    let again = try pwstore("restore", "-r", "d", "v1")
    #expect(again.status == 0 && again.errorText.contains("already"))
    #expect(try store.commitCount() == count + 1)
    #expect(try store.complaints() == "")
  }

  @Test func `restores no part of a folder if one entry cannot be`() throws {
    try pwstore("init", "-p", "d/own", "bob@example.org")
    for key in ["d/a", "d/own/b"] { try pwstore("save", key, "user=1") }
    try store.git("tag", "v1")
    try pwstore("init", "-p", "d/own", "ann@example.org")
    for key in ["d/a", "d/own/b"] { try pwstore("set", key, "user=2") }
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("bob")])
    let count = try store.commitCount()
    #expect(try pwstore("restore", "-r", "d", "v1").status == 4)
    #expect(try pwstore("load", "d/a", "user").text == "2\n")
    #expect(try store.commitCount() == count)
    #expect(try store.complaints() == "")
  }

  @Test func `has a status for what it cannot restore`() throws {
    try pwstore("save", "a", "user=1")
    #expect(try pwstore("restore", "a").status == 3)
    #expect(try pwstore("restore", "nosuch").status == 3)
    #expect(try pwstore("restore", "a", "nosuch").status == 3)
    #expect(try pwstore("restore", "a", "HEAD~1").status == 3)
    #expect(try pwstore("restore", "a", "--", "-x").status == 2)
    let same = try pwstore("restore", "a", "HEAD")
    #expect(same.status == 0 && same.errorText.hasPrefix("a is already as in "))
  }
}
