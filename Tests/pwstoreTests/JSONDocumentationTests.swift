import Fixtures
import Foundation
import Testing

/// Each example in docs/json.md, with the command above it.
@Suite struct JSONDocumentationTests {
  @Test func `describes what is printed`() throws {
    let store = try TestStore(["ann", "bob"], isInitialized: false)
    let path = store.pwstore.environment["PATH"] ?? "/usr/bin:/bin"
    store.pwstore.environment["PATH"] = "\(store.home)/bin:\(path)"
    try store.shell("mkdir home/bin; ln -s \"$PW\" home/bin/pwstore")
    var last: (script: String, outcome: Outcome)?
    var count = 0
    for block in try Self.blocks() {
      if block.language == "sh" {
        last = (block.text, try store.shell(block.text))
      } else {
        let (script, outcome) = try #require(last, "an example without a command")
        do {
          try JSONExample(block.text).compare(outcome.output)
        } catch {
          Issue.record("\(script)\(error)\n\(outcome.text)\(outcome.errorText)")
        }
        count += 1
        last = nil
      }
    }
    #expect(count > 20)
    // As the last command has said.
    try store.git("commit", "--quiet", "--no-edit")
    #expect(
      try store.complaints().split(separator: "\n").allSatisfy { $0.hasPrefix("??") })
  }

  @Test func `has every command that takes --json`() throws {
    let store = try TestStore([], isInitialized: false)
    let text = try Self.text()
    let help = try store.pwstore("help").text
    let commands = help.split(separator: "\n").compactMap { line in
      line.hasPrefix("  ") ? line.split(separator: " ").first.map(String.init) : nil
    }
    var found: [String] = []
    for command in Set(commands) {
      let help = try store.pwstore("help", command).text
      let takesJSON = help.split(separator: "\n").contains { line in
        line.drop { $0 == " " }.hasPrefix("--json ")
      }
      guard takesJSON, command != "save" else { continue }
      found.append(command)
      let isDescribed = text.contains("pwstore \(command) --json")
      #expect(isDescribed, "\(command)")
    }
    #expect(found.count > 10)
  }

  @Test func `lists every reason`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let source = try String(
      contentsOf: folder.appending(path: "Sources/pwstore/CommandLine/ErrorReason.swift"),
      encoding: .utf8)
    let text = try Self.text()
    let words = source.matches(of: /"([a-z-]+)"/).map { String($0.output.1) }
    #expect(words.count > 30)
    let missing = words.filter { !text.contains("`\($0)`") }
    #expect(missing == [])
  }

  private static func text() throws -> String {
    let project = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    return try String(contentsOfFile: "\(project)/docs/json.md", encoding: .utf8)
  }

  private static func blocks() throws -> [(language: String, text: String)] {
    let parts = try text().components(separatedBy: "```")
    return parts.indices.filter { $0 % 2 == 1 }.map { index in
      let language = String(parts[index].prefix { $0 != "\n" })
      return (language, String(parts[index].dropFirst(language.count + 1)))
    }
  }
}
