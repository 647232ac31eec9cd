import Fixtures
import Foundation
import Testing

/// mv, cp and rm, beside real pass and for themselves.
@Suite struct MovingTests {
  private static let setUp = """
    add() { for name in "$@"; do printf '%s\\n' "$name" | pass insert -m "$name"; done; }
    pass init -p team bob@example.org
    add site site/user comm/t1 comm/t2/u communication/t3 team/x e/only
    mkdir -p "$S/e/.sub"; echo notes >"$S/comm/notes.txt"; echo hidden >"$S/comm/.hidden"
    ln -s t1.gpg "$S/comm/link.gpg"; pass git add -A; pass git commit -qm more
    """

  @Test(arguments: [
    """
    status pass mv site new; status pass mv new a/b/c/; status pass mv a/b/c/new a/b/d
    status pass mv site/ site; status pass mv e/only e/other; status pass mv e/other x/
    status pass mv site/user /; status pass mv comm/t2 .
    status pass mv nothing new; status pass mv comm/t1 ../x 2>/dev/null
    """,
    """
    status pass mv comm email; status pass mv email/ post/; status pass mv post e/email
    status pass mv e a; status pass mv a communication/t3
    status pass mv site communication; status pass mv communication/site site
    """,
    """
    status pass mv comm/t1 comm/T1; status pass mv comm/T1 team/t1; status pass mv team/x y
    status pass mv comm team; status pass mv team moved; status pass rename moved/ comm/t2
    status pass mv y comm/
    """,
    """
    status pass mv comm/link link; status pass mv -f comm/t1 comm/t2/u
    status pass mv comm/t2/u team/x
    status pass mv --force /e/only /n/t1; status pass mv comm comm/sub; status pass mv comm comm
    status pass mv site site; status pass mv site/ site/
    status pass mv -- n/t1 -x; status pass mv -- -x 'é \"%s'
    """,
  ])
  func `moves as pass does`(script: String) throws {
    let twins = try SideBySide(["ann", "bob"], setUp: Self.setUp)
    let differences = try twins.differences(after: script + "\npass git status --porcelain")
    #expect(differences.isEmpty, "\(differences)")
  }

  @Test(arguments: [
    """
    status pass cp site new; status pass cp site/ new; status pass cp comm email
    status pass copy comm/ email/; status pass cp comm e; status pass cp site comm
    """,
    """
    status pass cp comm/t1 team/t1; status pass cp comm team; status pass cp team/x y
    status pass cp team copy; status pass cp -f comm/t1 comm/t2/u; status pass cp nothing x
    status pass cp site site; status pass cp comm/link link; status pass cp comm/t1 a/b/
    """,
  ])
  func `copies as pass does`(script: String) throws {
    let twins = try SideBySide(["ann", "bob"], setUp: Self.setUp)
    let differences = try twins.differences(after: script + "\npass git status --porcelain")
    #expect(differences.isEmpty, "\(differences)")
  }

  @Test(arguments: [
    """
    status pass rm site; status pass rm -r site/; status pass remove --force comm/t2/u
    status pass rm -rf e/only/; status pass delete -f e/only; status pass rm comm/link; status pass rm nothing
    status pass rm -f /comm/t1; status pass rm -f team/x
    """,
    """
    status pass rm -rf comm; status pass rm -rf team/; status pass rm -r site; status pass rm -rf site/
    """,
  ])
  func `removes as pass does`(script: String) throws {
    let twins = try SideBySide(["ann", "bob"], setUp: Self.setUp)
    let differences = try twins.differences(after: script + "\npass git status --porcelain")
    #expect(differences.isEmpty, "\(differences)")
  }

  @Test func `says that a folder needs -r, and spares the whole store`() throws {
    let store = try TestStore()
    try store.pwstore("save", "d/a", "x=y")
    for (words, status) in [
      (["rm", "-f", "d"], 2), (["rm", "-rf", "/"], 2), (["rm", "-rf", ""], 2),
    ] {
      #expect(try store.pwstore.run(words.map { Array($0.utf8) }).status == Int32(status))
    }
    #expect(try store.pwstore("load", "d/a", "x").text == "y\n")
    try store.shell(
      "ln -s nowhere.gpg store/dead.gpg; git -C store add .; git -C store commit -qm d")
    #expect(try store.pwstore("rm", "-f", "dead").status == 0)
    #expect(try store.lastMessage() == "Remove dead from store.")
    #expect(try store.complaints() == "")
  }

