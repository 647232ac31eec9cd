import Fixtures
import Glibc
@testable import PWCore
import Testing

/// The two ways to work on a repository.
enum Way: CaseIterable {
  case library, program
}

extension GitFolder {
  /// The environment for PWCore.
  func environment(_ way: Way = .library) -> GitEnvironment {
    var environment = GitEnvironment(environment)
    environment.allowsLibrary = way == .library
    environment.patience = 2000
    environment.settlingTime = 30
    return environment
  }

  /// The repository, opened.
  func open(_ way: Way = .library) throws -> GitRepository {
    let root = FilePath(path)
    return try #require(
      try GitRepository.find(holding: root, below: root, environment: environment(way)))
  }
}

@Suite struct GitCommitTests {
  @Test(arguments: Way.allCases)
  func `commits exactly the named files`(way: Way) throws {
    let folder = try GitFolder()
    let repository = try folder.open(way)
    try folder.write("one", to: "a/b.gpg")
    try folder.write("other", to: "other")
    try folder.write("staged", to: "staged")
    try folder.git("add staged")
    let first = try repository.commit([Array("a/b.gpg".utf8)], message: "Add b\n\n\n body  \n\n")
    #expect(try folder.git("rev-parse HEAD") == first.map { $0 + "\n" })
    #expect(try folder.git("ls-tree -r --name-only HEAD") == "a/b.gpg\n")
    #expect(
      try folder.git("log --format=%an,%ae,%cn,%ce,%B") == """
        Ann,ann@example.org,Ann,ann@example.org,Add b

         body


        """)
    #expect(try folder.git("status --porcelain") == "A  staged\n?? other\n")
    #expect(try folder.git("reflog show --format=%gs HEAD") == "commit (initial): Add b\n")
    #expect(try folder.git("reflog show --format=%gs main") == "commit (initial): Add b\n")

