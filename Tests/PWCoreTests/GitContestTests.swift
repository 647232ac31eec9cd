import Fixtures
import Testing

@testable import PWCore

/// Another git at work, and how it is noticed.
@Suite struct GitContestTests {
  private let folder: GitFolder
  private let a: [[UInt8]] = [[0x61]]

  init() throws {
    folder = try GitFolder()
    try folder.write("x", to: "x")
  }

  @Test(arguments: [true, false])
  func `notices a git that has just changed the index`(usesLibrary: Bool) throws {
    let root = FilePath(folder.path)
    var environment = folder.environment()
    environment.allowsLibrary = usesLibrary
    let repository = try #require(
      try GitRepository.find(holding: root, below: root, environment: environment))
    func isContested(_ content: String) throws -> Bool {
      try folder.write(content, to: "a")
      #expect(try repository.commit(a, message: content) != nil)
      return repository.isContested
    }
    #expect(try !isContested("first"))
    #expect(try !isContested("ours"))
    try folder.git("add x")
    #expect(try isContested("after git add"))
    // It may be at work still, though the index is ours again.
    #expect(try isContested("soon after"))
    try run(["touch", "-d", "10 seconds ago", ".git/index.pwstore.others"], in: folder.path)
    #expect(try !isContested("ours again"))
    #expect(!folder.has(".git/index.pwstore.others"))
    try folder.git("commit -qm X")
    try run(["touch", "-d", "10 seconds ago", ".git/index"], in: folder.path)
    #expect(try !isContested("after a while"))
    #expect(try folder.problems() == "")
  }

  @Test func `notices a git that holds the branch`() throws {
    let repository = try folder.open()
    try folder.write("1", to: "a")
    try repository.commit(a, message: "1")
    try folder.writeScript(
      "touch .git/refs/heads/main.lock; (sleep 0.05; rm .git/refs/heads/main.lock) > /dev/null 2>&1 &",
      to: ".git/hooks/pre-commit")
    try folder.write("2", to: "a")
    try repository.commit(a, message: "2")
    #expect(repository.isContested)
  }

  @Test(arguments: [true, false])
  func `knows whether files are committed`(usesLibrary: Bool) throws {
    let root = FilePath(folder.path)
    var environment = folder.environment()
    environment.allowsLibrary = usesLibrary
    let repository = try #require(
      try GitRepository.find(holding: root, below: root, environment: environment))
    try folder.write("1", to: "a")
    #expect(try !repository.isCommitted(a))
    try repository.commit(a, message: "1")
    #expect(try repository.isCommitted(a + [Array("none".utf8)]))
    try folder.git("rm -q --cached a")
    #expect(try !repository.isCommitted(a))
    try repository.commit(a, message: "Again")
    #expect(try repository.isCommitted(a))
    try folder.remove("a")
    #expect(try !repository.isCommitted(a))
    try repository.commit(a, message: "Gone")
    #expect(try repository.isCommitted(a))
    try folder.write("1", to: "a")
    try folder.git("add a")
    try folder.remove("a")
    #expect(try !repository.isCommitted(a))
  }

  @Test func `tells of changes of the index and the branch`() throws {
    let repository = try folder.open()
    try folder.git("add x")
    var watch = repository.watch(rounds: 10)
    // The macro cannot call what changes its value.
    func hasChanged() -> Bool { watch.next() }
    // What was before counts once.
    #expect(hasChanged())
    #expect(!hasChanged())
    watch = repository.watch(rounds: 1000)
    #expect(hasChanged())
    try folder.git("rm -q --cached x")
    #expect(hasChanged())
    try folder.git("commit -qm Empty --allow-empty --only")
    #expect(hasChanged())
  }

  @Test func `leaves a mark that git does not mind`() throws {
    try folder.open().commit([[0x78]], message: "X")
    #expect(folder.has(".git/index.pwstore"))
    try folder.git("gc -q")
    try folder.git("worktree add -q ../linked")
    #expect(try folder.problems() == "")
    // A mark of another time and place.
    try folder.write("nonsense", to: ".git/index.pwstore")
    try folder.write("1", to: "a")
    #expect(try folder.open().commit(a, message: "A") != nil)
    #expect(try folder.problems() == "")
  }
}
