import Fixtures
import Testing

@testable import PWCore

/// Changes in a folder without git; those with git are tested where git is.
@Suite struct ChangeTransactionTests {
  private let folder: TemporaryFolder
  private let root: FilePath

  init() throws {
    folder = try TemporaryFolder()
    root = FilePath(folder.path)
  }

  private var transaction: ChangeTransaction {
    ChangeTransaction(root: root, umask: 0o077) { _, _ in [] }
  }

  private func put(_ name: String, _ content: String) throws {
    let path = root.appending(name)
    try makeFolders(path.parent, mode: 0o700)
    try writeNewFile(path, Array(content.utf8), mode: 0o600)
  }

  /// All files with their content, hidden ones too.
  private func files() throws -> [String: String] {
    let list = try run(["find", ".", "-type", "f"], in: folder.path).text.split(separator: "\n")
    return try Dictionary(
      uniqueKeysWithValues: list.map { name in
        let content = try readFile(root.appending(String(name)))
        return (String(name.dropFirst(2)), String(decoding: content, as: UTF8.self))
      })
  }

  private func change() -> Change {
    var change = Change("Test.")
    change.write(Array("new".utf8), to: Array("a".utf8))
    change.write(Array("new".utf8), to: Array("d/e/b".utf8))
    change.remove(Array("x/c".utf8))
    return change
  }

  @Test func `writes and removes, and tidies up`() throws {
    try put("a", "old")
    try put("x/c", "old")
    try transaction.run(change())
    #expect(try files() == ["a": "new", "d/e/b": "new"])
    #expect(FileKind(root.appending("x")) == nil)
    let modes = try run(["stat", "-c", "%a", "a", "d", "d/e/b"], in: folder.path).text
    #expect(modes == "600\n700\n600\n")
  }

  @Test func `puts all back if one file cannot be written`() throws {
    try put("a", "old")
    try put("x/c", "old")
    var change = change()
    change.write(Array("new".utf8), to: Array("x".utf8))
    let error = #expect(throws: StoreError.self) { try transaction.run(change) }
    #expect(error?.reason == .inTheWay)
    #expect(try files() == ["a": "old", "x/c": "old"])
    #expect(FileKind(root.appending("d")) == nil)
  }

  @Test func `leaves the folder as it was if it cannot prepare`() throws {
    try put("a", "old")
    try put("x/c", "old")
    var change = change()
    change.write(Array("new".utf8), to: Array("a/b".utf8))
    #expect(throws: SystemError.self) { try transaction.run(change) }
    #expect(try files() == ["a": "old", "x/c": "old"])
    #expect(FileKind(root.appending("d")) == nil)
  }

  @Test func `forgets what a process had not prepared`() throws {
    try put("a", "old")
    try put("x/c", "old")
    let journal = Journal(change(), in: root)
    try journal.begin(in: root)
    try writeNewFile(journal.steps[0].path(\.temporary, in: root), [1], mode: 0o600)
    #expect(try transaction.recover(mayCommit: true) == nil)
    #expect(try files() == ["a": "old", "x/c": "old"])
  }

  @Test(arguments: 0...3)
  func `finishes what a process had prepared`(done: Int) throws {
    try put("a", "old")
    try put("x/c", "old")
    var journal = Journal(change(), in: root)
    try journal.begin(in: root)
    for step in journal.steps where step.writes {
      let temporary = step.path(\.temporary, in: root)
      try makeFolders(temporary.parent, mode: 0o700)
      try writeNewFile(temporary, Array("new".utf8), mode: 0o600)
    }
    try journal.mark(.prepared, in: root)
    for step in journal.steps.prefix(done) {
      let target = step.path(\.target, in: root)
      if FileKind(target) != nil { try moveFile(target, to: step.path(\.backup, in: root)) }
      if step.writes { try moveFile(step.path(\.temporary, in: root), to: target) }
    }
    #expect(try transaction.recover(mayCommit: true) == "Test.")
    #expect(try files() == ["a": "new", "d/e/b": "new"])
  }

  @Test(arguments: [Journal.Stage.undone, .done], 0...3)
  func `goes on to put back, or to clean up`(stage: Journal.Stage, gone: Int) throws {
    try put("a", "old")
    try put("x/c", "old")
    var journal = Journal(change(), in: root)
    try journal.begin(in: root)
    try journal.mark(.prepared, in: root)
    for step in journal.steps {
      let target = step.path(\.target, in: root)
      try makeFolders(target.parent, mode: 0o700)
      if FileKind(target) != nil { try moveFile(target, to: step.path(\.backup, in: root)) }
      if step.writes { try writeNewFile(target, Array("new".utf8), mode: 0o600) }
    }
    try journal.mark(stage, in: root)
    // As far as the process came before it died.
    for step in journal.steps.reversed().prefix(gone) {
      let (target, backup) = (step.path(\.target, in: root), step.path(\.backup, in: root))
      if stage == .done {
        try removeFile(backup)
      } else if FileKind(backup) != nil {
        try moveFile(backup, to: target)
      } else {
        try removeFile(target)
      }
    }
    for _ in 0..<2 {
      #expect(try transaction.recover(mayCommit: true) == nil)
      let expected = stage == .done ? ["a": "new", "d/e/b": "new"] : ["a": "old", "x/c": "old"]
      #expect(try files() == expected)
      try journal.begin(in: root)
      try journal.mark(stage, in: root)
    }
  }

  @Test(arguments: [
    "../out", "a/../../out", "/etc/out", ".git/config", "a//b", "",
  ])
  func `takes no orders from a record that is not ours`(target: String) throws {
    var change = Change("Test.")
    change.remove(Array(target.utf8))
    try Journal(change, in: root).begin(in: root)
    #expect(try Journal.left(in: root) == nil)
    #expect(try transaction.recover(mayCommit: true) == nil)
    #expect(try files() == [:])
  }

  @Test func `drops a record that is cut short`() throws {
    try Journal(change(), in: root).begin(in: root)
    let bytes = try readFile(Journal.path(in: root))
    for count in stride(from: 0, to: bytes.count, by: 7) {
      try removeFile(Journal.path(in: root))
      try writeNewFile(Journal.path(in: root), Array(bytes[..<count]), mode: 0o600)
      #expect(try Journal.left(in: root) == nil)
    }
  }

  @Test func `keeps its record where no pull can put one`() throws {
    #expect(Journal.path(in: root) == root.appending(".pwstore-journal"))
    try makeFolders(root.appending(".git"), mode: 0o700)
    #expect(Journal.path(in: root) == root.appending(".git/pwstore-journal"))
    try run(["sh", "-c", "rmdir .git && echo 'gitdir: ../else' > .git"], in: folder.path)
    #expect(Journal.path(in: root) == root.appending("../else/pwstore-journal"))
  }
}
