import Fixtures
import Foundation
import Testing

@Suite struct InsertTests {
  @Test(
    arguments: [
      (["x"], "s3\ns3\n", "s3\n"),
      (["x"], "\t in side \\t\"'$HOME  \nin side \\t\"'$HOME\nmore", "in side \\t\"'$HOME\n"),
      (["-e", "x"], "one\ntwo\n", "one\n"),
      (["-e", "x"], "no newline", "no newline\n"),
      (["-e", "x"], "", "\n"),
      (["-m", "x"], "a\r\n\0\n\n", "a\r\n\0\n\n"),
      (["-m", "x"], "", ""),
      (["add", "-mf", "/x/"], "v", "v"),
    ] as [([String], String, String)])
  func `saves what a pipe holds`(words: [String], input: String, expected: String) throws {
    let store = try TestStore()
    let verb = words[0] == "add" ? [] : ["insert"]
    let outcome = try store.pwstore.run(
      (verb + words).map { Array($0.utf8) }, input: Array(input.utf8))
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let isMultiline = words.contains { $0.hasPrefix("-m") }
    let name = words.last == "/x/" ? "/x" : "x"
    let isAskedOnce = words.contains("-e")
    // As with pass, for whom the end of the question's line is output.
    #expect(
      outcome.text
        == (isMultiline
          ? "Enter contents of \(name) and press Ctrl+D when finished:\n\n"
          : isAskedOnce ? "" : "\n\n"))
    #expect(try store.decrypt("x.gpg") == Array(expected.utf8))
    #expect(try store.lastMessage() == "Add given password for \(name) to store.")
    #expect(try store.complaints() == "")
  }

  @Test(arguments: [
    ("a\nb\n", "do not match"), ("a\n", "cancelled"), ("a\na", "cancelled"), ("", "cancelled"),
  ])
  func `saves nothing without two equal lines`(input: String, reason: String) throws {
    let store = try TestStore()
    let outcome = try store.pwstore("insert", "x", input: Array(input.utf8))
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains(reason))
    #expect(try store.pwstore("ls", "--flat").text == "")
  }

  @Test func `asks before it overwrites, if somebody is there`() throws {
    let store = try TestStore()
    for _ in 0..<2 {
      // A pipe answers nothing, and so agrees.
      #expect(try store.pwstore("insert", "-e", "x", input: Array("old\n".utf8)).status == 0)
    }
    var terminal = try store.pwstore.onTerminal("insert", "x")
    try terminal.wait(for: "An entry already exists for x. Overwrite it? [y/N] ")
    terminal.type("n\n")
    #expect(try terminal.end() == 1)
    #expect(try store.decrypt("x.gpg") == Array("old\n".utf8))

    terminal = try store.pwstore.onTerminal("insert", "-f", "x")
    try terminal.wait(for: "Enter password for x: ")
    #expect(!terminal.isEchoing)
    terminal.type("new\n")
    try terminal.wait(for: "Retype password for x: ")
    terminal.type("new\n")
    #expect(try terminal.end() == 0)
    #expect(!terminal.shown.contains("new"))
    #expect(try store.decrypt("x.gpg") == Array("new\n".utf8))

    terminal = try store.pwstore.onTerminal("insert", "-e", "-f", "x")
    try terminal.wait(for: "Enter password for x: ")
    #expect(terminal.isEchoing)
    terminal.type("seen\n")
    #expect(try terminal.end() == 0)
    #expect(try store.decrypt("x.gpg") == Array("seen\n".utf8))
  }

  @Test func `asks for no password that could not be saved`() throws {
    let store = try TestStore()
    try store.shell("echo nobody@example.org >> store/.gpg-id")
    let terminal = try store.pwstore.onTerminal("insert", "x")
    #expect(try terminal.end() == 5)
    #expect(!terminal.shown.contains("Enter password"))
    #expect(terminal.shown.contains("nobody@example.org"))
    let outcome = try store.pwstore("insert", "-m", "x", input: Array("v".utf8))
    #expect(outcome.status == 5)
    #expect(try store.pwstore("ls", "--flat").text == "")
  }

  @Test func `knows wrong usage`() throws {
    let store = try TestStore()
    #expect(try store.pwstore("insert", "-e", "-m", "x").status == 2)
    #expect(try store.pwstore("insert").status == 2)
    #expect(try store.pwstore("insert", "-m", "").status == 2)
    var pass = store.pwstore
    pass.name = "pass"
    #expect(try pass("insert", "-e", "-m", "x").status == 1)
    #expect(try pass("insert", "-e", "../x").status == 1)
  }
}
