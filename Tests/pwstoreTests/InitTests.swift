import Fixtures
import Foundation
import Testing

@Suite struct InitTests {
  @Test func `makes a store, and a repository unless told not to`() throws {
    for (name, options, isVersioned) in [
      ("pwstore", [], true), ("pwstore", ["--no-git"], false), ("pass", [], false),
      ("pass", ["--git"], true),
    ] as [(String, [String], Bool)] {
      let store = try TestStore(isInitialized: false)
      var pwstore = store.pwstore
      pwstore.name = name
      let outcome = try pwstore.run(
        (["init"] + options + ["ann@example.org"]).map { Array($0.utf8) })
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(outcome.text == "Password store initialized for ann@example.org\n")
      let files = try run(["ls", "-A", store.root]).text
      let keys = name == "pass" ? "" : ".public-keys\n"
      #expect(files == (isVersioned ? ".git\n.gitattributes\n.gpg-id\n" : ".gpg-id\n") + keys)
      #expect(try store.shell("cat store/.gpg-id").text == "ann@example.org\n")
      if isVersioned {
        #expect(try store.lastMessage() == "Set GPG id to ann@example.org.")
        #expect(try store.complaints() == "")
      }
    }
  }

  @Test func `takes what is there into a new repository`() throws {
    let store = try TestStore(isVersioned: false)
    try store.pwstore("save", "d/a", "x=y")
    #expect(try store.pwstore("init", "ann@example.org").status == 0)
    #expect(
      try store.git("ls-files").text
        == ".gitattributes\n.gpg-id\n.public-keys/\(try store.gpg.fingerprint("ann")).asc\nd/a.gpg\n"
    )
    #expect(try store.complaints() == "")
  }

  @Test func `commits later what a failed first commit has left`() throws {
    let store = try TestStore(isVersioned: false)
    try store.pwstore("save", "a", "x=y")
    try store.shell(
      "git config --global --unset user.email; git config --global user.useConfigOnly true")
    #expect(try store.pwstore("init", "ann@example.org").status == 1)
    try store.shell("git config --global user.email tester@example.org")
    #expect(try store.pwstore("init", "ann@example.org").status == 0)
    #expect(try store.complaints() == "")
  }

  @Test func `leaves a repository around the store alone`() throws {
    let store = try TestStore(isInitialized: false)
    try store.shell("git init -q . && git commit -q --allow-empty -m around")
    try store.shell("GIT_DIR=$PWD/.git GIT_WORK_TREE=$PWD \"$PW\" init --no-git ann@example.org")
    #expect(try store.shell("GIT_DIR=$PWD/.git \"$PW\" save a x=y").status == 0)
    #expect(try store.shell("git rev-list --count HEAD; git ls-files").text == "1\n")
    #expect(try store.pwstore("init", "ann@example.org").status == 0)
    #expect(try store.pwstore("save", "b", "x=y").status == 0)
    #expect(try store.shell("git rev-list --count HEAD; git ls-files").text == "1\n")
    #expect(try store.lastMessage() == "Save b.")
  }

  @Test func `encrypts anew what needs it, and commits all at once`() throws {
    let store = try TestStore(["ann", "bob"])
    for key in ["a", "d/b", "own/c"] { try store.pwstore("save", key, "x=\(key)") }
    #expect(try store.pwstore("init", "-p", "own", "ann@example.org").status == 0)
    let own = try readFile("\(store.root)/own/c.gpg")
    let count = try store.commitCount()
    let outcome = try store.pwstore("init", "ann@example.org", "bob@example.org")
    #expect(outcome.status == 0)
    #expect(outcome.errorText == "a: reencrypted\nd/b: reencrypted\n")
    #expect(try store.commitCount() == count + 1)
    #expect(try store.lastMessage() == "Set GPG id to ann@example.org, bob@example.org.")
    #expect(try readFile("\(store.root)/own/c.gpg") == own)
    #expect(try store.complaints() == "")
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("ann")])
    #expect(try store.pwstore("load", "d/b", "x").text == "d/b\n")
    #expect(try store.pwstore("load", "own/c").status == 4)
    // Nothing needs it any more.
    #expect(try store.pwstore("init", "ann@example.org", "bob@example.org").errorText == "")
    #expect(try store.commitCount() == count + 1)
  }

  @Test func `changes nothing if an id cannot be used`() throws {
    let store = try TestStore()
    try store.pwstore("save", "a", "x=y")
    let before = try store.shell("sha256sum store/.gpg-id store/a.gpg; git -C store rev-parse HEAD")
      .text
    for ids in [["nobody@example.org"], ["ann@example.org", "nobody@example.org"], ["a#b"]] {
      let outcome = try store.pwstore.run((["init"] + ids).map { Array($0.utf8) })
      #expect(outcome.status == 5)
      #expect(
        outcome.errorText.contains("\"\(ids.last ?? "")\"")
      )
    }
    #expect(try store.pwstore("init").status == 2)
    #expect(
      try store.shell("sha256sum store/.gpg-id store/a.gpg; git -C store rev-parse HEAD").text
        == before)
    #expect(try store.complaints() == "")
  }

  @Test func `uses the nearest recipients`() throws {
    let store = try TestStore(["ann", "bob"])
    #expect(try store.pwstore("init", "-p", "team/x", "bob@example.org").status == 0)
    #expect(try store.lastMessage() == "Set GPG id to bob@example.org (team/x).")
    for key in ["team/a", "team/x/b", "team/x/new/c", "team/xy/d"] {
      #expect(try store.pwstore("save", key, "x=y").status == 0)
    }
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("ann")])
    for (key, status) in [("team/a", 4), ("team/x/b", 0), ("team/x/new/c", 0), ("team/xy/d", 4)] {
      #expect(try store.pwstore("load", key).status == status)
    }
  }
}
