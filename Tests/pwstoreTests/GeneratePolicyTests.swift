import Fixtures
import Foundation
import Testing

/// The options of `generate` that pass does not have, and `regenerate`.
@Suite struct GeneratePolicyTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  /// Runs `generate --print`.
  private func printed(_ options: String...) throws -> String {
    let outcome = try store.pwstore.run((["generate", "--print"] + options).map { Array($0.utf8) })
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errorText)")
    #expect(outcome.text.hasSuffix("\n"))
    return String(outcome.text.dropLast())
  }

  @Test func `makes passwords as the options want them`() throws {
    #expect(try printed().count == 25)
    #expect(try printed("40").count == 40 && printed("--length", "9").count == 9)
    #expect(try printed("--digits", "3", "3").allSatisfy(\.isNumber))
    let mixed = try printed("--lower", "1", "--upper=2", "--symbols", "1", "--digits=0", "4")
    #expect(mixed.count(where: \.isUppercase) == 2 && mixed.count(where: \.isLowercase) == 1)
    #expect(try printed("--charset", "a-c", "300").allSatisfy { "abc".contains($0) })
    #expect(
      try printed("-n", "--charset", "[:graph:]", "300").allSatisfy { $0.isLetter || $0.isNumber })
    #expect(try !printed("--no-ambiguous", "2000").contains { "0O1lI|".contains($0) })
    #expect(try printed("--pin").count == 6 && printed("--pin=4").allSatisfy(\.isNumber))
    #expect(try printed("--bits", "128", "--charset", "0-9a-f").count == 32)
    #expect(try printed("--pin", "--bits", "30").count == 10)
    #expect(try printed("--passphrase", "--separator", "/").split(separator: "/").count == 6)
    let words = try printed("--passphrase=3", "--separator", "", "--capitalize")
    #expect(words.count(where: \.isUppercase) == 3 && words.first?.isUppercase == true)
    #expect(
      try printed("--passphrase", "--bits", "100", "--separator", "+").count { $0 == "+" } == 7)
    // Beginnings of options mean what they mean to pass.
    #expect(try printed("--no", "500").allSatisfy { $0.isLetter || $0.isNumber })
    #expect(try store.pwstore("ls", "--flat").text == "")
    #expect(try store.commitCount() == 1)
  }

  @Test func `tells the entropy where that is wanted`() throws {
    let asked = try store.pwstore("generate", "--print", "--pin", "--show-entropy")
    #expect(asked.errorText == "19.9 bits of entropy\n" && asked.text.count == 7)
    let words = try store.pwstore("generate", "--show-entropy", "--passphrase", "w")
    #expect(words.errorText == "77.5 bits of entropy\n")
    // 36^2 of which 26^2 have no digit.
    let counted = try store.pwstore(
      "generate", "--print", "--digits", "1", "--charset", "a-z0-9", "2", "--show-entropy")
    #expect(counted.errorText == "9.2 bits of entropy\n")
    let terminal = try store.pwstore.onTerminal("generate", "--print", "--bits=80", "-n")
    try terminal.wait(for: "83.3 bits of entropy")
    #expect(try terminal.end() == 0)
  }

  @Test func `replaces the password alone, and tells it`() throws {
    let text = "old\r\nurl: u\r\n\r\n  notes"
    try store.pwstore("save", "web/x", input: Array(text.utf8))
    let outcome = try store.pwstore("generate", "web/x", "12")
    #expect(outcome.text.hasPrefix("The generated password for web/x is:\n"))
    #expect(
      outcome.errorText
        == "Replaced the password of web/x, and nothing else; git keeps the old one.\n")
    let password = outcome.text.split(separator: "\n").last ?? ""
    #expect(password.count == 12)
    #expect(try store.decrypt("web/x.gpg") == Array((password + text.dropFirst(3)).utf8))
    #expect(try store.lastMessage() == "Replace generated password for web/x.")
    #expect(try store.pwstore("load", "--rev", "HEAD~1", "web/x").text == text)

    try store.pwstore("generate", "-f", "web/x", "5")
    #expect(try store.decrypt("web/x.gpg").count == 6)
    try store.pwstore("save", "bin", input: [0, 0xFF, 1])
    let binary = try store.pwstore("generate", "bin")
    #expect(binary.status == 1 && binary.text == "")
    #expect(binary.errorText.contains("\"bin\" is not text, so it has no password to replace\n"))
    #expect(try store.decrypt("bin.gpg") == [0, 0xFF, 1])
    #expect(try store.complaints() == "")
  }

  @Test func `asks before it replaces what git does not have`() throws {
    let plain = try TestStore(isVersioned: false)
    try plain.pwstore("save", "a", input: Array("old\nrest".utf8))
    let refused = try plain.pwstore.onTerminal("generate", "a")
    try refused.wait(for: "Git does not have the password of a. Replace it? [y/N] ")
    refused.type("n\n")
    #expect(try refused.end() == 1)
    #expect(try plain.pwstore("load", "a").text == "old\nrest")
    let outcome = try plain.pwstore("generate", "a", "3")
    #expect(outcome.errorText == "Replaced the password of a, and nothing else.\n")
    #expect(try plain.decrypt("a.gpg").dropFirst(3) == Array("\nrest".utf8)[...])
  }

  @Test func `follows the rule of the site`() throws {
    try store.git("config", "pwstore.generate.example.org", "length=11 symbols=0 digits=2")
    try store.git("config", "pwstore.generate.bank", "pin=5")
    func password(_ words: String...) throws -> Substring {
      let outcome = try store.pwstore.run(words.map { Array($0.utf8) })
      return outcome.text.split(separator: "\n").last ?? ""
    }
    let new = try password("generate", "web/www.example.org/alice")
    #expect(new.count == 11 && new.allSatisfy { $0.isLetter || $0.isNumber })
    #expect(try password("generate", "bank/card").count == 5)
    try store.pwstore("save", "x", "password=p", "url=https://example.org/login")
    #expect(try password("generate", "x").count == 11)
    #expect(try password("generate", "x", "7").count == 7)
    #expect(try password("generate", "--rules", "", "x").count == 25)
    #expect(try password("generate", "--rules", "bank", "x").count == 5)
    #expect(try password("generate", "--print", "--rules", "a.example.org").count == 11)
    #expect(try password("generate", "x", "--passphrase=2").contains("-"))
    let missing = try store.pwstore("generate", "--rules", "no.org", "x")
    #expect(missing.status == 2 && missing.errorText.contains("no rule for \"no.org\""))
    let clash = try store.pwstore("generate", "--digits", "12", "x")
    #expect(clash.status == 2 && clash.errorText.contains("pwstore.generate.example.org"))
    // Pass has no rules.
    var pass = store.pwstore
    pass.name = "pass"
    #expect(try pass("generate", "bank/y").text.split(separator: "\n").last?.count == 25)
    #expect(try pass("generate", "x").errorText == "")
    #expect(try store.decrypt("x.gpg").count == 26)

    try store.git("config", "pwstore.generate.bank", "length=many")
    let bad = try store.pwstore("generate", "bank/z")
    #expect(bad.status == 1 && bad.errorText.contains("\"pwstore.generate.bank\" is no rule"))
  }

  @Test func `gives several entries new passwords in one commit`() throws {
    for key in ["a", "d/b", "c"] { try store.pwstore("save", key, "user=\(key)", "password=old") }
    let count = try store.commitCount()
    let outcome = try store.pwstore("regenerate", "a", "d/b", "a", "--length", "9", "--symbols=0")
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 4 && lines[2] == "The generated password for d/b is:")
    #expect(try store.decrypt("a.gpg") == Array("\(lines[1])\nuser: a\n".utf8))
    #expect(try store.decrypt("d/b.gpg") == Array("\(lines[3])\nuser: d/b\n".utf8))
    #expect(lines[1].count == 9 && lines[1] != lines[3])
    #expect(try store.commitCount() == count + 1)
    #expect(try store.lastMessage() == "Replace generated passwords for 2 entries.")
    #expect(try store.pwstore("load", "a", "password", "--rev", "HEAD~1").text == "old\n")

    #expect(try store.pwstore("regenerate", "c").status == 0)
    #expect(try store.lastMessage() == "Replace generated password for c.")
    #expect(try store.pwstore("regenerate", "c", "nosuch").status == 3)
    try store.pwstore("save", "bin", input: [0xFF])
    #expect(try store.pwstore("regenerate", "c", "bin").status == 1)
    #expect(try store.pwstore("regenerate", "nosuch").status == 3)
    #expect(try store.pwstore("regenerate", "-c", "a", "c").status == 2)
    #expect(try store.pwstore("regenerate").status == 2)
    try store.shell("ln -s a.gpg store/link.gpg")
    let twice = try store.pwstore("regenerate", "a", "link")
    #expect(twice.status == 2 && twice.errorText.contains("one and the same entry"))
    #expect(try store.commitCount() == count + 3)
    try store.shell("rm store/link.gpg")
    #expect(try store.complaints() == "")
  }

  @Test(arguments: [
    ["--passphrase", "--digits", "1"], ["--pin", "9"], ["--bits", "9", "9"], ["--bits", "0"],
    ["--lower=2", "--upper=2", "3"], ["--digits", "1", "--charset", "abc"], ["--charset", ""],
    ["-n", "--symbols", "1"], ["--pin=0"], ["--passphrase=257"], ["--digits", "1", "257"],
    ["--capitalize=all"], ["--separator", "\n"], ["--charset=é"], ["--length=9", "9"], ["-f"],
    ["-i"],
    ["a", "9"], ["--lower=0", "--upper=0", "--digits=0", "--symbols=0"], ["--bits=1025"],
    ["--charset=0O1lI|", "--no-ambiguous"],
  ])
  func `refuses what contradicts itself`(options: [String]) throws {
    let outcome = try store.pwstore.run((["generate", "--print"] + options).map { Array($0.utf8) })
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errorText.contains("usage: ") || outcome.errorText.hasPrefix("Error: pass-"))
  }
}
