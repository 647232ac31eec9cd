import Fixtures
import Foundation
import Testing

/// One store in the hands of pass and of pwstore.
@Suite struct PassTests {
  @Test func `works on a store that pass made, and pass on what we write`() throws {
    let store = try TestStore(["ann", "bob"], isInitialized: false)
    let setUp = """
      pass init ann@example.org; pass git init; pass init -p team ann@example.org bob@example.org
      printf 'one\\nuser: x\\n' | pass insert -m web/a; printf 'two\\n' | pass insert -m team/b
      """
    #expect(try store.shell("set -e; { \(setUp); } > log 2>&1").status == 0)
    let pwstore = store.pwstore
    #expect(try pwstore("ls", "--flat").text == "team/b\nweb/a\n")
    #expect(try pwstore("load", "web/a", "user").text == "x\n")
    #expect(try pwstore("load", "team/b").text == "two\n")

    #expect(try pwstore("set", "web/a", "user=y").status == 0)
    #expect(
      try pwstore("save", "team/new/c", "password=-", input: Array("three\n".utf8)).status == 0)
    #expect(try pwstore("delete", "team/b").status == 0)
    #expect(
      try store.shell("pass show web/a; pass show team/new/c").text == "one\nuser: y\nthree\n")
    #expect(try store.shell("pass show team/b").status == 1)
    #expect(
      try store.shell("pass git log --format=%s").text.hasPrefix(
        "Remove team/b from store.\nSave team/new/c.\nSet user of web/a.\nAdd given password for team/b to store.\n"
      ))
    #expect(try store.shell("pass git status --porcelain").text == "")
    #expect(try store.complaints() == "")
    // What pass lists, without its colours, is what we list.
    let listed = try store.shell("pass ls | sed 's/\\x1b\\[[0-9;]*m//g'").text
    #expect(try pwstore("ls").text == listed)
    // Both keys open what was written below the folder of both.
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("ann")])
    #expect(try store.shell("pass show team/new/c").text == "three\n")
    #expect(try pwstore("load", "web/a").status == 4)
  }

  @Test func `leaves to pass a store that pwstore made`() throws {
    let store = try TestStore()
    try store.pwstore("save", "web/a", "user=x", "password=-", input: Array("one\n".utf8))
    #expect(try store.shell("pass show web/a").text == "one\nuser: x\n")
    #expect(
      try store.shell(
        "printf 'two\\n' | pass insert -m web/b && pass mv web/b c && pass rm -f web/a"
      ).status == 0)
    #expect(try store.pwstore("ls", "--flat").text == "c\n")
    #expect(try store.pwstore("load", "c").text == "two\n")
    #expect(try store.complaints() == "")
  }
}
