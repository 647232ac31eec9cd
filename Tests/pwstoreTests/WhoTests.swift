import Fixtures
import Foundation
import Testing

/// Who can read what.
@Suite struct WhoTests {
  @Test func `tells whose keys an entry is encrypted to`() throws {
    let store = try TestStore(["ann", "bob"])
    try store.pwstore("save", "a", "x=y")
    let ann = try store.gpg.fingerprint("ann")
    let outcome = try store.pwstore("who", "a")
    #expect(outcome.status == 0 && outcome.errorText == "")
    #expect(outcome.text == "\(ann)  Ann <ann@example.org>  (you)\n")
    try store.gpg.gpg(["--delete-secret-keys", ann])
    #expect(try store.pwstore("who", "a").text == "\(ann)  Ann <ann@example.org>\n")
    try store.gpg.gpg(["--delete-keys", ann])
    let unknown = try store.pwstore("who", "a")
    #expect(unknown.status == 0)
    #expect(unknown.text.hasPrefix("-  unknown key 0x") && unknown.text.count == 34)
    #expect(try store.pwstore("who", "none").status == 3)
    #expect(try store.pwstore("who").status == 2)
  }

  @Test func `warns where that is not what the recipients file says`() throws {
    let store = try TestStore(["ann", "bob"])
    try store.pwstore("save", "a", "x=y")
    try store.shell("echo bob@example.org >store/.gpg-id")
    let outcome = try store.pwstore("who", "a")
    #expect(outcome.status == 0)
    #expect(outcome.errorText.contains("Ann <ann@example.org> can read it, and is no recipient"))
    #expect(outcome.errorText.contains("Bob <bob@example.org> is a recipient, and cannot read it"))
  }

  @Test func `does not take a recipient for another one whose key is not here`() throws {
    let store = try TestStore(["ann", "bob"])
    try store.pwstore("recipients", "add", "bob@example.org")
    try store.pwstore("save", "a", "x=y")
    let ann = try store.gpg.fingerprint("ann")
    try store.gpg.gpg(["--delete-secret-and-public-key", ann])
    let outcome = try store.pwstore("who", "a")
    #expect(outcome.status == 0 && outcome.errorText == "")
    #expect(outcome.text.contains("unknown key") && outcome.text.contains("Bob"))
    // One more than there are such recipients is none of them.
    try store.shell("sed -i '/^ann/d' store/.gpg-id")
    #expect(try store.pwstore("who", "a").errorText.contains("is no recipient"))
  }

  @Test func `tells of hidden recipients and passphrases`() throws {
    let store = try TestStore()
    try store.shell(
      "echo v | gpg -q --batch --throw-keyids -er ann@example.org -o store/hidden.gpg")
    try Data(try store.gpg.encrypt([0x78], passphrase: "p")).write(
      to: URL(filePath: "\(store.root)/sym.gpg"))
    try store.shell("echo no message >store/broken.gpg")
    #expect(try store.pwstore("who", "hidden").text == "-  somebody who is not named\n")
    #expect(try store.pwstore("who", "sym").text == "-  whoever knows the passphrase\n")
    #expect(try store.pwstore("who", "broken").status == 10)
    let all = try store.pwstore("who", "--can", "ann@example.org")
    #expect(all.status == 0 && all.text == "" && all.errorText.contains("\"broken\""))
    let json = try JSONSerialization.jsonObject(
      with: Data(try store.pwstore("who", "--json", "hidden", "sym").output))
    let entries = try #require(json as? [[String: Any]])
    #expect(entries.map { $0["hidden"] as? Int } == [1, 0])
    #expect(entries.map { $0["passphrase"] as? Bool } == [false, true])
  }

  @Test func `tells what somebody can read`() throws {
    let store = try TestStore(["ann", "bob"])
    try store.pwstore("init", "-p", "team", "ann@example.org", "bob@example.org")
    for key in ["a", "team/b", "team/c", "teams/d"] { try store.pwstore("save", key, "x=y") }
    let bob = try store.gpg.fingerprint("bob")
    for id in ["bob@example.org", bob, "0x\(bob.suffix(16))", "Bob"] {
      #expect(try store.pwstore("who", "--can", id).text == "team/b\nteam/c\n")
    }
    #expect(
      try store.pwstore("who", "--can", "ann@example.org", "team").text == "team/b\nteam/c\n")
    #expect(
      try store.pwstore("who", "--can=bob@example.org", "--json").text
        == "[\n  \"team/b\",\n  \"team/c\"\n]\n")
    #expect(try store.pwstore("who", "--can", "nobody@example.org").status == 3)
    #expect(try store.pwstore("who", "--can", bob, "none").status == 3)
    // The store knows the key, if the key ring does not.
    try store.gpg.gpg(["--delete-secret-and-public-key", bob])
    #expect(try store.pwstore("who", "--can", bob).text == "team/b\nteam/c\n")
    let subkey = try #require(
      try store.pwstore("who", "team/b").text.split(separator: "0x").last?.prefix(16))
    #expect(try store.pwstore("who", "--can", String(subkey)).text == "team/b\nteam/c\n")
  }
}
