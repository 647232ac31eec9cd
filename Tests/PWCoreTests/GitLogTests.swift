import Fixtures
import Foundation
import Testing

@testable import PWCore

/// The commits that touched a file, and the names that it had.
@Suite struct GitLogTests {
  private let folder: GitFolder

  init() throws { folder = try GitFolder() }

  private func repository() throws -> GitRepository {
    let path = FilePath(folder.path)
    return try #require(
      try GitRepository.find(
        holding: path, below: path, environment: GitEnvironment(folder.environment)))
  }

  /// Subjects of the commits, with the letters git has for what they did.
  private func history(_ path: String, limit: Int? = nil) throws -> [String] {
    try repository().history(of: Array(path.utf8), limit: limit) { subject, path in
      guard subject.starts(with: "Move ".utf8) else { return nil }
      let source = Array(subject.dropFirst(5))
      return GitToldOrigin(isCopy: false, isSource: { $0 == source }, sources: [source])
    }.map { version in
      let letter =
        version.origin != nil
        ? "R" : version.change.after == nil ? "D" : version.before == nil ? "A" : "M"
      return "\(letter) \(String(decoding: version.commit.subject, as: UTF8.self))"
    }
  }

  private func commit(_ message: String) throws {
    try folder.git("add -A")
    try folder.git(["commit", "--quiet", "--message", message])
  }

  @Test func `has no history before the first commit`() throws {
    #expect(try history("a") == [])
    try folder.write("1", to: "a")
    #expect(try history("a") == [])
  }

  @Test func `follows a file that was moved, whole or by the message`() throws {
    try folder.write("1", to: "a")
    try folder.write("other", to: "c")
    try commit("one")
    try folder.write("2", to: "a")
    try commit("two")
    try folder.git("mv a b")
    try commit("moved as it was")
    try folder.write("3", to: "b")
    try commit("three")
    try folder.git("rm -q b c")
    try folder.write("another content", to: "c")
    try commit("Move b")
    let all = ["R Move b", "M three", "R moved as it was", "M two", "A one"]
    #expect(try history("c") == all)
    for limit in 1...6 { #expect(try history("c", limit: limit) == Array(all.prefix(limit))) }
    #expect(try history("b") == ["D Move b"] + all.dropFirst())
    #expect(try history("a") == ["D moved as it was", "M two", "A one"])
  }

  @Test func `tells a file that was made again from the one before`() throws {
    try folder.write("1", to: "a")
    try commit("one")
    try folder.git("rm -q a")
    try commit("gone")
    try folder.write("2", to: "b")
    try commit("b")
    try folder.git("mv b a")
    try commit("moved")
    #expect(try history("a") == ["R moved", "A b"])
    try folder.git("rm -q a")
    try commit("gone again")
    try folder.write("3", to: "a")
    try commit("three")
    #expect(try history("a") == ["A three", "D gone again", "R moved", "A b"])
  }

  @Test func `counts a merge that made something new, and no other`() throws {
    try folder.write("1", to: "a")
    try folder.write("1", to: "b")
    try commit("one")
    try folder.git("switch --quiet --create side")
    try folder.write("side", to: "a")
    try commit("side")
    try folder.git("switch --quiet main")
    try folder.write("2", to: "b")
    try commit("main")
    try folder.git("merge --quiet --no-edit side")
    #expect(try history("a") == ["M side", "A one"])
    #expect(try history("b") == ["M main", "A one"])
    try folder.write("ours", to: "a")
    try commit("ours")
    try folder.git("switch --quiet side")
    try folder.write("theirs", to: "a")
    try commit("theirs")
    try folder.git("switch --quiet main")
    _ = try run(
      ["git", "-C", folder.path, "merge", "--quiet", "side"], environment: folder.environment)
    try folder.write("both", to: "a")
    try commit("merged")
    let found = try history("a")
    #expect(found.first == "M merged" && found.suffix(2) == ["M side", "A one"])
    #expect(Set(found[1...2]) == ["M ours", "M theirs"])
    #expect(try history("a", limit: 1) == ["M merged"])
  }

  @Test func `finds what a branch did under the old name`() throws {
    try folder.write("1", to: "a")
    try commit("one")
    try folder.git("switch --quiet --create side")
    try folder.write("theirs", to: "a")
    try commit("theirs")
    try folder.git("switch --quiet main")
    try folder.git("mv a b")
    try commit("moved")
    try folder.write("ours", to: "b")
    try commit("ours")
    _ = try run(
      ["git", "-C", folder.path, "merge", "--quiet", "side"], environment: folder.environment)
    try folder.git("rm -q --cached --ignore-unmatch a")
    try folder.remove("a")
    try folder.write("both", to: "b")
    try commit("merged")
    let found = try history("b")
    #expect(found == ["M merged", "M ours", "R moved", "M theirs", "A one"])
  }

  @Test(arguments: ["-a", "--all", ":(glob)*", ":!a", "a*", "\"q\"", "a\nb", "a b", "é\u{7F}"])
  func `takes no name for an option or a pattern`(name: String) throws {
    try folder.write("1", to: "other")
    try folder.write("1", to: name)
    try commit("one")
    try folder.write("2", to: "other")
    try commit("two")
    #expect(try history(name) == ["A one"])
  }

  @Test func `takes no orders from settings`() throws {
    for setting in [
      "log.follow true", "log.showSignature true", "log.showRoot false", "diff.renames copies",
      "diff.noprefix true", "log.diffMerges off", "core.quotePath true", "log.date relative",
      "format.pretty oneline", "color.ui always",
    ] { try folder.git("config \(setting)") }
    try folder.write("1", to: "é")
    try commit("one")
    try folder.git("mv é a")
    try commit("two")
    #expect(try history("a") == ["R two", "A one"])
    let commit = try #require(try repository().commit(named: "HEAD"))
    #expect(commit.author == "Ann" && commit.email == "ann@example.org")
    #expect(commit.abbreviation.count == 7 && commit.id.hasPrefix(commit.abbreviation))
    #expect(abs(Double(commit.seconds) - Date().timeIntervalSince1970) < 600)
  }

  @Test func `knows where a shallow clone ends`() throws {
    for number in 1...3 {
      try folder.write("\(number)", to: "a")
      try commit("\(number)")
    }
    let clone = try GitFolder(nil)
    try clone.git(["clone", "--quiet", "--depth", "2", "file://\(folder.path)", "."])
    let path = FilePath(clone.path)
    let repository = try #require(
      try GitRepository.find(
        holding: path, below: path, environment: GitEnvironment(clone.environment)))
    let versions = try repository.history(of: Array("a".utf8)) { _, _ in nil }
    #expect(versions.map { String(decoding: $0.commit.subject, as: UTF8.self) } == ["3", "2"])
    #expect(try repository.shallowEnds() == [versions[1].commit.id])
    #expect(try self.repository().shallowEnds() == [])
  }
}
