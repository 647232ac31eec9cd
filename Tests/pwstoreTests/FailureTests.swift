import Fixtures
import Foundation
import Testing

/// What goes wrong with keys and repositories, as the user sees it.
@Suite struct FailureTests {
  @Test func `names the recipient, and what is wrong with the key`() throws {
    let store = try TestStore(["ann", "rev", "dis"])
    let gpg = store.gpg
    try gpg.gpg([
      "--faked-system-time", "20200101T000000", "--pinentry-mode", "loopback", "--passphrase", "",
      "--quick-gen-key", "Exp <exp@example.org>", "future-default", "default", "1y",
    ])
    try gpg.gpg([
      "--pinentry-mode", "loopback", "--passphrase", "", "--quick-gen-key",
      "Sig <sig@example.org>", "ed25519", "sign", "never",
    ])
    try store.shell(
      """
      sed 's/^:-----/-----/' "$GNUPGHOME/openpgp-revocs.d/\(try gpg.fingerprint("rev")).rev" | gpg -q --batch --import
      """)
    try gpg.gpg(
      ["--command-fd", "0", "--edit-key", "dis@example.org"], input: Array("disable\nsave\n".utf8))
    let other = try GPGHome(["unt"])
    try gpg.gpg(["--import"], input: try other.gpg(["--export"]).output)

    try store.pwstore("save", "a", "x=old")
    let before = try readFile("\(store.root)/a.gpg")
    for (name, reason) in [
      ("exp", #"of "Exp <exp@example.org>" expired on 2020-12-31"#),
      ("rev", #"of "Rev <rev@example.org>" was revoked on 20"#), ("dis", "disabled"),
      ("unt", "nothing shows that the key of"),
      ("sig", "cannot be used for that"), ("nobody", "there is no such key"),
    ] {
      try "ann@example.org\n\(name)@example.org\n".write(
        toFile: "\(store.root)/.gpg-id", atomically: true, encoding: .utf8)
      let outcome = try store.pwstore("save", "a", "x=new")
      #expect(outcome.status == 5, "\(name)")
      let line = outcome.errorText.split(separator: "\n").first ?? ""
      #expect(line.contains("\"\(name)@example.org\"") && line.contains(reason), "\(line)")
      #expect(try readFile("\(store.root)/a.gpg") == before)
      // Reading goes on.
      #expect(try store.pwstore("load", "a", "x").text == "old\n")
    }
  }

  @Test func `tells why an entry cannot be decrypted`() throws {
    let store = try TestStore(["ann", "bob"])
    _ = try store.gpg.makeLockedKey("pas", passphrase: "sesame")
    try store.pwstore("save", "a", "x=y")
    try store.pwstore("init", "-p", "locked", "pas@example.org")
    try store.pwstore("save", "locked/b", "x=y")
    let locked = try store.shell("setsid -w \"$PW\" load locked/b")
    #expect(locked.status == 4 && locked.output.isEmpty)
    #expect(locked.errorText.contains("\"locked/b\""))

    try store.shell(
      "head -c 60 store/a.gpg > store/cut.gpg; echo text > store/text.gpg; : > store/empty.gpg")
    try store.shell(
      "cp store/a.gpg store/bent.gpg; printf X | dd of=store/bent.gpg bs=1 seek=$(($(stat -c %s store/a.gpg) - 30)) conv=notrunc 2> dd"
    )
    for key in ["cut", "text", "empty", "bent"] {
      let outcome = try store.pwstore("load", key)
      #expect(outcome.status == 10, "\(key): \(outcome.errorText)")
      #expect(outcome.output.isEmpty && outcome.errorText.contains("\"\(key)\""))
    }
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("ann")])
    let foreign = try store.pwstore("load", "a")
    #expect(foreign.status == 4 && foreign.output.isEmpty)
    #expect(foreign.errorText.contains("secret"))
  }

  @Test func `lets the pinentry ask on the terminal, even if output is redirected`() throws {
    let store = try TestStore(["ann"])
    _ = try store.gpg.makeLockedKey("pas", passphrase: "sesame")
    try store.pwstore("init", "-p", "locked", "pas@example.org")
    try store.pwstore("save", "locked/b", "x=y")
    try "s2k-count 65536\npinentry-program /usr/bin/pinentry-curses\n".write(
      toFile: "\(store.gpg.path)/gpg-agent.conf", atomically: true, encoding: .utf8)
    try run(["gpgconf", "--kill", "gpg-agent"], environment: store.pwstore.environment)
    var environment = store.pwstore.environment
    environment["TERM"] = "xterm"
    environment["PW"] = Pwstore.path
    for (typed, status) in [("wrong", 4), ("sesame", 0)] as [(String, Int32)] {
      let terminal = try PseudoTerminal(
        running: "/bin/sh",
        ["sh", "-c", "\"$PW\" load locked/b x < /dev/null > \(store.home)/out"],
        environment: environment)
      // A wrong passphrase is asked for three times.
      for _ in 1...(typed == "wrong" ? 3 : 1) {
        try terminal.wait(for: "Passphrase:")
        terminal.type("\(typed)\r")
      }
      #expect(try terminal.end() == status, "\(terminal.shown)")
      #expect(try readFile("\(store.home)/out") == (status == 0 ? Array("y\n".utf8) : []))
    }
  }

