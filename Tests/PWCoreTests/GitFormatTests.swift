import Fixtures
import Foundation
import Testing

@testable import PWCore

/// Repositories of all shapes, whichever way they need.
@Suite struct GitFormatTests {
  private let a: [[UInt8]] = [[0x61]]

  /// Commits twice below `folder.path/below`, and checks what git says.
  private func check(_ folder: GitFolder, _ below: String = "") throws {
    let path = FilePath(folder.path + below)
    let prefix = below.isEmpty ? "" : String(below.dropFirst()) + "/"
    let repository = try #require(
      try GitRepository.find(holding: path, below: path, environment: folder.environment()))
    #expect(repository.workTree == path)
    for text in ["one", "two"] {
      try folder.write(text, to: prefix + "a")
      try folder.write(text, to: prefix + "d/b")
      let id = try repository.commit(a + [Array("d/b".utf8)], message: text)
      #expect(try folder.git(["rev-parse", "HEAD"], in: path.description) == (id ?? "") + "\n")
      #expect(try folder.git(["status", "--porcelain"], in: path.description) == "")
      #expect(try repository.content(of: [0x61], at: "HEAD") == Array(text.utf8))
      #expect(try repository.commit(a, message: text) == nil)
    }
    #expect(try folder.git(["log", "-2", "--format=%s"], in: path.description) == "two\none\n")
    let log = try folder.git(["reflog", "-1", "--format=%gs"], in: path.description)
    #expect(log == "commit: two\n")
    #expect(
      try folder.git(["fsck", "--strict", "--no-dangling", "--no-progress"], in: path.description)
        == "")
  }

  @Test func `SHA-256`() throws { try check(GitFolder(["--object-format=sha256"])) }

  @Test func `SHA-256, with all as it was after a failure`() throws {
    let folder = try GitFolder(["--object-format=sha256"])
    try folder.write("one", to: "a")
    let repository = try folder.open()
    try repository.commit(a, message: "One")
    try folder.writeScript("exit 1", to: ".git/hooks/pre-commit")
    try folder.write("two", to: "a")
    try folder.write("new", to: "b")
    #expect(throws: GitError.self) { try repository.commit(a + [[0x62]], message: "No") }
    #expect(try folder.git("status --porcelain") == " M a\n?? b\n")
  }

  @Test func `an unknown extension is not "not versioned"`() throws {
    let folder = try GitFolder()
    try folder.git("config core.repositoryFormatVersion 1")
    try folder.git("config extensions.refStorage reftable")
    let error = #expect(throws: GitError.self) { try folder.open() }
    guard case .unsupported = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `settings of its own for a work tree`() throws {
    let folder = try GitFolder()
    try folder.git("config extensions.worktreeConfig true")
    try folder.git("config --worktree user.name Worktree")
    try check(folder)
    #expect(try folder.git("log -1 --format=%an") == "Worktree\n")
  }

  @Test func `a split index`() throws {
    let folder = try GitFolder()
    try folder.write("x", to: "x")
    try folder.git("add x")
    try folder.git("commit -qm X")
    try folder.git("update-index --split-index")
    try check(folder)
  }

  @Test func `a sparse index`() throws {
    let folder = try GitFolder()
    for file in ["x/y/z", "top", "d/x"] { try folder.write("x", to: file) }
    try folder.git("add .")
    try folder.git("commit -qm X")
    try folder.git("sparse-checkout set --cone --sparse-index d")
    try check(folder)
  }

  @Test func `extensions of the index that git may do without`() throws {
    let folder = try GitFolder()
    try folder.git("config core.untrackedCache true")
    try folder.git("config index.threads 2")
    try folder.write("x", to: "x")
    try folder.git("add x")
    try folder.git("commit -qm X")
    try folder.git("update-index --untracked-cache --force-untracked-cache")
    try folder.git("status")
    try check(folder)
  }

  @Test func `a linked work tree, with its own HEAD and the common hooks`() throws {
    let folder = try GitFolder()
    try folder.write("x", to: "x")
    try folder.git("add x")
    try folder.git("commit -qm X")
    try folder.git("worktree add -q linked")
    try folder.writeScript("echo $GIT_DIR >> ../hook", to: ".git/hooks/pre-commit")
    try check(folder, "/linked")
    #expect(try folder.git("log --format=%s") == "X\n")
    #expect(try folder.git("log --format=%s linked --") == "two\none\nX\n")
    let gitDirectory = folder.path + "/.git/worktrees/linked\n"
    #expect(try folder.read("hook") == gitDirectory + gitDirectory)
    #expect(try folder.git("reflog --format=%gs HEAD") == "commit (initial): X\n")
  }

  @Test func `a submodule`() throws {
    let folder = try GitFolder()
    let other = try GitFolder()
    try other.write("x", to: "x")
    try other.git("add x")
    try other.git("commit -qm X")
    try folder.git([
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.path, "sub",
    ])
    try check(folder, "/sub")
  }

  @Test func `a work tree elsewhere`() throws {
    let folder = try GitFolder(nil)
    try folder.git(["init", "-q", "--separate-git-dir=\(folder.home)/git", folder.path])
    try folder.git(["config", "core.worktree", folder.path])
    try check(folder)
  }

  @Test func `a detached HEAD`() throws {
    let folder = try GitFolder()
    try folder.write("x", to: "x")
    try folder.git("add x")
    try folder.git("commit -qm X")
    try folder.git("checkout -q --detach")
    try check(folder)
    #expect(try folder.git("log --format=%s main") == "X\n")
  }

  @Test func `packed references and objects, and a branch with slashes`() throws {
    let folder = try GitFolder()
    try folder.write("x", to: "x")
    try folder.git("add x")
    try folder.git("commit -qm X")
    try folder.git("checkout -qb a/b/c")
    try folder.git("gc -q")
    try check(folder)
  }

  @Test func `an unborn branch beside others`() throws {
    let folder = try GitFolder()
    try folder.write("x", to: "x")
    try folder.git("add x")
    try folder.git("commit -qm X")
    try folder.git("checkout -q --orphan new")
    try folder.git("rm -q --cached x")
    try folder.remove("x")
    try check(folder)
    #expect(try folder.git("rev-list --count HEAD") == "2\n")
  }

  @Test func `a filter`() throws {
    let folder = try GitFolder()
    try folder.git(["config", "filter.turn.clean", "tr a-z b-za"])
    try folder.git(["config", "filter.turn.smudge", "tr b-za a-z"])
    try folder.write("a filter=turn\n", to: ".gitattributes")
    try folder.write("hal", to: "a")
    let repository = try folder.open()
    try repository.commit(a + [Array(".gitattributes".utf8)], message: "A")
    #expect(try folder.git("cat-file blob HEAD:a") == "ibm")
    #expect(try folder.problems() == "")
  }

  @Test func `a repository shared by a group`() throws {
    let folder = try GitFolder(["--shared=0660"])
    try check(folder)
    let files = try run(["find", folder.path + "/.git/objects", "-type", "d", "!", "-perm", "-g+w"])
    #expect(files.text == "")
  }
}
