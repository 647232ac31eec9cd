import Fixtures
import Foundation
import Testing

/// `--batch`, where somebody sits at a terminal and is not to be asked.
@Suite struct BatchTests {
  @Test func `asks nothing on a terminal, and says what to give instead`() throws {
    let store = try TestStore()
    try store.must("save", ["a", "user=x"])
    try store.must("save", ["b", "user=x"])
    for (words, hint) in [
      ("delete a", "give --force"), ("mv a b", "give --force"), ("cp a b", "give --force"),
      ("insert a", "give --force"),
      ("insert c", "standard input"), ("insert -m c", "standard input"),
      ("save c", "standard input"), ("save c -m", "standard input"),
      ("save c password", "password=-"), ("set a password", "password=-"),
      ("edit a", "\"pwstore set\""),
    ] {
      let terminal = try PseudoTerminal(
        running: Pwstore.path,
        ["pwstore", "--batch"] + words.split(separator: " ").map(String.init),
        environment: store.pwstore.environment)
      #expect(try terminal.end() == 1, "\(words)")
      #expect(terminal.shown.contains("cannot ask: --batch allows no questions"), "\(words)")
      #expect(terminal.shown.contains(hint), "\(words): \(terminal.shown)")
    }
    var pwstore = store.pwstore
    pwstore.environment["PWSTORE_BATCH"] = "1"
    #expect(try pwstore("delete", "a").status == 1)
    #expect(try pwstore("insert", "-m", "a", input: Array("y\n".utf8)).status == 1)
    // Data from a pipe is no answer to a question.
    #expect(try pwstore("insert", "-m", "-f", "a", input: Array("data\n".utf8)).status == 0)
    #expect(try pwstore("load", "a").text == "data\n")
    #expect(try pwstore("delete", "-f", "a").status == 0)
    pwstore.environment["PWSTORE_BATCH"] = "0"
    #expect(try pwstore("delete", "b").status == 0)
  }

  @Test func `lets nobody ask for a passphrase`() throws {
    let store = try TestStore()
    try store.gpg.makeLockedKey("pas", passphrase: "sesame")
    try store.gpg.answerPinentry(with: "D sesame\nOK")
    try store.must("init", ["pas@example.org"])
    try store.must("save", ["a", "user=x"])
    try store.shell("gpgconf --kill all")
    store.pwstore.environment["PINENTRY_USER_DATA"] = "test"
    for words in [["load", "a"], ["grep", "x"]] {
      let outcome = try store.pwstore.run((["--batch"] + words).map { Array($0.utf8) })
      #expect(outcome.status == 4)
      #expect(outcome.errorText.contains("cannot be asked for"), "\(outcome.errorText)")
    }
    // Nor without a terminal, unless there is a screen.
    store.pwstore.environment["PINENTRY_USER_DATA"] = nil
    let outcome = try store.pwstore.alone(["load", "a"]).end()
    #expect(outcome?.status == 4)
    store.pwstore.environment["PINENTRY_USER_DATA"] = "test"
    #expect(try store.pwstore("load", "a", "user").text == "x\n")
    // What the agent knows, nobody has to be asked for.
    #expect(try store.pwstore("load", "--batch", "a", "user").text == "x\n")
  }

  @Test func `lets neither git nor ssh ask`() throws {
    let store = try TestStore()
    let script = """
      #!/bin/sh
      { echo "$0 $*"; env; } >> '\(store.home)/calls'
      exit 255
      """
    try store.shell("mkdir home/bin")
    for name in ["ssh", "mine"] { try writeProgram(script, to: "\(store.home)/bin/\(name)") }
    store.pwstore.environment["PATH"] =
      "\(store.home)/bin:\(store.pwstore.environment["PATH"] ?? "/usr/bin:/bin")"
    store.pwstore.environment["SSH_ASKPASS"] = "/bin/false"
    try store.must("remote", ["add", "origin", "git@host.invalid:x"])
    func calls(_ words: String...) throws -> String {
      try store.shell("rm -f home/calls")
      _ = try store.pwstore.run(words.map { Array($0.utf8) })
      return try store.shell("cat home/calls").text
    }
    let seen = try calls("--batch", "sync")
    #expect(seen.contains("/ssh -oBatchMode=yes"))
    #expect(seen.contains("GIT_TERMINAL_PROMPT=0") && seen.contains("SSH_ASKPASS_REQUIRE=never"))
    #expect(!seen.contains("SSH_ASKPASS=/"))
    #expect(try calls("--batch", "git", "fetch", "origin").contains("/ssh -oBatchMode=yes"))
    #expect(
      try calls("--batch", "clone", "git@host.invalid:x", "\(store.home)/c")
        .contains("/ssh -oBatchMode=yes"))
    // The user's own way stays.
    try store.git("config", "core.sshCommand", "mine")
    #expect(try calls("--batch", "sync").contains("/mine "))
    store.pwstore.environment["GIT_SSH_COMMAND"] = "mine -x"
    #expect(try calls("--batch", "sync").contains("/mine -x "))
  }
}
