import Fixtures
import Foundation
import Testing

@testable import PWCore
@testable import pwstore

/// The manual pages in `man`, and what they are made of.
@Suite struct ManualTests {
  private let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
  private var commands: [Command] { CommandTable.standard.commands.filter { !$0.isHidden } }

  @Test func `the pages are those that the program makes`() throws {
    let folder = try TemporaryFolder()
    let outcome = try run(["\(project)/scripts/man", Pwstore.path, folder.path])
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let difference = try run(["diff", "-r", "\(project)/man", folder.path])
    #expect(difference.text == "", "run \"make man\"")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let names = commands.map { "pwstore-\($0.name).1" }
    let links = commands.compactMap(\.alsoCalled).map { "\($0).1" }
    #expect(Set(pages) == Set(names + links + ["pwstore.1"]))
  }

  @Test func `mandoc finds nothing wrong with them`() throws {
    let pages = try pages().map { "\(project)/man/\($0)" }
    let outcome = try run(["mandoc", "-T", "lint", "-W", "style"] + pages)
    // These are pages that are not installed.
    let complaints = outcome.text.split(separator: "\n")
      .filter { !$0.contains("referenced manual not found") }
    #expect(complaints == [])
    let references = try pages.flatMap { page in
      try String(contentsOfFile: page, encoding: .utf8).split(separator: "\n")
        .filter { $0.contains("Xr pwstore") }
        .map { String($0.split(separator: " ").first { $0.hasPrefix("pwstore") } ?? "") }
    }
    #expect(references.count > 100)
    let missing = Set(references).subtracting(try self.pages().map { String($0.dropLast(2)) })
    #expect(missing == [])
  }

  @Test func `each page says all that the command's declaration says`() throws {
    for command in commands {
      let page = try rendered("pwstore-\(command.name)")
      var expected = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"]
      expected += ["pwstore \(command.name)", "\(command.summary)."] + command.aliases
      expected += [command.alsoCalled].compactMap { $0 }
      expected += command.parameters.map { "\($0.listing) \($0.help)." }
      expected += command.examples.map { "\($0.meaning): pwstore \($0.words)" }
      expected +=
        command.discussion.isEmpty ? [] : command.discussion.components(separatedBy: "\n\n")
      expected += command.statuses.map { String($0.meaning.dropFirst()) }
      #expect(expected.map(normal).filter { !page.contains($0) } == [], "\(command.name)")
    }
    let exec = try rendered("pwstore-exec")
    #expect(exec.contains(" 125 ") && !exec.contains("0 Done."))
    #expect(try rendered("pwstore-load").contains("4 Cannot decrypt: no secret key"))
  }

  @Test func `the program's page lists commands, options, variables, settings and statuses`() throws
  {
    let page = try rendered("pwstore")
    var expected = commands.map { "pwstore-\($0.name)(1) \($0.summary)." }
    expected += GlobalOptions.shown.map { "\($0.listing) \($0.help)." }
    expected += EnvironmentVariable.all.map {
      "\($0.names.joined(separator: ", ")) \($0.summary)."
    }
    expected += GitSetting.all.map { "\($0.name) \($0.summary)." }
    expected += StoreFile.all.map { "\($0.path) \($0.summary)." }
    expected += Topic.allCases.map(\.title)
    #expect(expected.map(normal).filter { !page.contains($0) } == [])
    let statuses = ExitCode.allCases.map { " \($0.rawValue) \($0.meaning.lowercased())." }
    #expect(statuses.filter { !page.lowercased().contains($0) } == [])
    #expect(page.contains(" In the place of pass "))
  }

  @Test func `no variable and no setting is missing`() throws {
    let sources = try sources()
    let direct =
      #/(?:environment\[|environment\.bytes\(|environmentValue\(|getenv\()"([A-Z_]+)"[\])](?! = )/#
    let ours = #/"((?:PASSWORD_STORE|PWSTORE)_[A-Z_]+)"/#
    let read = sources.flatMap { source in
      source.matches(of: direct).map { String($0.1) }
        + source.matches(of: ours).map { String($0.1) }
    }
    let listed = EnvironmentVariable.all.flatMap(\.names)
    // Prefixes of names are no names.
    #expect(Set(read.filter { !$0.hasSuffix("_") }).subtracting(listed) == [])
    #expect(Set(read).count > 40)
    #expect(Set(listed).count == listed.count)
    for name in listed where !name.hasPrefix("GIT_") {
      #expect(read.contains(name) || sources.contains { $0.contains("\"\(name)\"") }, "\(name)")
    }
    let settings = sources.flatMap {
      $0.matches(of: #/"((?:pwstore|pass)\.[a-z]+[A-Z][A-Za-z]+)"/#)
    }
    .map { String($0.1) }
    #expect(Set(settings).count > 3)
    #expect(Set(settings).subtracting(GitSetting.all.map(\.name)) == [])
    let names = EnvironmentVariable.all.reduce(Set()) { $0.union($1.commands) }
    #expect(names.subtracting(commands.map(\.name)) == [])
  }

  @Test func `README and the manual tell the same statuses`() throws {
    let readme = try String(contentsOfFile: "\(project)/README.md", encoding: .utf8)
    let rows = ExitCode.allCases.map { "\n| \($0.rawValue) | \($0.meaning) |\n" }
    #expect(rows.filter { !readme.contains($0) } == [])
  }

  @Test func `source text has no effect that it should not have`() throws {
    var mdoc = Mdoc()
    mdoc.text(
      ".Sh X 'a' \\n `b` ~ ^ \"q\" (--json, -c) $HOME. --key=VALUE. KEY#X Ar", names: ["VALUE"])
    mdoc.macro("Dl", "Ar", ".", "No \"x\"", "")
    let folder = try TemporaryFolder()
    let page = ".Dd May 1, 2026\n.Dt X 1\n.Os x\n.Sh NAME\n.Nm x\n.Nd y\n.Sh DESCRIPTION\n"
    try Data((page + mdoc.source).utf8).write(to: URL(filePath: "\(folder.path)/x.1"))
    let text = try rendered(at: "\(folder.path)/x.1")
    #expect(
      text.contains(
        ".Sh X 'a' \\n `b` ~ ^ \"q\" (--json, -c) HOME. --key=VALUE. KEY#X Ar Ar . No \"x\""))
  }

  /// The pages, but not those that only name another one.
  private func pages() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(project)/man")
      .filter { $0.hasPrefix("pwstore") }.sorted()
  }

  private func sources() throws -> [String] {
    let folder = "\(project)/Sources"
    return try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("pwstore/Manual/") }
      .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
  }

  /// A page as it is read, in one line.
  private func rendered(_ name: String) throws -> String {
    try rendered(at: "\(project)/man/\(name).1")
  }

  private func rendered(at path: String) throws -> String {
    let outcome = try run(["mandoc", "-T", "utf8", "-O", "width=500", path])
    // A bold letter is printed twice, and an underlined one over a line.
    return normal(outcome.text.replacing(#/.\u{8}/#, with: ""))
  }

  /// Text with single blanks, and without what marks a variable.
  private func normal(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.replacing(#/\$(?=[A-Z])/#, with: "")
  }
}
