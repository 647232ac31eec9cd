import Fixtures
import Testing

@testable import PWCore

@Suite struct GitHookTests {
  private let a: [[UInt8]] = [[0x61]]

  @Test func `runs the hooks as git does`() throws {
    let script = """
      { echo "$(basename "$0") $*"; pwd; env | grep ^GIT_ | grep -v INDEX_FILE | sort; cat; } >> ../log
      echo noise
      """
    var logs: [String] = []
    for isOurs in [true, false] {
      let folder = try GitFolder()
      folder.environment["GIT_AUTHOR_DATE"] = "@1234567890 +0100"
      for hook in ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"] {
        try folder.writeScript(script, to: ".git/hooks/\(hook)")
      }
      try folder.write("a", to: "a")
      if isOurs {
        try folder.open().commit(a, message: "A")
      } else {
        try folder.git("add a")
        try folder.git("commit -q -m A")
      }
      let log = try folder.read("../log").replacing(folder.path, with: "PATH")
      logs.append(
        log.split(separator: "\n").filter { !$0.hasPrefix("GIT_EXEC_PATH=") }
          .joined(separator: "\n"))
    }
    #expect(logs[0] == logs[1])
    #expect(logs[0].contains("commit-msg .git/COMMIT_EDITMSG\n"))
  }

  @Test func `shows the hook what is to be committed, and nothing else`() throws {
    let folder = try GitFolder()
    try folder.write("old", to: "old")
    try folder.git("add old")
    try folder.git("commit -qm Old")
    try folder.write("staged", to: "staged")
    try folder.git("add staged")
    try folder.writeScript(
      "git diff --cached --name-only > ../seen; git diff --name-only >> ../seen",
      to: ".git/hooks/pre-commit")
    try folder.write("a", to: "a")
    try folder.open().commit(a, message: "A")
    #expect(try folder.read("../seen") == "a\n")
    #expect(try folder.git("status --porcelain") == "A  staged\n")
    #expect(!folder.has(".git/pwstore-index.hook"))
  }

  @Test func `commits what a hook has added`() throws {
    let folder = try GitFolder()
    try folder.writeScript(
      "cp a b && git add b; git rm -q --cached --ignore-unmatch c; rm -f c",
      to: ".git/hooks/pre-commit")
    try folder.write("c", to: "c")
    try folder.git("add c")
    try folder.git("commit -q --no-verify -m C")
    try folder.write("a", to: "a")
    try folder.open().commit(a, message: "A")
    #expect(try folder.git("ls-tree --name-only HEAD") == "a\nb\n")
    #expect(try folder.problems() == "")
  }

  @Test func `takes the message that hooks make of it`() throws {
    let folder = try GitFolder()
    try folder.writeScript("echo 'Seen-By: me' >> $1", to: ".git/hooks/commit-msg")
    try folder.write("a", to: "a")
    try folder.open().commit(a, message: "A\n\n# kept\n")
    #expect(try folder.git("log --format=%B") == "A\n\n# kept\nSeen-By: me\n\n")
  }

  @Test func `finds hooks where the settings say, if they may be executed`() throws {
    let folder = try GitFolder()
    try folder.writeScript("echo wrong >> log", to: ".git/hooks/pre-commit")
    try folder.git("config core.hooksPath hooks")
    try folder.writeScript("echo post >> ../log; exit 1", to: "hooks/post-commit")
    try folder.write("#!/bin/sh\nexit 1\n", to: "hooks/pre-commit")
    try folder.write("a", to: "a")
    #expect(try folder.open().commit(a, message: "A") != nil)
    #expect(try folder.read("../log") == "post\n")
  }

  @Test func `holds no lock while the last hook runs`() throws {
    let folder = try GitFolder()
    try folder.writeScript(
      "echo b > b; git add b && git commit -q --no-verify -m B b", to: ".git/hooks/post-commit")
    // The hook's commit runs the hook again, which then has nothing to do.
    try folder.write("a", to: "a")
    try folder.open().commit(a, message: "A")
    #expect(try folder.git("log --format=%s") == "B\nA\n")
    #expect(try folder.problems() == "")
  }
}
