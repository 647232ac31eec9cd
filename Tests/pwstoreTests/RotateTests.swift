import Fixtures
import Foundation
import Testing

/// The secrets that former recipients know.
@Suite struct RotateTests {
  /// A store that Bob was a recipient of.
  private func store() throws -> TestStore {
    let store = try TestStore(["ann", "bob"])
    try store.pwstore("recipients", "add", "bob@example.org")
    for key in ["a", "d/b", "d/c"] { try store.pwstore("save", key, "x=y") }
    return store
  }

  private func keys(_ store: TestStore) throws -> String {
    let lines = try store.pwstore("rotate").text.split(separator: "\n")
    return lines.compactMap { $0.split(separator: " ").dropFirst().first }.joined(separator: " ")
  }

  @Test func `lists them until they are changed`() throws {
    let store = try store()
    #expect(try keys(store) == "")
    try store.pwstore("recipients", "remove", "bob@example.org")
    #expect(try keys(store) == "a d/b d/c")
    try store.pwstore("save", "new", "x=y")
    #expect(try keys(store) == "a d/b d/c")
    try store.pwstore("set", "a", "x=z")
    #expect(try keys(store) == "d/b d/c")
    try store.pwstore("generate", "-i", "d/b")
    #expect(try keys(store) == "d/c")
    try store.pwstore("delete", "d/c")
    #expect(try store.pwstore("rotate").text == "")
  }

  @Test func `tells who and since when for programs`() throws {
    let store = try store()
    try store.pwstore("init", "ann@example.org")
    let json = try JSONSerialization.jsonObject(
      with: Data(try store.pwstore("rotate", "--json").output))
    let entries = try #require(json as? [[String: Any]])
    #expect(entries.map { $0["key"] as? String } == ["a", "d/b", "d/c"])
    let people = try #require(entries[0]["people"] as? [[String: Any]])
    #expect(people.map { $0["name"] as? String } == ["Bob <bob@example.org>"])
    #expect(people[0]["fingerprint"] as? String == (try store.gpg.fingerprint("bob")))
    let time = try store.git("log", "-1", "--format=%cd", "--date=format-local:%s").text
    let since = try #require(entries[0]["since"] as? String)
    let date = try #require(ISO8601DateFormatter().date(from: since))
    #expect("\(Int(date.timeIntervalSince1970))\n" == time)
    #expect(try store.pwstore("rotate").text.hasPrefix("\(since.prefix(10))  a  Bob <"))
  }

  @Test func `follows what pass and git have moved, copied and encrypted anew`() throws {
    let store = try store()
    let script = """
      pass init ann@example.org; pass mv d e; pass cp e/b 'x to y'; pass mv a f/; git -C $S mv e/c.gpg g.gpg
      git -C $S commit -qm moved; pass init bob@example.org ann@example.org; pass init ann@example.org
      """
    let outcome = try run(
      ["bash", "-c", "S=$PASSWORD_STORE_DIR; \(script)"], environment: store.pwstore.environment)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let lines = try store.pwstore("rotate").text.split(separator: "\n").map {
      String($0.dropFirst(12).prefix(while: { $0 != "B" }))
    }
    #expect(lines == ["e/b  ", "f/a  ", "g  ", "x to y  "])
    // Back again, as the recipients were: nobody is left out.
    try store.pwstore("recipients", "add", "bob@example.org")
    #expect(try keys(store) == "")
  }

  @Test func `tells of an old secret that comes back`() throws {
    let store = try store()
    try store.pwstore("recipients", "remove", "bob@example.org")
    try store.pwstore("save", "a", "x=new")
    try store.shell("git -C store commit -q --allow-empty -m between")
    #expect(try keys(store) == "d/b d/c")
    try store.git("checkout", "-q", "HEAD~2", "--", "a.gpg")
    try store.git("commit", "-qm", "Restore a")
    #expect(try keys(store) == "a d/b d/c")
  }

  @Test func `keeps what either side of a merge knows`() throws {
    let store = try store()
    try store.git("branch", "theirs")
    try store.pwstore("save", "a", "x=new")
    try store.pwstore("recipients", "remove", "bob@example.org")
    try store.pwstore("save", "d/b", "x=new")
    try store.pwstore("save", "own", "x=new")
    // The other machine has saved for the old recipients meanwhile.
    try store.git("checkout", "-q", "theirs")
    try store.pwstore("save", "d/c", "x=theirs")
    try store.pwstore("save", "late", "x=theirs")
    try store.git("checkout", "-q", "main")
    #expect(try store.git("merge", "-q", "-X", "theirs", "theirs", "-m", "Merge").status == 0)
    // What git has merged by itself is as the other side has left it.
    #expect(try store.pwstore("who", "--can", "bob@example.org").text == "late\n")
    #expect(try keys(store) == "a d/c")
    try store.pwstore("init", "ann@example.org", "bob@example.org")
    try store.pwstore("init", "ann@example.org")
    #expect(try keys(store) == "a d/b d/c late own")
  }

  @Test func `knows a person with a new subkey`() throws {
    let store = try TestStore(["ann"])
    try store.pwstore("save", "a", "x=y")
    let ann = try store.gpg.fingerprint("ann")
    try store.gpg.gpg([
      "--pinentry-mode", "loopback", "--passphrase", "", "--quick-add-key", ann, "cv25519", "encr",
    ])
    try store.pwstore("init", "ann@example.org")
    try store.pwstore("recipients", "add", "ann@example.org")
    #expect(try keys(store) == "")
  }

  @Test func `names a key that is not here, and wants a repository`() throws {
    let store = try store()
    try store.pwstore("recipients", "remove", "bob@example.org")
    try store.gpg.gpg(["--delete-secret-and-public-key", try store.gpg.fingerprint("bob")])
    #expect(try store.pwstore("rotate").text.contains("  a  unknown key 0x"))
    try store.shell("rm -rf store/.git")
    #expect(try store.pwstore("rotate").status == 6)
  }
}
