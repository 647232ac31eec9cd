import Fixtures
import Foundation
import Testing

@testable import PWCore
@testable import pwstore

@Suite struct HelpTests {
  private var commands: [Command] { CommandTable.standard.commands.filter { !$0.isHidden } }

  @Test func `lists each command once, under a heading`() throws {
    let listed = CommandTable.standard.topics.flatMap(\.commands).map(\.name)
    #expect(listed.sorted() == commands.map(\.name).sorted())
    let help = try Pwstore()("help").text
    for topic in Topic.allCases { #expect(help.contains("\n\n\(topic.title):\n")) }
    for command in commands { #expect(help.contains("\n  \(command.name) "), "\(command.name)") }
    #expect(!help.contains("git-merge-driver"))
  }

  @Test(arguments: [40, 80, 132])
  func `shows all of all commands within the width`(width: Int) throws {
    let program = Pwstore(["COLUMNS": "\(width)"])
    let help = try program("help", "--all").text
    #expect(try program("help", "-a").text == help)
    #expect(help.split(separator: "\n").filter { $0.count > width } == [])
    let words = " " + help.split(whereSeparator: \.isWhitespace).joined(separator: " ") + " "
    var expected = GlobalOptions.shown.map { "\($0.listing) \($0.help)" }
    for command in commands {
      let others = command.aliases.joined(separator: ", ")
      let also = others.isEmpty ? "" : "; also called \(others)"
      expected.append("\(command.synopsis.joined(separator: " ")) \(command.summary)\(also)")
      expected += command.parameters.map { "\($0.listing) \($0.help)" }
    }
    expected += EnvironmentVariable.all.map {
      "\($0.names.joined(separator: ", ")) \($0.summary)"
    }
    expected += GitSetting.all.map { "\($0.name) \($0.summary)" }
    expected += ExitCode.allCases.map { "\($0.rawValue) \($0.meaning)" }
    let missing = expected.map { $0.split(separator: " ").joined(separator: " ") }
      .filter { !words.contains(" \($0) ") }
    #expect(missing == [])
    #expect(!help.contains("git-merge-driver"))
  }

  @Test(
    arguments: [
      ("help --all load", #""--all" is for all commands, not for "load""#),
      ("help --all --man", #""--all" and "--man" do not go together"#),
      ("help --man nonsense", #"unknown command "nonsense""#),
    ])
  func `refuses what makes no sense`(line: String, message: String) throws {
    let outcome = try Pwstore().run(line.split(separator: " ").map { Array($0.utf8) })
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errorText.hasPrefix("pwstore: \(message)\n"), "\(outcome.errorText)")
  }

  @Test(
    arguments: [
      ("help lod", #"did you mean "load"?"#), ("help weekyl", #"did you mean "weekly"?"#),
      ("help weekly", #"try "pwstore weekly --help""#), ("help renmae", #"did you mean "rename"?"#),
      ("laod x", #"did you mean the command "load"?"#),
      ("serach x", #"did you mean the command "search"?"#),
      ("gnerate x", #"did you mean the command "generate"?"#),
      ("weekyl x", #"did you mean the command "weekly"?"#),
      ("mailboxx x", #"did you mean the command "mailbox"?"#),
      ("load --jsno x", #"did you mean "--json"?"#), ("load -json x", #"did you mean "--json"?"#),
      ("--stoer x ls", #"did you mean "--store"?"#),
    ])
  func `tells what was perhaps meant`(line: String, hint: String) throws {
    let folder = try TemporaryFolder()
    try run(["mkdir", "-p", "\(folder.path)/bin", "\(folder.path)/store/.extensions"])
    try writeProgram("#!/bin/sh\n", to: "\(folder.path)/bin/pwstore-weekly")
    try writeProgram("true\n", to: "\(folder.path)/store/.extensions/mailbox.bash")
    let program = Pwstore([
      "PATH": "\(folder.path)/bin:/usr/bin:/bin", "PASSWORD_STORE_DIR": "\(folder.path)/store",
      "PASSWORD_STORE_ENABLE_EXTENSIONS": "true",
    ])
    try Data("x@example.org\n".utf8).write(to: URL(filePath: "\(folder.path)/store/.gpg-id"))
    let outcome = try program.run(line.split(separator: " ").map { Array($0.utf8) })
    #expect(outcome.status == 2 || outcome.status == 3)
    #expect(outcome.errorText.contains("\npwstore: hint: \(hint)\n"), "\(outcome.errorText)")
  }

  @Test func `does not tell of extensions in the store that are not enabled`() throws {
    let folder = try TemporaryFolder()
    try run(["mkdir", "\(folder.path)/.extensions"])
    try writeProgram("true\n", to: "\(folder.path)/.extensions/mailbox.bash")
    try Data("x@example.org\n".utf8).write(to: URL(filePath: "\(folder.path)/.gpg-id"))
    let outcome = try Pwstore(["PASSWORD_STORE_DIR": folder.path])("mailboxx")
    #expect(outcome.status == 3 && !outcome.errorText.contains("hint"), "\(outcome.errorText)")
  }
}
