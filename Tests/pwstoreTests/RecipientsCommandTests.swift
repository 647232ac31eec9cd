import Fixtures
import Foundation
import Testing

/// Who is added to a store, and who is removed from it.
@Suite struct RecipientsCommandTests {
  @Test func `adds somebody by an address, and writes the fingerprint`() throws {
    let store = try TestStore(["ann", "bob"])
    for key in ["a", "team/b"] { try store.pwstore("save", key, "x=\(key)") }
    try store.shell("printf '# ours\\n ann@example.org  # Ann' >store/.gpg-id")
    try store.git("commit", "-qam", "Comment")
    let (count, bob) = (try store.commitCount(), try store.gpg.fingerprint("bob"))
    let outcome = try store.pwstore("recipients", "add", "bob@example.org")
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(
      outcome.errorText
        == "added Bob <bob@example.org> (\(bob)) to the store\na: reencrypted\nteam/b: reencrypted\n"
    )
    #expect(
      try store.shell("cat store/.gpg-id").text
        == "# ours\n ann@example.org  # Ann\n\(bob)\n")
    #expect(try store.commitCount() == count + 1)
    #expect(try store.lastMessage() == "Add recipient Bob <bob@example.org> to the store.")
    #expect(try store.complaints() == "")
    // By another name it is the same key.
    for id in ["bob@example.org", "0x\(bob.suffix(16).lowercased())", "Bob"] {
      let again = try store.pwstore("recipients", "add", id)
      #expect(again.status == 0 && again.errorText.contains("already"))
    }
    #expect(try store.commitCount() == count + 1)
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("ann")])
    #expect(try store.pwstore("load", "team/b", "x").text == "team/b\n")
  }

  @Test func `gives a folder recipients of its own`() throws {
    let store = try TestStore(["ann", "bob"])
    for key in ["a", "team/b"] { try store.pwstore("save", key, "x=y") }
    let outcome = try store.pwstore("recipients", "-p", "team", "add", "bob@example.org")
    #expect(outcome.status == 0)
    #expect(outcome.errorText.contains("\"team\" now has recipients of its own"))
    #expect(try store.lastMessage() == "Add recipient Bob <bob@example.org> to \"team\".")
    #expect(
      try store.shell("cat store/team/.gpg-id").text
        == "ann@example.org\n\(try store.gpg.fingerprint("bob"))\n")
    #expect(try store.pwstore("who", "a").text.split(separator: "\n").count == 1)
    #expect(try store.pwstore("who", "team/b").text.split(separator: "\n").count == 2)
    #expect(try store.complaints() == "")
    let list = try store.pwstore("recipients").text.split(separator: "\n").map(String.init)
    #expect(list.count == 5 && list[0] == "/" && list[2] == "team/")
  }

  @Test func `refuses keys that cannot be used, with the name, the day and a way out`() throws {
    let store = try TestStore(["ann", "rev"])
    let other = try GPGHome(["unt"])
    try store.gpg.makeExpiredKey("exp")
    try store.gpg.revoke("rev")
    try store.gpg.importKey("unt", from: other)
    try store.gpg.makeKey("twin")
    try store.gpg.makeKey("twin2")
    try store.pwstore("save", "a", "x=y")
    let head = try store.git("rev-parse", "HEAD").text
    for (id, parts) in [
      ("exp@example.org", ["Exp <exp@example.org>", "expired on 2020-12-31", "set-expire"]),
      ("rev@example.org", ["Rev <rev@example.org>", "was revoked on 20", "new key"]),
      ("unt@example.org", ["Unt <unt@example.org>", "belongs to its owner", "lsign-key"]),
      ("nobody@example.org", ["no such key", "gpg --import"]),
      ("Twin", ["several keys", try store.gpg.fingerprint("twin2"), "fingerprint"]),
    ] {
      for folder in ["/", "new"] {
        let outcome = try store.pwstore("recipients", "add", "-p", folder, id)
        #expect(outcome.status == 5, "\(outcome.errorText)")
        for part in parts + [id] {
          #expect(outcome.errorText.contains(part), "\(part): \(outcome.errorText)")
        }
      }
    }
    #expect(try store.git("rev-parse", "HEAD").text == head)
    #expect(try store.complaints() == "")
    #expect(try store.shell("ls store").text == "a.gpg\n")
  }

  @Test func `adds all or none, and leaves groups and subkeys as given`() throws {
    let store = try TestStore(["ann", "bob", "eve"])
    try store.pwstore("save", "a", "x=y")
    #expect(
      try store.pwstore("recipients", "add", "bob@example.org", "nobody@example.org").status == 5)
    #expect(try store.shell("cat store/.gpg-id").text == "ann@example.org\n")
    try store.gpg.configure("group team = bob@example.org eve@example.org")
    let subkey = "\(try store.gpg.fingerprint("bob"))!"
    // The primary key cannot encrypt.
    #expect(try store.pwstore("recipients", "add", subkey).status == 5)
    #expect(try store.pwstore("recipients", "add", "team").status == 0)
    #expect(try store.shell("cat store/.gpg-id").text == "ann@example.org\nteam\n")
    #expect(try store.pwstore("who", "a").text.split(separator: "\n").count == 3)
    let list = try store.pwstore("recipients", "ls")
    #expect(list.status == 0 && list.text.contains("team  ") && list.text.contains("Eve <"))
    let member = try store.pwstore("recipients", "remove", "eve@example.org")
    #expect(member.status == 5 && member.errorText.contains("group \"team\""))
    #expect(try store.pwstore("recipients", "remove", "team").status == 0)
    #expect(try store.pwstore("who", "a").text.split(separator: "\n").count == 1)
    #expect(try store.complaints() == "")
  }

  @Test func `removes somebody, and tells what they could read`() throws {
    let store = try TestStore(["ann", "bob", "eve"])
    for key in ["a", "team/b", "team/c"] { try store.pwstore("save", key, "x=y") }
    try store.pwstore("recipients", "add", "bob@example.org", "eve@example.org")
    try store.pwstore("save", "late", "x=y")
    try store.pwstore("recipients", "remove", "eve@example.org")
    try store.pwstore("save", "a", "x=new")
    let count = try store.commitCount()
    let bob = try store.gpg.fingerprint("bob")
    let outcome = try store.pwstore("recipients", "remove", String(bob.suffix(16)))
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(
      outcome.errorText == """
        removed Bob <bob@example.org> from the store
        a: reencrypted
        late: reencrypted
        team/b: reencrypted
        team/c: reencrypted
        Bob <bob@example.org> could read these entries, and can still read what git's history has:
          a
          late
          team/b
          team/c
        change these secrets; "pwstore rotate" lists them until that is done

        """)
    #expect(try store.commitCount() == count + 1)
    #expect(try store.lastMessage() == "Remove recipient Bob <bob@example.org> from the store.")
    #expect(try store.complaints() == "")
    try store.pwstore("save", "new", "x=y")
    // Nothing that is saved from now on is for them.
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("ann")])
    for key in ["a", "late", "team/b", "new"] {
      #expect(try store.pwstore("load", key).status == 4)
    }
  }

  @Test func `keeps the last recipient, and one whose secret key is here`() throws {
    let store = try TestStore(["ann"])
    let other = try GPGHome(["bob"])
    try store.gpg.importKey("bob", from: other)
    try store.gpg.gpg(["--quick-lsign-key", try other.fingerprint("bob")])
    try store.pwstore("save", "a", "x=y")
    let last = try store.pwstore("recipients", "remove", "ann@example.org")
    #expect(last.status == 5 && last.errorText.contains("last recipient"))
    #expect(try store.pwstore("recipients", "add", "bob@example.org").status == 0)
    let own = try store.pwstore("recipients", "remove", "ann@example.org")
    #expect(own.status == 1 && own.errorText.contains("--force"))
    for id in ["nobody", "eve@example.org", "DEADBEEFDEADBEEF"] {
      #expect(try store.pwstore("recipients", "remove", id).status == 3)
    }
    let none = try store.pwstore("recipients", "remove", "-p", "team", "bob@example.org")
    #expect(none.status == 3 && none.errorText.contains("the store"))
    #expect(try store.pwstore("recipients", "remove", "--force", "ann@example.org").status == 0)
    #expect(try store.pwstore("load", "a").status == 4)
    // What nobody here can decrypt cannot be encrypted anew.
    let head = try store.git("rev-parse", "HEAD").text
    #expect(try store.pwstore("recipients", "add", "ann@example.org").status == 4)
    #expect(try store.git("rev-parse", "HEAD").text == head)
    #expect(try store.complaints() == "")
  }

  @Test func `tells of recipients for programs, and warns of the end of keys`() throws {
    let store = try TestStore(["ann"])
    try store.gpg.makeKey("soon", expires: "10d")
    try store.gpg.makeKey("later", expires: "90d")
    try store.shell(
      "printf 'ann@example.org\\nsoon@example.org\\nlater@example.org\\nnobody@x\\n' >store/.gpg-id"
    )
    let outcome = try store.pwstore("recipients", "--json", "-p", "any/folder")
    #expect(outcome.status == 0)
    let warnings = outcome.errorText.split(separator: "\n").filter { !$0.contains(": hint: ") }
    #expect(warnings.count == 2, "\(warnings)")
    #expect(
      warnings[0].contains("Soon <soon@example.org>") && warnings[0].contains("expires on 20"))
    #expect(warnings[1].contains("\"nobody@x\""))
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output))
    let folder = try #require((json as? [[String: Any]])?.first)
    #expect(folder["folder"] as? String == "")
    let people = try #require(folder["recipients"] as? [[String: Any]])
    #expect(
      people.map { $0["state"] as? String } == ["ok", "expires-soon", "ok", "missing"])
    #expect(people[0]["fingerprint"] as? String == (try store.gpg.fingerprint("ann")))
    #expect(people[3]["fingerprint"] is NSNull && people[0]["expires"] is NSNull)
    #expect(people[1]["name"] as? String == "Soon <soon@example.org>")
  }

  @Test func `believes the user's own trust model`() throws {
    let store = try TestStore(["ann"])
    let other = try GPGHome(["bob"])
    try store.gpg.importKey("bob", from: other)
    try store.shell("echo bob@example.org >>store/.gpg-id")
    #expect(try store.pwstore("recipients").text.contains("[not trusted]"))
    try store.gpg.configure("trust-model always")
    #expect(try !store.pwstore("recipients").text.contains("not trusted"))
  }

  @Test func `signs the list where that is wanted`() throws {
    let store = try TestStore(["ann", "bob"], isInitialized: false)
    var pwstore = store.pwstore
    pwstore.environment["PASSWORD_STORE_SIGNING_KEY"] = try store.gpg.fingerprint("ann")
    try pwstore("init", "ann@example.org")
    #expect(try pwstore("recipients", "add", "bob@example.org").status == 0)
    #expect(try pwstore("save", "a", "x=y").status == 0)
    #expect(try pwstore("recipients", "add", "-p", "d", "bob@example.org").status == 0)
    #expect(try pwstore("recipients", "remove", "bob@example.org").status == 0)
    #expect(try pwstore("save", "a", "x=y").status == 0)
    #expect(try store.complaints() == "")
    try store.shell("echo eve@example.org >>store/.gpg-id")
    for verb in [["ls"], ["add", "bob@example.org"], ["remove", "ann@example.org"]] {
      let words = (["recipients"] + verb).map { Array($0.utf8) }
      #expect(try pwstore.run(words).status == 10)
    }
  }

  @Test(arguments: [
    ["bob@example.org"], ["add"], ["remove"], ["ls", "x"], ["add", "x", "--json"],
    ["add", "x", "--force"],
  ])
  func `explains how it is used`(words: [String]) throws {
    let store = try TestStore()
    let outcome = try store.pwstore.run((["recipients"] + words).map { Array($0.utf8) })
    let usage = words.contains("--json") ? #""reason":"usage""# : "usage:"
    #expect(outcome.status == 2 && outcome.errorText.contains(usage))
  }
}
