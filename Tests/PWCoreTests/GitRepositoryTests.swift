import Fixtures
import Foundation
import Testing

@testable import PWCore

@Suite struct GitRepositoryTests {
  private func find(_ folder: GitFolder, _ path: String = "", below root: String? = nil) throws
    -> String?
  {
    try GitRepository.find(
      holding: FilePath(folder.path + path), below: FilePath(root ?? folder.path),
      environment: folder.environment())?.workTree.description
  }

  @Test func `finds the innermost repository, and none above the root`() throws {
    let folder = try GitFolder()
    try folder.git("init -q a/b")
    #expect(try find(folder) == folder.path)
    #expect(try find(folder, "/no/such/yet") == folder.path)
    #expect(try find(folder, "/a/b/c") == folder.path + "/a/b")
    #expect(try find(folder, "/a") == folder.path)
    #expect(try find(folder, "/a", below: folder.path + "/a") == nil)
    #expect(try find(folder, "/elsewhere", below: folder.path + "/a") == nil)
  }

  @Test func `follows no variable to another repository`() throws {
    let folder = try GitFolder()
    let other = try GitFolder()
    folder.environment.merge([
      "GIT_DIR": other.path + "/.git", "GIT_WORK_TREE": other.path,
      "GIT_INDEX_FILE": other.path + "/.git/x", "GIT_NAMESPACE": "n",
      "GIT_OBJECT_DIRECTORY": other.path + "/.git/objects", "GIT_COMMON_DIR": other.path + "/.git",
      "GIT_CEILING_DIRECTORIES": folder.path,
    ]) { $1 }
    try folder.write("a", to: "a")
    for way in Way.allCases {
      try folder.write("\(way)", to: "a")
      try folder.open(way).commit([[0x61]], message: "A")
    }
    for name in folder.environment.keys where name.hasPrefix("GIT_") {
      folder.environment[name] = nil
    }
    #expect(try folder.git("rev-list --count HEAD") == "2\n")
    #expect(try folder.problems() == "")
    #expect(!other.has(".git/x"))
  }

  @Test(arguments: Way.allCases)
  func `refuses a bare repository`(way: Way) throws {
    for option in ["--bare", "--quiet"] {
      let folder = try GitFolder([option])
      if option == "--quiet" { try folder.git("config core.bare true") }
      let error = #expect(throws: GitError.self) { try folder.open(way) }
      #expect(error?.kind == .bareRepository && error?.exitCode == .failure)
      #expect(error?.description.contains(folder.path) == true)
    }
  }

  @Test func `takes damage for damage, not for no repository`() throws {
    let folder = try GitFolder()
    try folder.remove(".git/HEAD")
    let error = #expect(throws: GitError.self) { try folder.open() }
    #expect(error?.exitCode == .integrity)
    try folder.remove(".git")
    try folder.write("gitdir: /no/such\n", to: ".git")
    #expect(throws: GitError.self) { try folder.open() }
    try folder.write("nonsense\n", to: ".git")
    #expect(throws: GitError.self) { try folder.open() }
    try folder.remove(".git")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/.git", withIntermediateDirectories: false)
    #expect(try find(folder) == nil)
  }

  @Test(.enabled(if: geteuid() == 0), arguments: Way.allCases)
  func `works in another user's repository only if told that it is safe`(way: Way) throws {
    let folder = try GitFolder()
    try folder.write("a", to: "a")
    try run(["chown", "-R", "12345", folder.path])
    let error = #expect(throws: GitError.self) { try folder.open(way) }
    #expect(error?.kind == .notOwned && error?.exitCode == .failure)
    #expect(error?.hint?.contains("--add safe.directory \(folder.path)") == true)
    #expect(throws: GitFailed.self) { try folder.git("status") }

    folder.environment["SUDO_UID"] = "12345"
    try folder.open(way).commit([[0x61]], message: "A")
    folder.environment["SUDO_UID"] = nil
    for value in ["*", folder.path] {
      try folder.git(["config", "--global", "safe.directory", value], in: "/")
      #expect(try folder.open(way).content(of: [0x61], at: "HEAD") == [0x61])
    }
    try folder.git(["config", "--global", "--add", "safe.directory", ""], in: "/")
    #expect(throws: GitError.self) { try folder.open(way) }
  }