  @Test func `leaves the very same ciphertext, and git's history follows`() throws {
    let store = try TestStore(["ann", "bob"])
    for key in ["a", "d/b", "d/e/c"] { try store.pwstore("save", key, "x=\(key)") }
    try store.shell("chmod 640 store/a.gpg; chmod 750 store/d; mkdir -m 700 store/d/empty")
    let before = try readFile("\(store.root)/a.gpg")
    #expect(try store.pwstore("mv", "a", "n/b").status == 0)
    #expect(try readFile("\(store.root)/n/b.gpg") == before)
    let log = try store.git("log", "--follow", "--format=%s", "--", "n/b.gpg").text
    #expect(log == "Rename a to n/b.\nSave a.\n")
    #expect(try store.pwstore("mv", "d", "new").status == 0)
    #expect(
      try store.shell("stat -c '%a %n' store/n/b.gpg store/new store/new/empty; ls store").text
        == """
        640 store/n/b.gpg
        750 store/new
        700 store/new/empty
        n
        new

        """)
    // A key that cannot be used does no harm where nothing is encrypted.
    #expect(try store.git("log", "-1", "--format=", "--name-status", "-M").text.contains("R100"))
    #expect(try store.complaints() == "")
  }

  @Test func `starts no gpg for a move between the same recipients`() throws {
    let store = try TestStore(["ann", "bob"])
    #expect(try store.pwstore("init", "-p", "own", "ann@example.org").status == 0)
    try store.pwstore("save", "a", "x=y")
    let script =
      "for c in 'mv a b' 'cp b own/c' 'mv own/c d' 'rm d'; do strace -f -qq -e trace=execve -o trace \"$PW\" $c; cat trace; done"
    let calls = try store.shell(script).text.split(separator: "\n").filter {
      !$0.contains("pwstore")
    }
    #expect(calls == [])
  }

  @Test func `refuses what it cannot encrypt anew, and changes nothing`() throws {
    let store = try TestStore(["ann", "bob"])
    try store.pwstore("save", "d/a", "x=y")
    try store.pwstore("init", "-p", "team", "bob@example.org")
    try store.shell(
      "head -c 60 store/d/a.gpg >store/d/cut.gpg; git -C store add .; git -C store commit -qm cut")
    let state =
      "find store -name .git -prune -o -type f -print0 | xargs -0 sha256sum; git -C store rev-parse HEAD"
    let before = try store.shell(state).text
    for command in ["mv d/cut team/", "mv d team", "cp d team/new", "mv d/cut d/cut", "mv d d/e"] {
      let outcome = try store.shell("\"$PW\" \(command)")
      #expect(outcome.status != 0, "\(command)")
      #expect(try store.shell(state).text == before, "\(command)")
    }
    try "nobody@example.org\n".write(
      toFile: "\(store.root)/team/.gpg-id", atomically: true, encoding: .utf8)
    #expect(try store.pwstore("mv", "d/a", "team/a").status == 5)
    #expect(try store.pwstore("load", "d/a", "x").text == "y\n")
  }

  @Test func `asks on a terminal before an entry is replaced`() throws {
    let store = try TestStore()
    for key in ["a", "b"] { try store.pwstore("save", key, "x=\(key)") }
    for (command, answer, value) in [("mv", "n", "b"), ("cp", "", "b"), ("cp", "y", "a")] {
      let terminal = try store.pwstore.onTerminal(command, "a", "b")
      try terminal.wait(for: "[y/N] ")
      terminal.type("\(answer)\n")
      #expect(try terminal.end() == 0)
      #expect(try store.pwstore("load", "b", "x").text == "\(value)\n")
      #expect(try store.pwstore("load", "a", "x").text == "a\n")
    }
    let forced = try store.pwstore.onTerminal("mv", "-f", "a", "b")
    #expect(try forced.end() == 0)
    #expect(!forced.shown.contains("[y/N]"))
    #expect(try store.complaints() == "")
  }

  @Test(arguments: [
    "init bob@example.org", "mv w sub", "mv sub/k k2", "rm -rf w sub/k",
  ])
  func `changes nothing where one of two repositories cannot commit`(command: String) throws {
    let store = try TestStore(["ann", "bob"])
    try store.shell("mkdir store/sub && git init -q store/sub")
    for key in ["w", "sub/k"] { try store.pwstore("save", key, "x=\(key)") }
    let look = """
      for r in store store/sub; do git -C $r rev-parse HEAD; git -C $r status --porcelain; done
      find store -name .git -prune -o -type f -exec sha256sum {} + | sort
      """
    let before = try store.shell(look).text
    for refusing in ["store", "store/sub"] {
      try store.shell(
        "printf '#!/bin/sh\nexit 1\n' > \(refusing)/.git/hooks/pre-commit; chmod +x \(refusing)/.git/hooks/pre-commit"
      )
      let outcome = try store.pwstore.run(command.split(separator: " ").map { Array($0.utf8) })
      #expect(outcome.status == 1)
      #expect(outcome.errorText.contains("nothing was changed"), "\(outcome.errorText)")
      #expect(try store.shell(look).text == before)
      try store.shell("rm \(refusing)/.git/hooks/pre-commit")
    }
    #expect(try store.pwstore.run(command.split(separator: " ").map { Array($0.utf8) }).status == 0)
    #expect(try store.complaints() == "?? sub/\n")
  }

  @Test func `moves between repositories, with a commit in each`() throws {
    let store = try TestStore(["ann", "bob"])
    try store.shell(
      "git init -q store/in; cp store/.gpg-id store/in; git -C store/in add .; git -C store/in commit -qm i"
    )
    try store.shell("echo in >>store/.git/info/exclude")
    try store.pwstore("save", "a", "x=y")
    #expect(try store.pwstore("mv", "a", "in/b").status == 0)
    #expect(try store.lastMessage() == "Remove a.")
    #expect(try store.shell("git -C store/in log -1 --format=%s").text == "Rename a to in/b.\n")
    #expect(try store.pwstore("mv", "in/b", "c").status == 0)
    #expect(try store.lastMessage() == "Rename in/b to c.")
    #expect(try store.shell("git -C store/in log -1 --format=%s").text == "Remove in/b.\n")
    #expect(try store.pwstore("load", "c", "x").text == "y\n")
    // The work tree of another repository is not torn from it.
    #expect(try store.pwstore("mv", "in", "elsewhere").status == 1)
    #expect(
      try store.shell("git -C store status --porcelain; git -C store/in status --porcelain").text
        == "")
  }

  @Test func `keeps links what they are, and stays in the store`() throws {
    let store = try TestStore()
    for key in ["d/a", "e/b"] { try store.pwstore("save", key, "x=\(key)") }
    try store.shell(
      "mkdir outside; cp store/d/a.gpg outside; cd store; ln -s d alias; ln -s ../outside out; ln -s d/a.gpg l.gpg; git add .; git commit -qm links"
    )
    #expect(try store.pwstore("mv", "l", "m").status == 0)
    #expect(try store.pwstore("mv", "alias", "other").status == 0)
    #expect(try store.shell("readlink store/m.gpg store/other").text == "d/a.gpg\nd\n")
    #expect(try store.pwstore("mv", "out/a", "n").status == 1)
    #expect(try store.pwstore("mv", "e/b", "out/").status == 1)
    #expect(try store.pwstore("cp", "e/b", "out/b").status == 1)
    // Reading from there is no harm.
    #expect(try store.pwstore("cp", "out/a", "n").status == 0)
    // Behind a link, what it leads to is meant.
    #expect(try store.pwstore("mv", "other/a", "e/").status == 0)
    #expect(try store.pwstore("load", "e/a", "x").text == "d/a\n")
    #expect(try store.shell("ls outside").text == "a.gpg\n")
    #expect(try store.complaints() == "")
  }
}
