import Fixtures
import Foundation
import Testing

/// Who can read what after a sync, what it costs, and what an accident leaves.
@Suite struct SyncSafetyTests {
  static let entry = "one\nuser: ann\nurl: x\n"

  @Test func `keeps from a former recipient what others save meanwhile`() throws {
    let stores = try Machines(["ann", "bob", "carl"], saving: ["a": Self.entry, "b": Self.entry])
    let (ann, bob, carl) = (stores.machines[0], stores.machines[1], stores.machines[2])
    try ann.must("recipients", ["remove", "carl@example.org"])
    try ann.must("sync")
    // Bob does not know of it yet.
    try bob.must("set", ["a", "password=new"])
    try bob.must("save", ["c", "password=secret"])
    let outcome = try bob.must("sync")
    #expect(outcome.errorText.contains("reencrypted a, c"))
    try carl.must("sync")
    for key in ["a", "b", "c"] {
      #expect(try carl.pwstore("load", key).status == 4)
      #expect(try bob.pwstore("load", key).status == 0)
    }
    try ann.must("sync")
    #expect(try ann.text(of: "a") == "new\nuser: ann\nurl: x\n")
    // What was pushed is encrypted as it should be, at each commit since.
    let who = try carl.must("who", ["--can", "carl@example.org"]).text
    #expect(who == "")
  }

  @Test func `encrypts anew what came through git itself`() throws {
    let stores = try Machines(["ann", "bob", "carl"], saving: ["a": Self.entry])
    let (ann, bob, carl) = (stores.machines[0], stores.machines[1], stores.machines[2])
    try ann.must("recipients", ["remove", "carl@example.org"])
    try ann.must("sync")
    try bob.must("save", ["c", "password=secret"])
    try bob.git("pull", "--quiet", "--no-rebase", "--no-edit")
    try bob.git("push", "--quiet")
    let outcome = try ann.must("sync")
    #expect(outcome.errorText.contains("reencrypted c"))
    try carl.must("sync")
    #expect(try carl.pwstore("load", "c").status == 4)
    #expect(try ann.text(of: "c") == "secret\n")
  }

  @Test func `merges lists of recipients as sets`() throws {
    let stores = try Machines(["ann", "bob", "carl", "dora"], saving: ["a": Self.entry])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.must("recipients", ["remove", "carl@example.org"])
    try bob.must("recipients", ["remove", "dora@example.org"])
    try ann.must("sync")
    try bob.must("sync")
    try ann.must("sync")
    for machine in [ann, bob] {
      let list = try readFile("\(machine.root)/.gpg-id")
      #expect(String(decoding: list, as: UTF8.self) == "ann@example.org\nbob@example.org\n")
      #expect(try machine.text(of: "a") == Self.entry)
    }
    for machine in stores.machines[2...] {
      try machine.must("sync")
      #expect(try machine.pwstore("load", "a").status == 4)
    }
  }

  @Test func `takes no list of recipients that is not signed, if it has to be`() throws {
    let stores = try Machines(saving: ["a": Self.entry])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.shell(
      "cd store && echo eve@example.org >> .gpg-id && git commit -qam Eve && git push -q")
    var strict = bob.pwstore
    strict.environment["PASSWORD_STORE_SIGNING_KEY"] = try bob.gpg.fingerprint("ann")
    let head = try bob.git("rev-parse", "HEAD").text
    let outcome = try strict("sync")
    #expect(outcome.status == 10)
    #expect(outcome.errorText.contains(".gpg-id"))
    #expect(try bob.git("rev-parse", "HEAD").text == head)
    #expect(try bob.complaints() == "")
  }

  @Test func `takes only what a recipient has signed, if it is to`() throws {
    let stores = try Machines(saving: ["a": Self.entry])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try bob.git("config", "pwstore.requireSigned", "true")
    try ann.must("set", ["a", "user=x"])
    try ann.must("sync")
    let outcome = try bob.pwstore("sync")
    #expect(outcome.status == 10)
    let commit = try ann.git("rev-parse", "--short=12", "HEAD").text.trimmingCharacters(
      in: .newlines)
    #expect(outcome.errorText.contains(commit))
    #expect(outcome.errorText.contains("Ann <tester@example.org>"))
    #expect(outcome.errorText.contains("it is not signed"))
    #expect(try bob.text(of: "a") == Self.entry)
    // Once it is signed, it is welcome; but not by just anybody.
    try ann.git("config", "user.signingKey", try ann.gpg.fingerprint("ann"))
    try ann.git("commit", "--quiet", "--amend", "--no-edit", "--gpg-sign")
    try ann.git("push", "--quiet", "--force")
    try bob.git("fetch", "--quiet")
    try bob.must("sync")
    #expect(try bob.text(of: "a")?.contains("user: x") == true)
    let eve = try ann.gpg.makeKey("eve")
    try bob.gpg.gpg(["--import"], input: ann.gpg.gpg(["--export", eve]).output)
    try ann.git("config", "user.signingKey", eve)
    try ann.git("config", "commit.gpgSign", "true")
    try ann.must("set", ["a", "user=y"])
    try ann.must("sync")
    let refused = try bob.pwstore("sync")
    #expect(refused.status == 10)
    #expect(refused.errorText.contains("none of the recipients"))
  }

