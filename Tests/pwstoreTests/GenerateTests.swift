import Fixtures
import Foundation
import Testing

@testable import PWCore
@testable import pwstore

@Suite struct GenerateTests {
  @Test func `prints the password that it saves`() throws {
    let store = try TestStore()
    let outcome = try store.pwstore("generate", "web/x")
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.first == "The generated password for web/x is:")
    #expect(lines.last?.count == 25)
    #expect(try store.decrypt("web/x.gpg") == Array("\(lines.last ?? "")\n".utf8))
    #expect(try store.lastMessage() == "Add generated password for web/x.")
    #expect(try store.complaints() == "")

    var pwstore = store.pwstore
    pwstore.environment["CLICOLOR_FORCE"] = "1"
    pwstore.environment["NO_COLOR"] = nil
    let colored = try pwstore("generate", "-f", "web/x", "3").text
    #expect(
      colored.hasPrefix(
        "\u{1B}[1mThe generated password for \u{1B}[4mweb/x\u{1B}[24m is:\u{1B}[0m\n\u{1B}[1m"
      ))
    #expect(!colored.contains("\u{1B}[93m"))
    #expect(colored.hasSuffix("\u{1B}[0m\n"))
  }

  @Test(arguments: [
    ("old\nuser: a\n\n\u{1}raw", "\nuser: a\n\n\u{1}raw"), ("", "\n"), ("single", "\n"),
    ("\n", "\n"), ("a\r\nb\r\n", "\nb\r\n"),
  ])
  func `changes the first line alone`(old: String, rest: String) throws {
    let store = try TestStore()
    try store.pwstore("insert", "-m", "x", input: Array(old.utf8))
    #expect(try store.pwstore("generate", "-i", "x", "9").status == 0)
    let text = try store.decrypt("x.gpg")
    #expect(text.dropFirst(9).elementsEqual(rest.utf8))
    #expect(text.prefix(9).allSatisfy { (0x21...0x7E).contains($0) })
    #expect(try store.lastMessage() == "Replace generated password for x.")
  }

  @Test func `makes nothing where there is nothing to change`() throws {
    let store = try TestStore()
    let outcome = try store.pwstore("generate", "-i", "no/x")
    #expect(outcome.status == 3)
    #expect(outcome.errorText == "Error: no/x is not in the password store.\n")
    #expect(outcome.text == "")
    #expect(try store.pwstore("ls", "--flat").text == "")
    #expect(try store.pwstore("generate", "-i", "-f", "x").status == 2)
    #expect(try store.pwstore("generate", "-c", "-q", "x").status == 2)
  }

  @Test(arguments: ["0", "-5", "abc", "1.5", " ", "99999999999999999999", "1048577"])
  func `refuses what is no length`(length: String) throws {
    let store = try TestStore()
    let outcome = try store.pwstore("generate", "--", "x", length)
    #expect(outcome.status == 2)
    #expect(outcome.errorText.hasPrefix("Error: pass-length "))
    #expect(try store.pwstore("ls", "--flat").text == "")
    var named = store.pwstore
    named.environment["PASSWORD_STORE_GENERATED_LENGTH"] = length
    #expect(try named("generate", "x").status == 2)
  }

  @Test func `takes the length from the environment`() throws {
    let store = try TestStore()
    var pwstore = store.pwstore
    pwstore.environment["PASSWORD_STORE_GENERATED_LENGTH"] = "08"
    try pwstore("generate", "x")
    #expect(try store.decrypt("x.gpg").count == 9)
    try pwstore("generate", "-f", "x", "5000")
    #expect(try store.decrypt("x.gpg").count == 5001)
  }

  static func alphabet(_ set: String?, withSymbols: Bool = true) throws -> [UInt8] {
    let name = withSymbols ? "_CHARACTER_SET" : "_CHARACTER_SET_NO_SYMBOLS"
    let variables = set.map { ["PASSWORD_STORE\(name)": $0] } ?? [:]
    return try Alphabet(for: Environment(variables), withSymbols: withSymbols).characters.sorted()
  }

  @Test func `draws from the set that is asked for`() throws {
    let visible = Array<UInt8>(0x21...0x7E)
    #expect(try Self.alphabet(nil) == visible)
    #expect(try Self.alphabet("") == visible)
    #expect(try Self.alphabet("[:punct:][:alnum:]") == visible)
    let plain = visible.filter {
      Character(UnicodeScalar($0)).isLetter || (0x30...0x39).contains($0)
    }
    #expect(try Self.alphabet(nil, withSymbols: false) == plain)
    #expect(try Self.alphabet("[:alnum:]") == plain)
    #expect(try Self.alphabet("a-cX\\n", withSymbols: false) == Array("Xabc".utf8))
    #expect(try Self.alphabet("-a") == Array("-a".utf8))
    #expect(try Self.alphabet("\\055\\\\ ") == Array(" -\\".utf8))
  }

  @Test(arguments: ["\n", " ", "[:nonsense:]", "b-a"])
  func `refuses a set that cannot be one`(set: String) {
    #expect(throws: PassError.self) { try Self.alphabet(set) }
  }

  @Test func `draws all characters alike`() throws {
    let variables = ["PASSWORD_STORE_CHARACTER_SET": "abc "]
    let alphabet = try Alphabet(for: Environment(variables), withSymbols: true)
    var password = SecretBytes()
    alphabet.appendRandomPassword(length: 40_000, to: &password)
    var counts: [UInt8: Int] = [:]
    password.withBytes { bytes in
      for index in 0..<bytes.count { counts[bytes[index], default: 0] += 1 }
      #expect(bytes[0] != 0x20 && bytes[bytes.count - 1] != 0x20)
    }
    // Six standard deviations: one failure in a thousand million runs.
    #expect(counts.count == 4)
    for count in counts.values { #expect(abs(count - 10_000) < 520) }
  }
}
