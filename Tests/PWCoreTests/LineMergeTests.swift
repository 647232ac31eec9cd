import Testing

@testable import PWCore

@Suite struct LineMergeTests {
  /// Three lists of lines, each a character, and what becomes of them.
  struct Row: CustomTestStringConvertible {
    var base: String
    var ours: String
    var theirs: String
    var merged: String?

    init(_ base: String, _ ours: String, _ theirs: String, _ merged: String?) {
      (self.base, self.ours, self.theirs, self.merged) = (base, ours, theirs, merged)
    }

    var testDescription: String { "\(base), \(ours), \(theirs)" }
  }

  @Test(arguments: [
    // One side only, or both alike.
    Row("abc", "abc", "abc", "abc"), Row("abc", "aXc", "abc", "aXc"),
    Row("abc", "abc", "aXc", "aXc"), Row("abc", "aXc", "aXc", "aXc"), Row("", "", "", ""),
    Row("abc", "", "", ""), Row("abc", "ac", "ac", "ac"),
    // Different places, next to each other too.
    Row("abcd", "Xbcd", "abcY", "XbcY"), Row("ab", "Xb", "aY", "XY"), Row("abc", "bc", "ab", "b"),
    Row("abc", "aXbc", "aYc", "aXYc"), Row("abc", "aYc", "aXbc", "aXYc"),
    Row("abc", "aYc", "abXc", "aYXc"), Row("abc", "ac", "abXc", "aXc"),
    // Both insert at one place.
    Row("ab", "aXb", "aYb", "aXYb"), Row("ab", "aXb", "aXb", "aXb"),
    Row("", "XY", "XZ", "XYZ"), Row("", "YX", "ZX", "YZX"), Row("", "X", "XY", "XY"),
    Row("a", "aXY", "aX", "aXY"),
    // The same lines.
    Row("abc", "aXc", "aYc", nil), Row("abc", "ac", "aYc", nil), Row("abcd", "aXd", "abYd", nil),
    Row("abcd", "d", "abXcd", nil), Row("abcdef", "aXXf", "abYdZf", nil),
  ])
  func `merges lines`(row: Row) {
    let texts = [row.base, row.ours, row.theirs].map { Array($0.utf8) }
    let merged = texts[0].withUnsafeBytes { base in
      texts[1].withUnsafeBytes { ours in
        texts[2].withUnsafeBytes { theirs in
          LineMerge(base: lines(base), ours: lines(ours), theirs: lines(theirs)).lines?
            .flatMap { Array($0) }
        }
      }
    }
    #expect(merged.map { String(decoding: $0, as: UTF8.self) } == row.merged)
  }

  @Test func `finds a shortest way from one text to another`() {
    let diff = LineDiff(from: [1, 2, 3, 1, 2, 2, 1], to: [3, 2, 1, 2, 1, 3])
    let removed = diff.changes.reduce(0) { $0 + $1.old.count }
    let inserted = diff.changes.reduce(0) { $0 + $1.new.count }
    #expect(removed + inserted == 5)
  }

  @Test func `gives up on long texts that have little in common`() {
    let diff = LineDiff(from: [0] + Array(1...20_000) + [0], to: [0] + Array(20_001...40_000) + [0])
    #expect(diff.changes.map(\.old) == [1..<20_001])
    #expect(diff.changes.map(\.new) == [1..<20_001])
  }

  private func lines(_ text: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer] {
    text.indices.map { text.part($0..<($0 + 1)) }
  }
}
