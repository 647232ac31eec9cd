import Fixtures
import Foundation
import Testing

/// Keys and stores made to do harm.
@Suite struct HostileStoreTests {
  private let store: TestStore
  private var pwstore: Pwstore { store.pwstore }

  init() throws { store = try TestStore() }

  @Test(arguments: [
    "../out", "a/../../out", "..", "a/..", ".git/config", "a/.git/x", ".gpg-id", "d/.gpg-id", "",
    "/", ".gitattributes", ".pwstore-x",
  ])
  func `refuses keys that are not the store's`(key: String) throws {
    let before = try store.shell("find . | sort").text
    for command in [
      ["save", key, "x=y"], ["load", key], ["set", key, "x=y"], ["delete", "-r", key],
    ] {
      let outcome = try pwstore.run(command.map { Array($0.utf8) })
      #expect(outcome.status == 2, "\(command)")
      #expect(outcome.output.isEmpty)
    }
    #expect(try store.shell("find . | sort").text == before)
    #expect(try pwstore("init", "-p", "../x", "ann@example.org").status == 2)
  }

  @Test func `writes nothing through links that leave the store`() throws {
    try store.shell(
      """
      mkdir out; echo keep > out/file; echo keep > out/entry.gpg
      ln -s ../out store/folder; ln -s ../out/file store/entry.gpg; ln -s nowhere store/dead.gpg
      """)
    for key in ["folder/x", "folder/d/x", "folder/entry", "entry", "dead"] {
      let outcome = try pwstore("save", key, "x=y")
      #expect(outcome.status == 1, "\(key)")
      #expect(outcome.errorText.contains("link"), "\(outcome.errorText)")
    }
    #expect(try pwstore("init", "-p", "folder", "ann@example.org").status == 1)
    #expect(try pwstore("delete", "folder/entry").status == 1)
    #expect(try store.shell("ls out; cat out/*").text == "entry.gpg\nfile\nkeep\nkeep\n")
    // Of a link itself the user may dispose.
    #expect(try pwstore("delete", "-rf", "folder", "entry").status == 0)
    #expect(try store.shell("ls out; cat out/*").text == "entry.gpg\nfile\nkeep\nkeep\n")
    #expect(try pwstore("ls", "--flat").text == "")
  }

  @Test func `writes through a link inside the store`() throws {
    try pwstore("save", "real", "x=1")
    try store.shell(
      "ln -s real.gpg store/alias.gpg; git -C store add -A; git -C store commit -qm link")
    #expect(try pwstore("set", "alias", "x=2").status == 0)
    #expect(try pwstore("load", "real", "x").text == "2\n")
    #expect(try store.shell("readlink store/alias.gpg").text == "real.gpg\n")
    #expect(try store.complaints() == "")
  }

  @Test(arguments: [
    "--hidden", "--file=/etc/passwd", "--", "--hidden\n--always-trust", "-", "@nowhere.example",
    "nobody",
  ])
  func `takes no option from a recipients file`(line: String) throws {
    try (line + "\n").write(toFile: "\(store.root)/.gpg-id", atomically: true, encoding: .utf8)
    let outcome = try pwstore("save", "a", "x=y")
    #expect(outcome.status == 5, "\(outcome.errorText)")
    #expect(try pwstore("load", "a").status == 3)
    try (line + "\nann@example.org\n").write(
      toFile: "\(store.root)/.gpg-id", atomically: true, encoding: .utf8)
    #expect(try pwstore("save", "a", "x=y").status == 5)
    #expect(try pwstore("load", "a").status == 3)
  }

  @Test func `never hangs on what is no file`() throws {
    try store.shell(
      "mkfifo store/pipe.gpg store/d; ln -s /dev/zero store/zero.gpg; mkdir store/dir.gpg")
    for key in ["pipe", "zero", "dir", "d/x"] {
      let script =
        "timeout 10 \"$PW\" load \(key); echo $?; timeout 10 \"$PW\" save \(key) x=y; echo $?"
      let statuses = try store.shell(script).text.split(separator: "\n")
      #expect(statuses.count == 2)
      #expect(statuses.allSatisfy { $0 == "1" || $0 == "3" }, "\(key): \(statuses)")
    }
    try store.shell("rm store/.gpg-id; mkfifo store/.gpg-id")
    #expect(try store.shell("timeout 10 \"$PW\" save a x=y").status == 1)
    #expect(try store.shell("timeout 10 \"$PW\" ls").status == 0)
  }

