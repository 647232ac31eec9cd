import Testing

@testable import PWCore
@testable import pwstore

@Suite struct CommandTableTests {
  static let json = Flag("json", "j", "")
  static let key = Positional("KEY", "") { $0 }

  static let table = CommandTable(
    commands: [
      Command(
        name: "load", aliases: ["show"], summary: "", parameters: [json.parameter, key.parameter]
      ) { _, _ in },
      Command(name: "ls", summary: "") { _, _ in },
      Help.command, Version.command,
    ], forBareWords: "load", forNoWords: "ls")

  @Test(
    arguments: [
      ("", "ls:"),
      ("ls a", "ls: a"),
      ("show k", "load: k"),
      ("web/k", "load: web/k"),
      ("-j web/k", "load: -j web/k"),
      ("-j ls", "load: -j ls"),
      ("-- ls", "load: -- ls"),
      ("--store d ls a", "ls: --store d a"),
      ("--store=d show k", "load: --store=d k"),
      ("--sto d k", "load: --sto d k"),
      ("--store ls", "ls: --store ls"),
      ("--store", "ls: --store"),
      ("--help", "help:"),
      ("-h ls", "ls: -h"),
      ("--version ls", "version:"),
      ("lod k", "load: lod k, or load?"),
    ] as [(String, String)])
  func `finds the command`(line: String, expected: String) throws {
    let choice = try Self.table.choose(line.split(separator: " ").map { Argument($0.utf8) })
    let words = choice.words.map { " " + ($0.text ?? "") }.joined()
    let near = choice.suggestion.map { ", or \($0)?" } ?? ""
    #expect("\(choice.command.name):\(words)\(near)" == expected)
  }

  @Test func `suggests the option of the program that was meant`() {
    let error = #expect(throws: UsageError.self) { try Self.table.choose(["--versoin"]) }
    #expect(error?.hint == #"did you mean "--version"?"#)
  }

  @Test(
    arguments: [
      ("lod", "load"), ("sav", "save"), ("unest", "unset"), ("dele", "delete"), ("x", nil),
      ("com.example.app", nil), ("st", "set"), ("rm", nil),
    ] as [(String, String?)])
  func `suggests only what is near`(word: String, expected: String?) {
    let names = ["init", "save", "set", "unset", "load", "delete", "ls"]
    #expect(suggestion(for: word, among: names) == expected)
  }

  @Test func `has no two commands or options of one name`() {
    let names = CommandTable.standard.commands.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    for command in CommandTable.standard.commands {
      let parameters = command.parameters + GlobalOptions.parameters
      #expect(Set(parameters.map(\.name)).count == parameters.count, "\(command.name)")
      let letters = parameters.compactMap(\.short)
      #expect(Set(letters).count == letters.count, "\(command.name)")
    }
  }
}
