import Fixtures
import Foundation
import Testing

/// Settling what plain git has left to a person.
@Suite struct ResolveTests {
  private static let old = "old\nurl: x\nuser: u\n"

  /// Leaves Bob's machine in the middle of a merge.
  ///
  /// Both have changed the password of "a", Ann the user and Bob the address; Ann
  /// was later.
  private func merging() throws -> SharedStores {
    let stores = try SharedStores([("a", Self.old)])
    try stores.ann.shell(
      """
      export GIT_AUTHOR_DATE='2026-11-30T12:00:00Z'
      "$PW" set a password=theirs user=v; git -C store push -q
      """)
    try stores.bob.shell(
      """
      export GIT_AUTHOR_DATE='2026-11-30T11:00:00Z'
      "$PW" set a password=ours url=y; git -C store pull -q --no-rebase --no-edit
      """)
    #expect(try stores.bob.git("ls-files", "-u").text != "")
    return stores
  }

  private static let origins = [
    "a: both sides have changed \"password\"",
    "  ours:   Bob <bob@example.org>, 2026-11-30T11:00:00Z",
    "  theirs: Ann <ann@example.org>, 2026-11-30T12:00:00Z",
  ]

  @Test(arguments: [
    ("--ours", "ours\nurl: y\nuser: v\n"), ("--theirs", "theirs\nurl: y\nuser: v\n"),
    ("--newest", "theirs\nurl: y\nuser: v\n"),
    ("--both", "ours\nurl: y\nuser: v\npassword (theirs, 2026-11-30): theirs\n"),
  ])
  func `obeys the options`(option: String, text: String) throws {
    let stores = try merging()
    let outcome = try stores.bob.pwstore("resolve", option)
    #expect(outcome.status == 0 && outcome.text == "")
    #expect(
      outcome.errorText == "a: resolved\nconclude it with \"pwstore git merge --continue\"\n")
    #expect(try stores.bob.load("a") == text)
    #expect(try stores.bob.git("status", "--porcelain").text == "M  a.gpg\n")
    #expect(try stores.bob.shell("GIT_EDITOR=true git -C store merge --continue").status == 0)
    #expect(try stores.bob.recipients(of: "a").count == 2)
    try stores.bob.exchange()
    try stores.ann.exchange()
    #expect(try stores.ann.load("a") == text)
  }

  @Test func `lists what needs a person, and changes nothing`() throws {
    let stores = try merging()
    let before = try stores.bob.shell("cd store; git ls-files --stage; sha256sum *").text
    let outcome = try stores.bob.pwstore("resolve")
    #expect(outcome.status == 7 && outcome.text == "")
    #expect(outcome.errorText.hasPrefix(Self.origins.joined(separator: "\n") + "\n"))
    let asJSON = try stores.bob.pwstore("resolve", "--json", "a")
    #expect(asJSON.status == 7)
    #expect(
      asJSON.text == """
        {
          "resolved": [],
          "conflicts": [
            {
              "key": "a",
              "field": "password",
              "ours": {
                "author": "Bob <bob@example.org>",
                "date": "2026-11-30T11:00:00Z"
              },
              "theirs": {
                "author": "Ann <ann@example.org>",
                "date": "2026-11-30T12:00:00Z"
              }
            }
          ]
        }

        """)
    #expect(try stores.bob.pwstore("resolve", "--ours", "--both").status == 2)
    #expect(try stores.bob.pwstore("resolve", "none").status == 3)
    #expect(try stores.bob.shell("cd store; git ls-files --stage; sha256sum *").text == before)
  }

  @Test(arguments: [
    (["o"], "ours"), (["t"], "theirs"), (["x", "", "n"], "theirs"), (["s", "o"], "ours"),
    (["e", "third"], "third"),
  ])
  func `asks a person`(keys: [String], password: String) throws {
    let stores = try merging()
    let terminal = try stores.bob.pwstore.onTerminal("resolve")
    try terminal.wait(for: Self.origins[1] + ": (hidden)\r\n")
    try terminal.wait(for: Self.origins[2] + ": (hidden)\r\n")
    for key in keys {
      try terminal.wait(for: ": ")
      if key == "third" { #expect(!terminal.isEchoing) }
      terminal.type(key + "\n")
      if key == "s" {
        try terminal.wait(for: Self.origins[1] + ": ours\r\n")
        try terminal.wait(for: Self.origins[2] + ": theirs\r\n")
      }
    }
    #expect(try terminal.end() == 0)
    #expect(!terminal.shown.contains("third"))
    #expect(try stores.bob.load("a") == "\(password)\nurl: y\nuser: v\n")
  }

  @Test func `gives up when told to`() throws {
    let stores = try merging()
    let before = try stores.bob.git("ls-files", "--stage").text
    for key in ["q\n", "\u{4}"] {
      let terminal = try stores.bob.pwstore.onTerminal("resolve")
      try terminal.wait(for: "[q]uit: ")
      terminal.type(key)
      #expect(try terminal.end() == 7)
      #expect(terminal.shown.contains("given up, so nothing was changed"))
    }
    #expect(try stores.bob.git("ls-files", "--stage").text == before)
  }

  @Test func `keeps what one side has changed and the other has deleted`() throws {
    let stores = try SharedStores([("d/a", Self.old), ("b", Self.old), ("c", Self.old)])
    try stores.ann.shell(
      "\"$PW\" rm -f d/a; \"$PW\" set b password=new; \"$PW\" rm -f c; git -C store push -q")
    try stores.bob.shell(
      """
      "$PW" set d/a password=new; "$PW" rm -f b
      gpg -q -d store/c.gpg | gpg -q --batch -e -r ann -r bob > c; mv c store/c.gpg
      git -C store commit -qam Reencrypt; git -C store pull -q --no-rebase --no-edit
      """)
    #expect(try stores.bob.git("ls-files", "-u").text.split(separator: "\n").count == 6)
    let outcome = try stores.bob.pwstore("resolve")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(outcome.errorText.contains("pwstore: b: kept; it was deleted on one side"))
    #expect(try stores.bob.pwstore("ls", "--flat").text == "b\nd/a\n")
    #expect(try stores.bob.load("d/a") == "new\nurl: x\nuser: u\n")
    #expect(try stores.bob.load("b") == "new\nurl: x\nuser: u\n")
    #expect(try stores.bob.git("ls-files", "-u").text == "")
  }

  @Test func `keeps both of what is not text`() throws {
    let stores = try SharedStores([("a b", "\u{0}old")])
    try stores.ann.save("a b", "\u{0}theirs")
    try stores.ann.exchange()
    try stores.bob.save("a b", "\u{0}ours")
    #expect(try stores.bob.git("pull", "-q", "--no-rebase", "--no-edit").status == 1)
    #expect(try stores.bob.pwstore("resolve", "a b", "--both").status == 0)
    let keys = try stores.bob.pwstore("ls", "--flat").text.split(separator: "\n").map(String.init)
    #expect(keys.count == 2 && keys[0] == "a b" && keys[1].hasPrefix("a b (theirs, 20"))
    #expect(try stores.bob.load("a b") == "\u{0}ours")
    #expect(try stores.bob.load(keys.last ?? "") == "\u{0}theirs")
    #expect(try stores.bob.git("status", "--porcelain").text == "A  \"\(keys.last ?? "").gpg\"\n")
  }

  @Test func `settles one entry, and leaves the rest to git`() throws {
    let stores = try SharedStores([("a", "a"), ("b", "b")])
    for (machine, text) in [(stores.ann, "theirs"), (stores.bob, "ours")] {
      try machine.save("a", text)
      try machine.save("b", text)
      try machine.shell("cd store; echo \(text) > x; git add x; git commit -qm x")
    }
    try stores.ann.exchange()
    #expect(try stores.bob.git("pull", "-q", "--rebase").status == 1)
    // The first of Bob's commits is on its way: that of "a".
    let first = try stores.bob.pwstore("resolve", "--theirs", "a")
    #expect(first.status == 0)
    #expect(first.errorText.contains("\"pwstore git rebase --continue\""))
    #expect(try stores.bob.load("a") == "ours")
    try stores.bob.shell("GIT_EDITOR=true git -C store rebase --continue")
    #expect(try stores.bob.pwstore("resolve", "--both").status == 0)
    #expect(try stores.bob.load("b").hasPrefix("theirs\npassword (theirs, "))
    try stores.bob.shell("GIT_EDITOR=true git -C store rebase --continue")
    let last = try stores.bob.pwstore("resolve")
    #expect(last.status == 0)
    #expect(last.errorText.contains("no entry has a conflict\nthere are still conflicts in \"x\""))
  }
}
