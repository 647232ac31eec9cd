import Fixtures
import Foundation
import Testing

/// What pwstore does while git is in the middle of something.
@Suite struct UnfinishedMergeTests {
  /// How git can be left with a conflict of the entry "a", which both sides of
  /// the branch have changed, and how that is ended.
  struct Way: CustomTestStringConvertible, Sendable {
    var command: String
    var end: String?

    init(_ command: String, _ end: String?) { (self.command, self.end) = (command, end) }

    var testDescription: String { command }
  }

  static let ways = [
    Way("git merge -q side", "merge --continue"), Way("git rebase -q side", "rebase --continue"),
    Way("git cherry-pick side", "cherry-pick --continue"),
    Way("git revert --no-edit HEAD~1", "revert --continue"),
    Way("git format-patch --stdout -1 side > ../p; git am -q -3 ../p", "am --continue"),
    Way(
      "git checkout -q side~1; cp ../a a.gpg; git stash -q; git checkout -q main; git stash pop -q",
      nil),
  ]

  /// A store in which `way` was gone.
  private func store(_ way: Way) throws -> TestStore {
    let store = try TestStore()
    for (key, text) in [("a", "old"), ("b", "b")] {
      try store.pwstore("save", key, input: Array(text.utf8))
    }
    try store.shell("cd store; git branch side; cp a.gpg ../old")
    for text in ["ours", "newer"] { try store.pwstore("save", "a", input: Array(text.utf8)) }
    try store.shell("cd store; cp a.gpg ../kept; git checkout -q side")
    try store.pwstore("save", "a", input: Array("theirs".utf8))
    try store.shell("cd store; cp a.gpg ../a; git checkout -q main")
    try store.shell("cd store; \(way.command)")
    #expect(try store.git("ls-files", "-u").text != "")
    return store
  }

  private func state(_ store: TestStore) throws -> String {
    try store.shell(
      """
      cd store; git rev-parse HEAD; git ls-files --stage; git status --porcelain --ignored
      find . -name .git -prune -o -type f -print0 | sort -z | xargs -0 sha256sum; ls .git
      """
    ).text
  }

  @Test(arguments: ways)
  func `refuses to write, and tells the way out`(way: Way) throws {
    let store = try store(way)
    let before = try state(store)
    let all = [
      ["save", "new/c"], ["save", "a"], ["insert", "-e", "b"], ["insert", "-m", "-f", "a"],
      ["set", "b", "u=x"], ["generate", "-f", "b"], ["mv", "b", "c"], ["cp", "b", "c"],
      ["rm", "-f", "b"], ["init", "ann@example.org"], ["edit", "b"],
    ]
    // One way is enough to see that no verb is forgotten.
    for words in all.prefix(way.command == Self.ways[0].command ? all.count : 1) {
      var pwstore = store.pwstore
      pwstore.environment["EDITOR"] = "touch \(store.home)/edited; false"
      let outcome = try pwstore.run(words.map { Array($0.utf8) }, input: Array("x\nx\n".utf8))
      #expect(outcome.status == 7, "\(words): \(outcome.errorText)")
      #expect(outcome.errorText.contains("nothing was changed: "), "\(words)")
      #expect(outcome.errorText.contains("\"pwstore resolve\""), "\(words)")
      if let end = way.end {
        #expect(outcome.errorText.contains("\"pwstore git \(end)\""), "\(words)")
      }
      if ["insert", "rm", "init", "edit"].contains(words[0]) {
        pwstore.name = "pass"
        let asPass = try pwstore.run(words.map { Array($0.utf8) }, input: Array("x\nx\n".utf8))
        #expect(asPass.status == 1)
        #expect(asPass.errorText.contains("\"pass resolve\""))
      }
      #expect(try state(store) == before, "\(words)")
    }
    #expect(!FileManager.default.fileExists(atPath: "\(store.home)/edited"))
    #expect(try store.pwstore("load", "b").text == "b")
    #expect(try store.pwstore("ls", "--flat").text == "a\nb\n")
  }

  @Test(arguments: ways.filter { $0.end != nil })
  func `writes again when git has ended`(way: Way) throws {
    let store = try store(way)
    // Resolved, but not concluded: there is no conflict in the index any more.
    try store.shell("cd store; cp ../kept a.gpg; git add a.gpg; echo x > x; git add x")
    let outcome = try store.pwstore("save", "b", input: [0x78])
    #expect(outcome.status == 7)
    #expect(outcome.errorText.contains("git is in the middle of a "))
    #expect(!outcome.errorText.contains("resolve"))
    #expect(try store.pwstore("load", "b").text == "b")
    let end = try store.shell("cd store; GIT_EDITOR=true git \(way.end ?? "")")
    #expect(end.status == 0, "\(end.errorText)")
    #expect(try store.pwstore("save", "b", input: [0x78]).status == 0)
    #expect(try store.complaints() == "")
  }

  @Test func `only the repository concerned counts`() throws {
    let store = try store(Self.ways[0])
    try store.shell("git init -q store/team")
    #expect(try store.pwstore("save", "team/x", input: [0x78]).status == 0)
    #expect(try store.shell("git -C store/team log --format=%s").text == "Save team/x.\n")
  }
}
