import Testing

@testable import PWCore

@Suite struct TreeMergeTests {
  /// What a side has of files, each as one letter of content.
  private typealias Files = [String: String]

  private static func side(
    _ base: Files, _ files: Files, _ moves: [String: String]
  ) -> TreeMerge.Side {
    func blob(_ content: String?) -> GitBlob? {
      content.map { GitBlob(mode: "100644", id: $0) }
    }
    var differences: [[UInt8]: GitRepository.Difference] = [:]
    for name in Set(base.keys).union(files.keys) where base[name] != files[name] {
      differences[Array(name.utf8)] = .init(old: blob(base[name]), new: blob(files[name]))
    }
    let bytes = moves.map { (Array($0.key.utf8), Array($0.value.utf8)) }
    return TreeMerge.Side(
      differences: differences, moves: Dictionary(uniqueKeysWithValues: bytes))
  }

  /// What there is to do: "base-path ours@our-path theirs@their-path".
  private static func items(
    base: Files, ours: Files, _ ourMoves: [String: String] = [:], theirs: Files,
    _ theirMoves: [String: String] = [:]
  ) -> [String] {
    let merge = TreeMerge(
      ours: side(base, ours, ourMoves), theirs: side(base, theirs, theirMoves))
    return merge.items.map { item in
      func text(_ blob: GitBlob?, _ path: [UInt8]) -> String {
        "\(blob?.id ?? "-")@\(String(decoding: path, as: UTF8.self))"
      }
      return [
        String(decoding: item.path, as: UTF8.self), text(item.ours, item.ourPath),
        text(item.theirs, item.theirPath),
      ].joined(separator: " ")
    }
  }

  @Test func `leaves alone what only ours has changed, or both alike`() {
    #expect(
      Self.items(
        base: ["a": "1", "b": "1", "c": "1"], ours: ["a": "2", "b": "3", "d": "4"],
        theirs: ["a": "1", "b": "3", "d": "4"]) == [])
  }

  @Test func `takes what only theirs has changed, added and deleted`() {
    #expect(
      Self.items(
        base: ["a": "1", "b": "1"], ours: ["a": "1", "b": "1", "x": "9"],
        theirs: ["a": "2", "c": "3"]) == ["a 1@a 2@a", "b 1@b -@b", "c -@c 3@c"])
  }

  @Test func `follows a file that one side has moved and the other has changed`() {
    #expect(
      Self.items(
        base: ["a": "1"], ours: ["b": "1"], ["a": "b"], theirs: ["a": "2"]) == ["a 1@b 2@a"])
    #expect(
      Self.items(
        base: ["a": "1"], ours: ["a": "2"], theirs: ["b": "1"], ["a": "b"]) == ["a 2@a 1@b"])
    #expect(
      Self.items(
        base: ["a": "1"], ours: ["a": "1"], theirs: ["b": "1"], ["a": "b"]) == ["a 1@a 1@b"])
  }

  @Test func `sees what was moved apart, and what was moved alike`() {
    #expect(
      Self.items(
        base: ["a": "1"], ours: ["b": "1"], ["a": "b"], theirs: ["c": "1"], ["a": "c"])
        == ["a 1@b 1@c"])
    #expect(
      Self.items(
        base: ["a": "1"], ours: ["b": "1"], ["a": "b"], theirs: ["b": "1"], ["a": "b"]) == [])
  }

  @Test func `takes files for themselves where a moved one meets another`() {
    #expect(
      Self.items(
        base: ["a": "1"], ours: ["b": "1"], ["a": "b"], theirs: ["a": "1", "b": "5"])
        == ["b 1@b 5@b"])
    #expect(
      Self.items(
        base: ["a": "1"], ours: ["a": "2", "b": "5"], theirs: ["b": "1"], ["a": "b"])
        == ["a 2@a -@a", "b 5@b 1@b"])
  }

  @Test func `keeps a moved file that the other side has deleted in sight`() {
    #expect(
      Self.items(base: ["a": "1"], ours: ["b": "1"], ["a": "b"], theirs: [:]) == ["a 1@b -@a"])
    #expect(
      Self.items(base: ["a": "1"], ours: [:], theirs: ["b": "1"], ["a": "b"]) == ["a -@a 1@b"])
  }
}
