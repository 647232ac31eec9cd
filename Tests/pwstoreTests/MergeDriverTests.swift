import Fixtures
import Foundation
import Testing

/// Plain git between two machines, which merges entries by us.
@Suite struct MergeDriverTests {
  private static let old = "old\nusername: alice\nurl: https://example.org\n"
  private static let merged = "new\nusername: bob\nurl: https://example.org\n"

  /// A store where Ann has changed and pushed the password, and Bob has changed
  /// the user name, which he has not pushed.
  private func changed(key: String = "mail/alice") throws -> SharedStores {
    let stores = try SharedStores([(key, Self.old)])
    #expect(try stores.ann.pwstore("set", "--", key, "password=new").status == 0)
    try stores.ann.exchange()
    #expect(try stores.bob.pwstore("set", "--", key, "username=bob").status == 0)
    return stores
  }

  @Test(
    arguments: [
      "pull -q --no-rebase --no-edit", "pull -q --rebase", "fetch -q; $G cherry-pick origin/main",
      "fetch -q; $G merge -q --no-edit origin/main", "fetch -q; $G rebase -q origin/main",
    ])
  func `both changes survive`(command: String) throws {
    let stores = try changed()
    let outcome = try stores.bob.shell("G='setsid -w git -C store'; $G \(command)")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try stores.bob.load("mail/alice") == Self.merged)
    #expect(try stores.bob.git("status", "--porcelain", "--ignored").text == "")
    #expect(
      try stores.bob.recipients(of: "mail/alice") == [
        "Ann <ann@example.org>", "Bob <bob@example.org>",
      ])
  }

  @Test func `a stash is merged`() throws {
    let stores = try SharedStores([("a", Self.old)])
    try stores.bob.pwstore("set", "a", "username=bob")
    // What is committed becomes a change of the work tree.
    try stores.bob.git("reset", "-q", "--soft", "HEAD~1")
    #expect(try stores.bob.git("stash", "-q").status == 0)
    try stores.bob.pwstore("set", "a", "password=new")
    #expect(try stores.bob.git("stash", "pop", "-q").status == 0)
    #expect(try stores.bob.load("a") == Self.merged)
  }

  @Test(arguments: ["it's \"me\" $HOME", "-m", "a  b/ -x", "100%A", "#é"])
  func `any name is merged`(key: String) throws {
    let stores = try changed(key: key)
    let outcome = try stores.bob.git("pull", "-q", "--no-rebase", "--no-edit")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try stores.bob.load(key) == Self.merged)
  }

  @Test func `a real conflict is git's, with the work tree as it was`() throws {
    let stores = try SharedStores([("a b", Self.old)])
    try stores.ann.pwstore("set", "a b", "password=new", "url=x")
    try stores.ann.exchange()
    try stores.bob.pwstore("set", "a b", "password=other", "username=bob")
    let outcome = try stores.bob.git("pull", "-q", "--no-rebase", "--no-edit")
    #expect(outcome.status == 1)
    #expect(
      outcome.errorText.contains(
        "pwstore: conflict in \"a b\": both sides have changed \"password\"\n"
          + "pwstore: hint: choose with \"pwstore resolve 'a b'\"\n"))
    #expect(try stores.bob.load("a b") == "other\nusername: bob\nurl: https://example.org\n")
    #expect(try stores.bob.git("ls-files", "-u").text.split(separator: "\n").count == 3)
    #expect(try stores.bob.git("status", "--porcelain").text == "UU \"a b.gpg\"\n")
  }

  @Test func `an entry that both have made is merged`() throws {
    let stores = try SharedStores()
    try stores.ann.save("a", "p\nurl: x\n")
    try stores.ann.exchange()
    try stores.bob.save("a", "p\nuser: y\n")
    #expect(try stores.bob.git("pull", "-q", "--no-rebase", "--no-edit").status == 0)
    #expect(try stores.bob.load("a") == "p\nuser: y\nurl: x\n")
  }

  @Test(arguments: [true, false])
  func `a removed recipient stays removed, and a new one waits for the list`(isBob: Bool) throws {
    let stores = try changed()
    let one = isBob ? stores.bob : stores.ann
    try one.shell(
      "gpg --batch -q --pinentry-mode loopback --passphrase '' --quick-gen-key"
        + " 'Cid <cid@example.org>' future-default")
    try one.git("branch", "side", "HEAD~1")
    let mine = isBob ? "bob@example.org" : "ann@example.org"
    #expect(try one.pwstore("init", mine, "cid@example.org").status == 0)
    try one.git("checkout", "-q", "side")
    try one.pwstore("set", "mail/alice", "url=y")
    let outcome = try one.git("merge", "-q", "--no-edit", "main")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try one.load("mail/alice").contains("url: y\n"))
    // Only the list of the work tree can say that the ciphertext's new one is wanted.
    #expect(
      try one.recipients(of: "mail/alice").map { $0.prefix(3) } == [isBob ? "Bob" : "Ann"])
  }

  @Test func `a merge takes three private-key operations`() throws {
    let stores = try changed()
    try stores.bob.save("untouched", "x")
    let calls = try stores.bob.shell(
      """
      strace -f -qq -e trace=execve -o trace git -C store pull -q --no-rebase --no-edit > log
      grep -c '"--decrypt"' trace; grep -c '"--encrypt"' trace
      """)
    #expect(calls.text == "3\n1\n")
    #expect(try stores.bob.load("mail/alice") == Self.merged)
  }

  @Test func `what cannot be decrypted is left to a person`() throws {
    let stores = try changed()
    try stores.bob.shell(
      "gpg --batch --yes -q --delete-secret-keys $(gpg --list-keys --with-colons bob | sed -n '/^fpr/{s/.*:\\(.*\\):/\\1/p;q}')"
    )
    let before = try stores.bob.shell("sha256sum store/mail/alice.gpg").text
    let outcome = try stores.bob.git("pull", "-q", "--no-rebase", "--no-edit")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("pwstore: cannot merge \"mail/alice\": cannot decrypt"))
    #expect(try stores.bob.shell("sha256sum store/mail/alice.gpg").text == before)
  }

  @Test func `no key is used where one side only has changed`() throws {
    let stores = try SharedStores([("a", Self.old), ("b", Self.old)])
    for (names, expected) in [("a b b", "b"), ("a a b", "b"), ("a b a", "b"), ("none b b", "b")] {
      let files = names.split(separator: " ").map { $0 == "none" ? "none" : "\($0).gpg" }
      let outcome = try stores.ann.shell(
        """
        cp store/*.gpg .; touch none
        cp \(files[0]) O; cp \(files[1]) A; cp \(files[2]) B
        GNUPGHOME=/none "$PW" git-merge-driver O A B x.gpg; echo $?; cmp A \(expected).gpg
        """)
      #expect(outcome.text == "0\n", "\(names): \(outcome.errorText)")
    }
  }

  @Test func `what the user has settled in git stays`() throws {
    let store = try TestStore(isInitialized: false)
    try store.shell("git init -q store; echo '*.gpg diff=gpg' > store/.gitattributes")
    #expect(try store.pwstore("init", "ann@example.org").status == 0)
    #expect(try store.shell("cat store/.gitattributes").text == "*.gpg diff=gpg\n")
    #expect(try store.shell("cat store/.git/info/attributes").text == "*.gpg merge=pwstore\n")
    let driver = try store.git("config", "merge.pwstore.driver").text
    #expect(driver.hasSuffix("pwstore git-merge-driver %O %A %B %P\n"))

    // Ours of old becomes ours of now; another one's choice does not.
    for (old, new) in [
      ("*.gpg diff=gpg -text merge=binary", "*.gpg diff=gpg -text merge=pwstore"),
      ("*.gpg -merge", "*.gpg -merge"),
    ] {
      try store.shell("rm store/.git/info/attributes; echo '\(old)' > store/.gitattributes")
      #expect(try store.pwstore("git", "init").status == 0)
      #expect(try store.shell("cat store/.gitattributes").text == new + "\n")
      #expect(try store.shell("cat store/.git/info/attributes").status == 1)
    }
  }
}
