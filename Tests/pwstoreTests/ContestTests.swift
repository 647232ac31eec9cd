import Fixtures
import Foundation
import Testing

/// A `git commit` that read the index before we changed it, and writes it back.
@Suite struct ContestTests {
  /// When the other git does what.
  enum Race: String {
    case writesIndex = "stale"
    case commits = "stale; branch"
    case isSlow = "(sleep 0.02; stale) > /dev/null 2>&1 &"
    case isSlowAndCommits = "(sleep 0.02; stale; branch) > /dev/null 2>&1 &"
    /// Somebody writes the same entry, and does not commit it.
    case isFollowed = "stale; printf theirs > new.gpg"

    static let alone = [writesIndex, commits, isSlow, isSlowAndCommits]
  }

  /// A store with an index that another git has read; the hook plays that git
  /// right after our next commit.
  private func store(_ race: Race) throws -> TestStore {
    let store = try TestStore()
    try store.pwstore("save", "other", "n=1")
    try store.pwstore("save", "old", "n=old")
    let hook = """
      #!/bin/sh
      [ -e .git/stale ] || exit 0
      mv .git/stale .git/stale.now
      unset GIT_INDEX_FILE
      tree=$(GIT_INDEX_FILE=.git/stale.now git write-tree)
      git commit-tree -p HEAD -m Stale $tree > .git/stale.commit
      branch() { mv .git/stale.commit .git/refs/heads/main; }
      stale() { mv .git/stale.now .git/index.lock && mv .git/index.lock .git/index; }
      \(race.rawValue)
      """
    try writeProgram(hook, to: "\(store.root)/.git/hooks/post-commit")
    try store.shell("cd store && echo x > x && git add x && cp .git/index .git/stale")
    return store
  }

  /// Lets the other git do its work, when the program has done its own, and
  /// tells what is wrong then; empty if all is well.
  private func complaints(_ store: TestStore, after command: [String]) throws -> String {
    var text = ""
    let outcome = try store.pwstore.run(command.map { Array($0.utf8) })
    if outcome.status != 0 { text += outcome.errorText }
    try store.git("add", "x")
    try store.git("commit", "-qm", "Plain")
    text += try store.complaints()
    text += try store.shell("ls store/.git | grep -e lock -e stale.now").text
    return text
  }

  /// Tries a race; a slow one again if it is lost, as on a busy machine the
  /// other git may come later than anybody watches for it.
  private func race(_ race: Race, _ complaints: (TestStore) throws -> String) throws {
    var text = ""
    for _ in 0..<(race.rawValue.contains("sleep") ? 3 : 1) {
      text = try complaints(try store(race))
      if text.isEmpty { return }
    }
    Issue.record("\(text)")
  }

  @Test(arguments: Race.alone, ["save new", "set old"])
  func `keeps what is written`(race: Race, command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    try self.race(race) { store in
      let text = try complaints(store, after: words + ["n=new"])
      let content = try store.shell("git -C store show HEAD:\(words[1]).gpg | gpg -qd").text
      return content == "\nn: new\n" ? text : "\(text)\(words[1]) is \(content)"
    }
  }

  @Test(arguments: Race.alone)
  func `keeps what is deleted away`(race: Race) throws {
    try self.race(race) { store in
      let text = try complaints(store, after: ["delete", "old"])
      let names = try store.git("ls-tree", "-r", "--name-only", "HEAD").text
      return names.contains("other.gpg") && !names.contains("old.gpg") ? text : text + names
    }
  }

  @Test func `does not fight for what another one has written since`() throws {
    let store = try store(.isFollowed)
    #expect(try store.pwstore("save", "new", "n=new").status == 0)
    #expect(try store.shell("cat store/new.gpg").text == "theirs")
    #expect(try store.git("diff", "--cached", "--name-status").text.contains("D\tnew.gpg"))
  }
}