  @Test func `says that an entry is not text`() throws {
    let store = try TestStore()
    try store.pwstore("save", "a", input: [0, 1, 2])
    for words in [
      ["load", "a", "x"], ["load", "a", "--json"], ["set", "a", "x=y"], ["unset", "a", "x"],
    ] {
      let outcome = try store.pwstore.run(words.map { Array($0.utf8) })
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.errorText.contains("not text"))
    }
    #expect(try store.pwstore("load", "a").output == [0, 1, 2])
  }

  @Test(.enabled(if: getuid() == 0, "files can be given away"))
  func `explains why git refuses another user's repository`() throws {
    let store = try TestStore()
    try store.shell("chown -R 65534:65534 store")
    let outcome = try store.pwstore("save", "a", "x=y")
    #expect(outcome.status == 1 && outcome.errorText.contains("safe.directory"))
    #expect(try store.pwstore("load", "a", "x").text == "y\n")
    try store.shell("git config --global --add safe.directory \"$PWD/store\"")
    #expect(try store.pwstore("save", "a", "x=z").status == 0)
    #expect(try store.lastMessage() == "Save a.")
  }

  @Test func `tells that git ignores an entry`() throws {
    let store = try TestStore()
    try "*.gpg\n".write(toFile: "\(store.root)/.gitignore", atomically: true, encoding: .utf8)
    let outcome = try store.pwstore("save", "a", "x=y")
    #expect(outcome.status == 1 && outcome.errorText.contains("ignore"))
    #expect(outcome.errorText.contains("add -f"))
    #expect(try store.pwstore("load", "a", "x").text == "y\n")
  }

  @Test func `writes nothing beside a bare repository`() throws {
    let store = try TestStore()
    try store.git("config", "core.bare", "true")
    let outcome = try store.pwstore("save", "a", "x=y")
    #expect(outcome.status == 1 && outcome.errorText.contains("bare"))
    #expect(try store.pwstore("load", "a").status == 3)
  }

  @Test func `runs a hook as the shell would`() throws {
    let store = try TestStore()
    try store.shell(
      "cd store/.git/hooks; echo 'echo ran > ../ran' > pre-commit; chmod +x pre-commit")
    #expect(try store.pwstore("save", "a", "x=y").status == 0)
    #expect(try store.shell("cat ran").text == "ran\n")
  }

  @Test func `gives the cause when git cannot sign`() throws {
    let store = try TestStore()
    try store.shell(
      "cd store; git config commit.gpgSign true; git config gpg.format ssh; git config user.signingKey /nonexist"
    )
    let outcome = try store.pwstore("save", "a", "x=y")
    #expect(outcome.status == 1 && outcome.errorText.contains("/nonexist"))
  }

  @Test func `commits to the innermost repository`() throws {
    let store = try TestStore()
    try store.shell("git init -q store/team && git -C store/team commit -q --allow-empty -m inner")
    let count = try store.commitCount()
    #expect(try store.pwstore("save", "team/deep/x", "x=y").status == 0)
    #expect(try store.commitCount() == count)
    #expect(
      try store.shell("git -C store/team log -1 --format=%s; git -C store/team status --porcelain")
        .text == "Save team/deep/x.\n")
  }

  @Test(arguments: ["sha256", "detached", "worktree", "unborn", "hidden index"])
  func `commits in every kind of repository`(kind: String) throws {
    let store = try TestStore(isInitialized: false)
    let setUp: [String: String] = [
      "sha256": "git init -q --object-format=sha256 store",
      "detached":
        "git init -q store && cd store && git commit -q --allow-empty -m x && git checkout -q --detach",
      "worktree":
        "git init -q base && git -C base commit -q --allow-empty -m x && git -C base worktree add -q -b pw ../store",
      "unborn": "git init -q store && git -C store checkout -q --orphan other",
      "hidden index":
        "git init -q store && cd store && git commit -q --allow-empty -m x && git update-index --split-index",
    ]
    #expect(try store.shell("set -e; \(setUp[kind] ?? "false")").status == 0)
    #expect(try store.pwstore("init", "ann@example.org").status == 0)
    let count = try store.commitCount()
    #expect(try store.pwstore("save", "d/a", "x=y").status == 0)
    #expect(try store.pwstore("set", "d/a", "x=z").status == 0)
    #expect(try store.pwstore("delete", "d/a").status == 0)
    #expect(try store.commitCount() == count + 3)
    #expect(try store.lastMessage() == "Remove d/a from store.")
    #expect(try store.complaints() == "")
  }
}