  @Test func `goes round no circle of links`() throws {
    try pwstore("save", "d/a", "x=y")
    try store.shell("ln -s . store/d/here; ln -s .. store/d/up; ln -s d store/other")
    let keys = try pwstore("ls", "--flat").text
    #expect(keys == "d/a\nother/a\n")
    #expect(try pwstore("load", "other/a", "x").text == "y\n")
  }

  @Test func `shows no escape sequence on a terminal`() throws {
    let key = "e\u{1B}]0;title\u{07}\u{1B}[31m\u{202E}x"
    #expect(try pwstore("save", key, "x=y").status == 0)
    for arguments in [
      ["ls"], ["ls", "--flat"], ["load", "no\(key)"], ["load", key, "f\u{1B}[2J"],
    ] {
      let terminal = try PseudoTerminal(
        running: Pwstore.path, ["pwstore"] + arguments, environment: pwstore.environment)
      try terminal.wait(for: #"\x1b["#)
      _ = try terminal.end()
      #expect(!terminal.shown.contains("\u{1B}]") && !terminal.shown.contains("\u{1B}[31m"))
      #expect(!terminal.shown.contains("\u{1B}[2J") && !terminal.shown.contains("\u{202E}"))
    }
    // For another program the bytes stay.
    #expect(try pwstore("ls", "--flat").text == key + "\n")
  }

  @Test func `follows no record of a change out of the store`() throws {
    let plain = try TestStore(isVersioned: false)
    let target = "l/file\\0\\0\\0\\0"
    let move = "l/rc\\0.pwstore-a.new\\0\\0\\0"
    for steps in [target, move] {
      let record = "pwstore journal 1\\0m\\0put back\\0001\\0\(steps)\\0end\\0prepared\\0"
      try plain.shell(
        """
        mkdir -p v; echo precious > v/file; echo evil > v/.pwstore-a.new; ln -sfn "$PWD/v" store/l
        printf '\(record)' > store/.pwstore-journal
        """)
      #expect(try plain.pwstore("ls").status == 0)
      #expect(try plain.pwstore("save", "a", "x=y").status == 0)
      #expect(try plain.shell("cat v/file; ls -A v store").text.hasPrefix("precious\nstore:"))
      #expect(try plain.shell("ls v").text == "file\n")
    }
  }

  @Test func `commits what is behind a linked folder, not the link`() throws {
    try pwstore("save", "work/a", "x=1")
    try pwstore("save", "work/c", "x=1")
    try store.shell("cd store; ln -s work w; git add w; git commit -qm link")
    for words in [["save", "w/b", "x=2"], ["set", "w/a", "x=2"], ["delete", "w/c"]] {
      #expect(try pwstore.run(words.map { Array($0.utf8) }).status == 0)
    }
    #expect(
      try store.git("ls-tree", "-r", "--name-only", "HEAD").text.split(separator: "\n")
        .filter { !$0.hasPrefix(".") } == ["w", "work/a.gpg", "work/b.gpg"])
    #expect(try store.complaints() == "")
    #expect(try pwstore("delete", "-rf", "w/").status == 0)
    #expect(try store.complaints() == "")
  }

  @Test(arguments: [
    "git~1/x", "a/.git /x", #".git\x"#, ".git:x", ".g\u{200C}it/x", ".git./x", "GIT~1",
  ])
  func `refuses what git refuses`(key: String) throws {
    #expect(try pwstore("save", key, "x=y").status == 2)
    #expect(try store.complaints() == "")
  }

  @Test func `takes no record of a change from a pull`() throws {
    try pwstore("save", "a", "x=y")
    let record =
      "pwstore journal 1\\0Evil.\\0put back\\0001\\0a.gpg\\0\\0.pwstore-1.old\\0end\\0prepared\\0"
    try store.shell("printf '\(record)' > store/.pwstore-journal")
    #expect(try pwstore("load", "a", "x").text == "y\n")
    #expect(try pwstore("save", "b", "x=y").status == 0)
    #expect(try pwstore("load", "a", "x").text == "y\n")
  }
}
