import Fixtures
import Foundation
import Testing

@testable import PWCore

@Suite struct GitFailureTests {
  private let a: [[UInt8]] = [[0x61]]

  /// A repository with `a` committed and changed since.
  private func changed() throws -> GitFolder {
    let folder = try GitFolder()
    try folder.write("one", to: "a")
    try folder.git("add a")
    try folder.git("commit -qm One")
    try folder.write("two", to: "a")
    return folder
  }

  /// HEAD, index and work tree must be as after ``changed()``.
  private func expectNothingHappened(_ folder: GitFolder) throws {
    #expect(try folder.git("rev-list --count HEAD") == "1\n")
    #expect(try folder.git("status --porcelain --untracked-files=no") == " M a\n")
    #expect(try folder.read("a") == "two")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/.git")
    // The mark on the index stays; see GitIndexMark.
    let ours = left.filter { $0.hasPrefix("pwstore") && $0 != "pwstore-index.last" }
    #expect(ours + left.filter { $0.hasSuffix(".lock") } == [])
  }

  @Test(arguments: Way.allCases)
  func `refuses a new file that is ignored, and takes one that is committed`(way: Way) throws {
    let folder = try GitFolder()
    try folder.git(["config", "core.excludesFile", folder.path + "/excludes"])
    try folder.write("third\n", to: "excludes")
    try folder.write("second\n", to: ".git/info/exclude")
    try folder.write("first*\nfolder/\n!first-not\n", to: ".gitignore")
    try folder.write("x", to: "first-old")
    try folder.git("add -f first-old")
    try folder.git("commit -qm Old")
    let repository = try folder.open(way)
    for name in ["first", "second", "third", "folder/x"] {
      try folder.write("x", to: name)
      let error = #expect(throws: GitError.self) {
        try repository.commit([Array(name.utf8)], message: "No")
      }
      #expect(error?.kind == .ignored && error?.exitCode == .failure)
      #expect(error?.path.description == folder.path + "/" + name)
      #expect(try repository.isIgnored(Array(name.utf8)))
      #expect(try folder.read(name) == "x")
    }
    try folder.write("y", to: "first-old")
    try folder.write("y", to: "first-not")
    #expect(try !repository.isIgnored(Array("first-not".utf8)))
    let paths = ["first-old", "first-not"].map { Array($0.utf8) }
    #expect(try repository.commit(paths, message: "Yes") != nil)
  }

  @Test(arguments: Way.allCases)
  func `refuses a file with a conflict`(way: Way) throws {
    let folder = try changed()
    try folder.git("checkout -qb other")
    try folder.git("commit -qam Two")
    try folder.git("checkout -q main")
    try folder.write("three", to: "a")
    try folder.git("commit -qam Three")
    #expect(throws: GitFailed.self) { try folder.git("merge other") }
    let before = try folder.git("ls-files --stage")
    let repository = try folder.open(way)
    #expect(try repository.unmergedPaths() == a)
    let error = #expect(throws: GitError.self) { try repository.commit(a, message: "No") }
    #expect(error?.kind == .unmerged && error?.exitCode == .conflict)
    #expect(error?.path.description == folder.path + "/a")
    #expect(try folder.git("ls-files --stage") == before)
  }

  @Test(
    arguments: Way.allCases, ["pre-commit", "prepare-commit-msg", "commit-msg"])
  func `is stopped by a hook`(way: Way, hook: String) throws {
    let folder = try changed()
    try folder.writeScript("exit 3", to: ".git/hooks/\(hook)")
    let error = #expect(throws: GitError.self) {
      try folder.open(way).commit(a, message: "No")
    }
    guard case .hookFailed(hook, let status) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(status == (way == .library ? 3 : 1))
    #expect(error?.exitCode == .failure && error?.description.contains(hook) == true)
    try expectNothingHappened(folder)
  }

  @Test(arguments: Way.allCases)
  func `does not guess who commits where it may not`(way: Way) throws {
    let folder = try changed()
    try folder.git("config --global --remove-section user")
    try folder.git("config --global user.useConfigOnly true")
    let error = #expect(throws: GitError.self) {
      try folder.open(way).commit(a, message: "No")
    }
    guard case .noIdentity = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.exitCode == .failure && error?.hint?.contains("user.name") == true)
    try expectNothingHappened(folder)
  }

  @Test(arguments: Way.allCases)
  func `waits for another git's lock, and leaves it alone`(way: Way) throws {
    let folder = try changed()
    try folder.write("", to: ".git/index.lock")
    var environment = folder.environment(way)
    environment.patience = 50
    let root = FilePath(folder.path)
    let repository = try #require(
      try GitRepository.find(holding: root, below: root, environment: environment))
    let error = #expect(throws: GitError.self) { try repository.commit(a, message: "No") }
    #expect(error?.kind == .busy(lock: FilePath(folder.path + "/.git/index.lock")))
    #expect(error?.exitCode == .busy)
    try repository.removeStaleLocks()
    #expect(folder.has(".git/index.lock"))
    try folder.remove(".git/index.lock")
    try expectNothingHappened(folder)

    try folder.write("", to: ".git/refs/heads/main.lock")
    let second = #expect(throws: GitError.self) { try repository.commit(a, message: "No") }
    #expect(second?.exitCode == .busy)
    #expect(second?.description.contains("main.lock") == true)
    try folder.remove(".git/refs/heads/main.lock")
    try expectNothingHappened(folder)
  }

  @Test(arguments: [true, false])
  func `puts the index back if the branch cannot be moved`(isBorn: Bool) throws {
    let folder = try isBorn ? changed() : GitFolder()
    try folder.write("two", to: "a")
    // A branch whose log is a folder has no place for a line.
    try run(["rm", "-rf", ".git/logs/refs/heads/main"], in: folder.path)
    try folder.write("", to: ".git/logs/refs/heads/main/x")
    #expect(throws: GitError.self) { try folder.open().commit(a, message: "No") }
    if isBorn {
      try expectNothingHappened(folder)
    } else {
      #expect(try folder.git("status --porcelain") == "?? a\n")
      #expect(!folder.has(".git/index"))
    }
  }

  @Test(arguments: Way.allCases)
  func `goes on when the lock is free`(way: Way) throws {
    let folder = try changed()
    try folder.write("", to: ".git/index.lock")
    let repository = try folder.open(way)
    let path = folder.path + "/.git/index.lock"
    let thread = Thread {
      usleep(60_000); unlink(FilePath(path))
    }
    thread.start()
    #expect(try repository.commit(a, message: "Two") != nil)
    #expect(try folder.problems() == "")
  }

  @Test(arguments: Way.allCases)
  func `says that the index is damaged`(way: Way) throws {
    let folder = try changed()
    try folder.write("nonsense", to: ".git/index")
    let error = #expect(throws: GitError.self) { try folder.open(way).commit(a, message: "No") }
    #expect(error?.exitCode == .integrity, "\(String(describing: error))")
  }

  @Test func `says that an object is damaged`() throws {
    let folder = try changed()
    let tree = try folder.git(["rev-parse", "HEAD^{tree}"]).dropLast()
    let file = ".git/objects/\(tree.prefix(2))/\(tree.dropFirst(2))"
    try folder.remove(file)
    try folder.write("nonsense", to: file)
    let error = #expect(throws: GitError.self) { try folder.open().commit(a, message: "No") }
    #expect(error?.exitCode == .integrity)
  }

  @Test(.enabled(if: geteuid() != 0), arguments: Way.allCases)
  func `says that it may not write`(way: Way) throws {
    let folder = try changed()
    try run(["chmod", "-R", "a-w", folder.path + "/.git"])
    let error = #expect(throws: GitError.self) { try folder.open(way).commit(a, message: "No") }
    guard case .permission = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    try expectNothingHappened(folder)
  }

  @Test func `says that git is needed and not there`() throws {
    let folder = try changed()
    let root = FilePath(folder.path)
    var environment = folder.environment()
    environment.program = "/no/such/git"
    let repository = try #require(
      try GitRepository.find(holding: root, below: root, environment: environment))
    #expect(try repository.commit(a, message: "Two") != nil)
    try folder.write("a filter=x", to: ".gitattributes")
    try folder.write("three", to: "a")
    let error = #expect(throws: GitError.self) { try repository.commit(a, message: "No") }
    let other = FilePath(folder.path + "-new")
    let new = try GitRepository.create(at: other, environment: environment)
    #expect(new.workTree == other)
    #expect(error?.kind == .notInstalled && error?.hint?.contains("install git") == true)
  }

  @Test(arguments: Way.allCases)
  func `refuses an empty message`(way: Way) throws {
    let folder = try changed()
    #expect(throws: GitError.self) { try folder.open(way).commit(a, message: " \n") }
    try expectNothingHappened(folder)
  }

  @Test func `shows no control characters`() throws {
    let error = GitError(.corrupt("a\u{1B}[2J"), "open", FilePath("/x\u{1B}y"))
    #expect(error.description == #"cannot open "/x\x1by": the repository is damaged: a\x1b[2J"#)
  }
}