  @Test func `decrypts no more than three times for an entry, and nothing for others`() throws {
    let stores = try Machines(saving: ["a": Self.entry, "b": Self.entry, "c": Self.entry])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    #expect(try bob.gpgCalls { try $0("sync") } == [:])
    try ann.must("set", ["a", "user=x"])
    try ann.must("set", ["b", "user=x"])
    try bob.must("set", ["a", "url=y"])
    try bob.must("set", ["c", "url=y"])
    try ann.must("sync")
    let calls = try bob.gpgCalls { try $0("sync") }
    #expect(calls["decrypt"] == 3)
    #expect(try bob.text(of: "a") == "one\nuser: x\nurl: y\n")
    #expect(try ann.gpgCalls { try $0("sync") }["decrypt"] == nil)
    #expect(try ann.gpgCalls { try $0("sync") } == [:])
  }

  @Test(arguments: ["--ours", "--theirs", "--both", "--newest"])
  func `ends conflicts as the option says`(option: String) throws {
    let stores = try Machines(saving: ["a": Self.entry, "b": Self.entry])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    for (machine, letter) in [(ann, "A"), (bob, "B")] {
      try machine.must("set", ["a", "password=\(letter)"])
      try machine.must("set", ["b", "user=\(letter)"])
    }
    try ann.must("sync")
    let listed = try bob.pwstore("sync", "--json")
    #expect(listed.status == 7)
    let object = try JSONSerialization.jsonObject(with: Data(listed.output)) as? [String: Any]
    let conflicts = object?["conflicts"] as? [[String: Any]]
    #expect(conflicts?.compactMap { $0["key"] as? String } == ["a", "b"])
    #expect(conflicts?.compactMap { $0["field"] as? String } == ["password", "user"])
    #expect(!listed.text.contains("\"A\""))
    try bob.must("sync", [option])
    try ann.must("sync")
    let password = try ann.must("load", ["a", "password"]).text
    switch option {
    case "--ours": #expect(password == "B\n")
    case "--theirs": #expect(password == "A\n")
    case "--newest": #expect(["A\n", "B\n"].contains(password))
    default:
      #expect(password == "B\n")
      #expect(try ann.text(of: "a")?.contains("password (theirs, ") == true)
      #expect(try ann.text(of: "b")?.contains("user (theirs, ") == true)
    }
    #expect(try ann.text(of: "b") == bob.text(of: "b"))
  }

  @Test func `asks on a terminal, and shows values only if it is to`() throws {
    let stores = try Machines(saving: ["a": Self.entry, "b": Self.entry, "c": Self.entry])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    for (machine, letter) in [(ann, "ANNS"), (bob, "BOBS")] {
      for key in ["a", "b", "c"] { try machine.must("set", [key, "password=\(letter)"]) }
    }
    try ann.must("sync")
    let head = try bob.git("rev-parse", "HEAD").text
    let first = try bob.pwstore.onTerminal("sync")
    try first.wait(for: "uit:")
    #expect(!first.shown.contains("ANNS") && !first.shown.contains("BOBS"))
    #expect(first.shown.contains("Ann <"))
    first.type("\u{3}")
    #expect([7, 130].contains(try first.end()))
    #expect(try bob.git("rev-parse", "HEAD").text == head)

    let second = try bob.pwstore.onTerminal("sync")
    try second.wait(for: "uit:")
    second.type("s\n")
    try second.wait(for: "ANNS")
    try second.wait(for: "uit:")
    second.type("t\n")
    try second.wait(for: "uit:")
    second.type("b\n")
    try second.wait(for: "uit:")
    second.type("e\n")
    try second.wait(for: "New value")
    second.type("third\n")
    #expect(try second.end() == 0)
    #expect(try bob.must("load", ["a", "password"]).text == "ANNS\n")
    #expect(try bob.must("load", ["b", "password"]).text == "BOBS\n")
    #expect(try bob.text(of: "b")?.contains(": ANNS\n") == true)
    #expect(try bob.must("load", ["c", "password"]).text == "third\n")
  }

  @Test func `leaves all as it was when the disk is full`() throws {
    let stores = try Machines(saving: ["a": Self.entry])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    let big = String(repeating: "0123456789abcdef", count: 100_000)
    try ann.must("save", ["big", "-m"], input: big)
    try ann.must("set", ["a", "user=x"])
    try ann.must("sync")
    let outcome = try bob.shell(
      #"""
      unshare -rm bash -c '
        mkdir small && mount -t tmpfs -o size=9m tmpfs small && cp -a store small/ &&
        dd if=/dev/zero of=small/fill bs=1k 2> /dev/null; truncate -s -2500k small/fill
        "$PW" --store "$PWD/small/store" sync 2> err; echo $?
        rm small/fill; "$PW" --store "$PWD/small/store" sync 2>> err; echo $?
        "$PW" --store "$PWD/small/store" load a user; git -C small/store status --porcelain
        git -C small/store fsck --no-dangling 2>> err'
      """#)
    guard !outcome.errorText.contains("unshare") else { return }
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 3 && lines[0] != "0", "\(outcome.text) \(outcome.errorText)")
    #expect(lines.dropFirst() == ["0", "x"])
  }
}