  @Test(arguments: Way.allCases)
  func `makes a repository as git does`(way: Way) throws {
    let folder = try GitFolder(nil)
    try folder.git(["config", "--global", "init.defaultBranch", "trunk"], in: "/")
    try folder.git(["config", "--global", "init.templateDir", folder.path + "/t"], in: "/")
    try folder.write("x", to: "t/extra")
    let path = FilePath(folder.path + "/new")
    let repository = try GitRepository.create(at: path, environment: folder.environment(way))
    #expect(repository.workTree == path)
    #expect(try folder.read("new/.git/HEAD") == "ref: refs/heads/trunk\n")
    #expect(folder.has("new/.git/extra"))
    #expect(try repository.content(of: [0x61], at: "HEAD") == nil)
  }

  @Test func `names the folder where no repository can be made`() throws {
    let folder = try GitFolder(nil)
    try folder.write("no repository", to: "new/.git")
    let path = FilePath(folder.path + "/new")
    let error = #expect(throws: GitError.self) {
      try GitRepository.create(at: path, environment: folder.environment(.library))
    }
    #expect(error?.path == path)
  }

  @Test(arguments: Way.allCases)
  func `reads what a file was`(way: Way) throws {
    let folder = try GitFolder()
    let repository = try folder.open(way)
    for text in ["one", "two"] {
      try folder.write(text, to: "d/a")
      try folder.git("add d/a")
      try folder.git("commit -qm \(text)")
    }
    let path = Array("d/a".utf8)
    #expect(try repository.content(of: path, at: "HEAD") == Array("two".utf8))
    #expect(try repository.content(of: path, at: "HEAD~1") == Array("one".utf8))
    #expect(try repository.content(of: Array("d".utf8), at: "HEAD") == nil)
    #expect(try repository.content(of: Array("no".utf8), at: "main") == nil)
    for name in ["HEAD~7", "nonsense", "--help", "0123abcd"] {
      let error = #expect(throws: GitError.self) {
        try repository.content(of: path, at: name)
      }
      #expect(error?.kind == .unknownRevision(name) && error?.exitCode == .notFound)
    }
  }

  @Test(arguments: Way.allCases)
  func `reads the settings of all levels`(way: Way) throws {
    let folder = try GitFolder()
    try folder.git("config --global a.b global")
    try folder.git("config --global pass.signCommits yes")
    try Data("[a]\n c = included\n d\n e = \n f = 0\n".utf8).write(
      to: URL(filePath: folder.home + "/extra"))
    try folder.git(["config", "--global", "include.path", folder.home + "/extra"])
    let repository = try folder.open(way)
    #expect(repository.configuration("a.b") == "global")
    #expect(repository.configuration("a.c") == "included")
    #expect(repository.configuration("a.no") == nil)
    #expect(repository.booleanConfiguration("pass.signcommits") == true)
    #expect(repository.booleanConfiguration("a.d") == true)
    #expect(repository.booleanConfiguration("a.e") == false)
    #expect(repository.booleanConfiguration("a.f") == false)
    #expect(repository.booleanConfiguration("a.no") == nil)
    try repository.setConfiguration("a.b", to: "local \"x\" # y")
    #expect(repository.configuration("a.b") == "local \"x\" # y")
    #expect(try folder.git("config --local a.b") == "local \"x\" # y\n")
    let environment = folder.environment(way)
    #expect(GitRepository.configuration("a.b", environment: environment) == "global")
  }

  @Test func `reads settings that only the environment has`() throws {
    let folder = try GitFolder()
    folder.environment["GIT_CONFIG_COUNT"] = "1"
    folder.environment["GIT_CONFIG_KEY_0"] = "user.name"
    folder.environment["GIT_CONFIG_VALUE_0"] = "Envy"
    let repository = try folder.open()
    #expect(repository.configuration("user.name") == "Envy")
    try folder.write("a", to: "a")
    try repository.commit([[0x61]], message: "A")
    #expect(try folder.git("log --format=%an") == "Envy\n")
  }
}
