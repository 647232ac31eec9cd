import Fixtures
import Testing

@testable import PWCore

@Suite struct GitIndexScanTests {
  /// A repository with files whose names have all lengths that padding can depend on,
  /// and one that does not fit into the field for its length.
  private static func folder(version: Int) throws -> GitFolder {
    let folder = try GitFolder()
    try folder.git("config index.version \(version)")
    for length in 1...20 { try folder.write("x", to: String(repeating: "n", count: length)) }
    let long = Array(repeating: String(repeating: "d", count: 200), count: 21).joined(
      separator: "/")
    try run(
      ["bash", "-c", "mkdir -p $(dirname '\(long)') && cd $(dirname '\(long)') && echo x > f"],
      in: folder.path)
    try folder.git("add .")
    try folder.git("commit -qm Base")
    return folder
  }

  @Test(arguments: [2, 3, 4], [false, true])
  func `sees whether there are conflicts`(version: Int, hasConflict: Bool) throws {
    let folder = try Self.folder(version: version)
    if version == 3 {
      // What makes git write that version.
      try folder.write("x", to: "later")
      try folder.git("add -N later")
    }
    let index = FilePath(folder.path + "/.git/index")
    #expect(GitIndexScan.mayHaveConflicts(index) == (version == 4))
    guard hasConflict else { return }
    try folder.git("reset -q --hard")
    try folder.git("checkout -q -b other")
    try folder.write("a", to: "nnnnn")
    try folder.git("commit -qam Other")
    try folder.git("checkout -q -")
    try folder.write("b", to: "nnnnn")
    try folder.git("commit -qam Ours")
    _ = try run(["git", "merge", "other"], in: folder.path)
    #expect(GitIndexScan.mayHaveConflicts(index))
  }

  @Test func `takes no strange index for one without conflicts`() throws {
    let folder = try TemporaryFolder()
    let path = FilePath(folder.path + "/index")
    #expect(!GitIndexScan.mayHaveConflicts(path))
    for bytes in [[], Array("DIRC".utf8), Array("DIRC".utf8) + [0, 0, 0, 2, 0, 0, 0, 9, 1]] {
      try writeNewFile(path, bytes, mode: 0o600)
      #expect(GitIndexScan.mayHaveConflicts(path))
      try removeFile(path)
    }
  }
}