    try folder.write("two", to: "a/b.gpg")
    try folder.write("c", to: "a/c.gpg")
    #expect(
      try repository.commit([Array("a/b.gpg".utf8), Array("a/c.gpg".utf8)], message: "Two") != nil)
    #expect(try folder.git("reflog -1 --format=%gs") == "commit: Two\n")
    try folder.remove("a/b.gpg")
    try folder.remove("a/c.gpg")
    #expect(
      try repository.commit([Array("a/b.gpg".utf8), Array("a/c.gpg".utf8)], message: "Rm") != nil)
    #expect(try folder.git("ls-tree -r -t HEAD") == "")
    #expect(try folder.git("status --porcelain") == "A  staged\n?? other\n")
    try folder.git("rm -q --cached staged")
    try folder.remove("other")
    try folder.remove("staged")
    #expect(try folder.problems() == "")
  }

  @Test(arguments: Way.allCases)
  func `tells when nothing differs, and makes the index agree`(way: Way) throws {
    let folder = try GitFolder()
    let repository = try folder.open(way)
    try folder.write("one", to: "a")
    #expect(try repository.commit([[0x61]], message: "One") != nil)
    #expect(try repository.commit([[0x61], [0x62]], message: "Two") == nil)
    try folder.git("rm -q --cached a")
    #expect(try repository.commit([[0x61]], message: "Three") == nil)
    #expect(try folder.problems() == "")
    #expect(try folder.git("rev-list --count HEAD") == "1\n")
  }

  @Test func `writes the trees that git writes`() throws {
    let folder = try GitFolder()
    let repository = try folder.open()
    let steps: [(write: [String], remove: [String])] = [
      (["a", "b/c", "b/d/e", "b-", "b.x"], []), (["a/x"], ["a"]), ([], ["b/d/e"]),
      (["b"], ["b/c", "a/x"]), (["b/c/d"], ["b"]),
    ]
    for (written, removed) in steps {
      for file in removed { try folder.remove(file) }
      _ = try run(
        [
          "find", ".", "-path", "./.git", "-prune", "-o", "-type", "d", "-empty", "-exec", "rmdir",
          "{}", "+",
        ], in: folder.path)
      for file in written { try folder.write(file, to: file) }
      let paths = (written + removed).map { Array($0.utf8) }
      try repository.commit(paths, message: "Step")
      let ours = try folder.git(["rev-parse", "HEAD^{tree}"])
      try folder.git("add --all")
      #expect(try folder.git("write-tree") == ours)
      #expect(try folder.problems() == "")
    }
  }

  @Test func `stores bytes as they are, and modes and links`() throws {
    let folder = try GitFolder()
    try folder.git("config core.autocrlf true")
    try folder.write("* text=auto\n", to: ".gitattributes")
    try folder.write("a\r\nb\r\n", to: "crlf")
    try folder.writeScript("true", to: "script")
    try run(["ln", "-s", "no/such", folder.path + "/link"])
    let name: [UInt8] = [0xE9, 0x20, 0x22]
    let file = try FileDescriptor(
      FilePath(folder.path).appending(name), O_WRONLY | O_CREAT)
    try file.write([1, 0, 2].span)
    let repository = try folder.open()
    try repository.commit(
      ["crlf", "script", "link", ".gitattributes"].map { Array($0.utf8) } + [name], message: "All")
    #expect(try folder.git("cat-file blob HEAD:crlf") == "a\r\nb\r\n")
    #expect(try folder.git("cat-file blob HEAD:link") == "no/such")
    #expect(try repository.content(of: name, at: "HEAD") == [1, 0, 2])
    let modes = try folder.git(["ls-tree", "--format=%(objectmode)", "HEAD"])
    #expect(modes == "100644\n100644\n120000\n100755\n100644\n")
  }

  @Test func `is left by git as it was, so nothing is read again`() throws {
    let folder = try GitFolder()
    try folder.write("one", to: "a")
    try folder.open().commit([[0x61]], message: "One")
    // Reads the status of files, but no content: it must be known to be clean.
    #expect(try folder.git("diff-files --name-only") == "")
    #expect(try folder.git("ls-files --debug a").contains("size: 3\t"))
  }

  @Test(arguments: [("0", "0"), ("2", "5")])
  func `keeps a change that git's clock cannot see`(change: String, index: String) throws {
    let folder = try GitFolder()
    try folder.write("one", to: "racy")
    try folder.git("add racy")
    try folder.git("commit -qm One")
    // The same size, the same time or second, and an index no younger than that.
    try folder.write("two", to: "racy")
    let time = "2020-01-01 00:00:00"
    try run(["touch", "-d", time, folder.path + "/racy"])
    try folder.git([
      "update-index", "--cacheinfo", "100644,\(folder.git("rev-parse HEAD:racy").dropLast()),racy",
    ])
    try run(["cp", folder.path + "/racy", folder.path + "/racy.two"])
    try folder.write("one", to: "racy")
    try run(["touch", "-d", time, folder.path + "/racy"])
    try folder.git("update-index --refresh")
    try run(
      [
        "sh", "-c",
        "cat racy.two > racy; rm racy.two; touch -d '\(time).\(change)' racy; touch -d '\(time).\(index)' .git/index",
      ], in: folder.path)
    #expect(try folder.git("diff --name-only") == "racy\n")
    try folder.write("x", to: "x")
    try folder.open().commit([[0x78]], message: "X")
    #expect(try folder.git("diff --name-only") == "racy\n")
  }

  @Test(arguments: ["2", "4"])
  func `keeps the index's version`(version: String) throws {
    let folder = try GitFolder()
    try folder.write("one", to: "a")
    try folder.git("add a")
    try folder.git("update-index --index-version \(version)")
    try folder.write("two", to: "b")
    try folder.open().commit([[0x62]], message: "B")
    let header = try run(["head", "-c", "8", folder.path + "/.git/index"]).output
    #expect(header.last == UInt8(version))
    #expect(try folder.git("status --porcelain") == "A  a\n")
  }
}
