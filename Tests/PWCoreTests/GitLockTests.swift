import Fixtures
import Foundation
import Testing

@testable import PWCore

@Suite struct GitLockTests {
  private let a: [[UInt8]] = [[0x61]]

  /// Makes the claim's file of a dead process, which had locked a branch.
  private func leaveClaim(_ folder: GitFolder) throws {
    let name = "refs/heads/main".utf8.map { String($0, radix: 16) }.joined()
    try folder.write("pwstore 1\nref \(name)\n", to: ".git/pwstore-index.lock")
  }

  private func gitFolder(_ folder: GitFolder) throws -> [String] {
    let all = try #require(FileManager.default.enumerator(atPath: folder.path + "/.git"))
    return all.compactMap { $0 as? String }.filter { !$0.hasPrefix("index.pwstore") }.filter {
      $0.contains("pwstore") || $0.hasSuffix(".lock") || $0.contains("tmp_")
    }
  }

  @Test(arguments: [true, false])
  func `removes what a dead pwstore has left`(isCommit: Bool) throws {
    let folder = try GitFolder()
    try folder.write("one", to: "a")
    let repository = try folder.open()
    try repository.commit(a, message: "One")
    try leaveClaim(folder)
    try run(["ln", "pwstore-index.lock", "index.lock"], in: folder.path + "/.git")
    for file in [
      "pwstore-index.new", "pwstore-index.new.lock", "pwstore-index.hook",
      "pwstore-index.old", "refs/heads/main.lock", "objects/tmp_object_git2_a1b2c3",
    ] {
      try folder.write("", to: ".git/\(file)")
    }
    if isCommit {
      try folder.write("two", to: "a")
      #expect(try repository.commit(a, message: "Two") != nil)
    } else {
      try repository.removeStaleLocks()
    }
    #expect(try gitFolder(folder) == [])
    #expect(try folder.problems() == "")
  }

  @Test func `knows its lock where files have one name only`() throws {
    let folder = try GitFolder()
    try leaveClaim(folder)
    try run(["cp", "pwstore-index.lock", "index.lock"], in: folder.path + "/.git")
    try folder.open().removeStaleLocks()
    #expect(try gitFolder(folder) == [])
  }

  @Test func `leaves the locks of others alone`() throws {
    let folder = try GitFolder()
    try leaveClaim(folder)
    try folder.write("", to: ".git/index.lock")
    try folder.write("", to: ".git/HEAD.lock")
    try folder.write("", to: ".git/refs/heads/other.lock")
    try folder.open().removeStaleLocks()
    #expect(
      try gitFolder(folder).sorted() == ["HEAD.lock", "index.lock", "refs/heads/other.lock"])
  }

  @Test func `leaves a lock alone that is another one after a while`() throws {
    let folder = try GitFolder()
    try leaveClaim(folder)
    try folder.write("", to: ".git/refs/heads/main.lock")
    let lock = FilePath(folder.path + "/.git/refs/heads/main.lock")
    let other = folder.path + "/other"
    try folder.write("longer", to: "other")
    var environment = folder.environment()
    environment.settlingTime = 90
    let root = FilePath(folder.path)
    let repository = try #require(
      try GitRepository.find(holding: root, below: root, environment: environment))
    let thread = Thread {
      usleep(20_000); rename(other, lock.description)
    }
    thread.start()
    try repository.removeStaleLocks()
    #expect(try folder.read(".git/refs/heads/main.lock") == "longer")
  }

  @Test func `leaves the claim of a living pwstore alone`() throws {
    let folder = try GitFolder()
    let repository = try folder.open()
    var environment = folder.environment()
    environment.patience = 30
    let claim = try GitClaim(repository.places, environment)
    let lock = try GitIndexLock(claim, repository.places, patience: 30)
    let root = FilePath(folder.path)
    let other = try #require(
      try GitRepository.find(holding: root, below: root, environment: environment))
    try folder.write("one", to: "a")
    let error = #expect(throws: GitError.self) { try other.commit(a, message: "No") }
    #expect(error?.kind == .busy(lock: GitClaim.path(in: repository.places.gitDirectory)))
    #expect(error?.exitCode == .busy)
    #expect(folder.has(".git/index.lock"))
    _ = consume lock
    _ = consume claim
    #expect(try gitFolder(folder) == [])
  }

  @Test func `many commit at once, and a git beside them`() async throws {
    let folder = try GitFolder()
    try folder.write("x", to: "x")
    try folder.git("add x")
    try folder.git("commit -qm X")
    let (path, environment) = (folder.path, folder.environment)
    var settings = folder.environment()
    settings.patience = 30_000
    let ours = settings
    var theirs = 0
    try await withThrowingTaskGroup(of: Int.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let root = FilePath(path)
          let found = try GitRepository.find(holding: root, below: root, environment: ours)
          let repository = try #require(found)
          for round in 0..<15 {
            let file = "d\(worker % 2)/f\(worker)-\(round)"
            try makeFile("\(path)/\(file)")
            #expect(try repository.commit([Array(file.utf8)], message: file) != nil)
          }
          return 0
        }
      }
      group.addTask {
        // A lost race for HEAD is git's own affair, and it tries again.
        var count = 0
        for round in 0..<40 {
          try makeFile("\(path)/git/g\(round)")
          _ = try run(["git", "add", "git/g\(round)"], environment: environment, in: path)
          let outcome = try run(
            ["git", "commit", "-qm", "G"], environment: environment, in: path)
          if outcome.status == 0 { count += 1 }
        }
        return count
      }
      for try await count in group { theirs += count }
    }
    #expect(theirs > 0)
    try folder.git("add git")
    _ = try run(["git", "commit", "-qm", "Rest"], environment: environment, in: path)
    #expect(try folder.problems() == "")
    #expect(
      try folder.git("log --format=%s").split(separator: "\n").count { $0.hasPrefix("d") } == 60)
    // No commit has taken back what another one has brought.
    #expect(try folder.git("log --diff-filter=DM --format=%s") == "")
  }
}

/// Writes a small file, and the folder that holds it.
private func makeFile(_ path: String) throws {
  let url = URL(filePath: path)
  try FileManager.default.createDirectory(
    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(path.utf8).write(to: url)
}
