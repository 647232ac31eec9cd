import Testing

@testable import PWCore

@Suite struct RecipientsMergeTests {
  private func merge(_ base: String?, _ ours: String?, _ theirs: String?) -> String {
    let result = RecipientsMerge.merge(
      base: base.map { Array($0.utf8) }, ours: ours.map { Array($0.utf8) },
      theirs: theirs.map { Array($0.utf8) })
    return switch result {
    case .file(let bytes): String(decoding: bytes, as: UTF8.self)
    case .noFile: "no file"
    case .conflict: "conflict"
    }
  }

  private static let long = "0123456789ABCDEF0123456789ABCDEF01234567"

  @Test(
    arguments: [
      ("a\n", "a\nb\n", "a\nc\n", "a\nb\nc\n"), ("a\nb\nc\n", "a\nb\n", "a\nc\n", "a\n"),
      ("a\nb\n", "a\n", "a\nb\nc\n", "a\nc\n"), ("a\n", "a\nb\n", "a\nb # Bob\n", "a\nb\n"),
      // Text and ends of lines are ours.
      ("a\n", "# us\n a  # A\r\n\nb", "a\nc # C\n", "# us\n a  # A\r\n\nb\nc # C\n"),
      ("a\r\n", "a\r\nb\r\n", "a\r\nc\r\n", "a\r\nb\r\nc\r\n"),
      // The same key in other words.
      (
        "\(long)\n", "0x\(long.lowercased())\nb\n", "\(long)\nc\n",
        "0x\(long.lowercased())\nb\nc\n"
      ),
      ("a\n", "a\n\(long)\n", "a\n\(long)!\n", "a\n\(long)\n\(long)!\n"),
      ("a\nA\n", "a\nA\nb\n", "A\n", "A\nb\n"),
      // One side alone, or both alike.
      ("a\n", "a\n", "b", "b"), ("a\n", "b", "a\n", "b"), ("a\n", "b\n", "b\n", "b\n"),
      ("a\n", nil, "a\n", "no file"), ("a\n", "a\n", nil, "no file"), ("a\n", nil, nil, "no file"),
      (nil, "a\n", nil, "a\n"), (nil, nil, "a\n", "a\n"), (nil, "a\n", "b\n", "a\nb\n"),
      // Nobody left, or a file that one has taken away and the other has changed.
      ("a\nb\n", "a\n", "b\n", "conflict"), ("a\n", nil, "a\nb\n", "conflict"),
      ("a\n", "a\nb\n", nil, "conflict"),
    ] as [(String?, String?, String?, String)])
  func `merges as sets`(base: String?, ours: String?, theirs: String?, expected: String) {
    #expect(merge(base, ours, theirs) == expected)
  }

  @Test(arguments: (0..<4).map { _ in UInt64.random(in: 0...UInt64.max) })
  func `has just what either has added, and nothing that either has removed`(seed: UInt64) {
    var random = EntrySamples(seed: seed)
    for _ in 0..<2000 {
      let files = (0..<3).map { _ in
        (0..<6).filter { _ in Bool.random(using: &random) }.map { id in
          "\(id == 5 ? "" : " ")id\(id)\(Bool.random(using: &random) ? " # \(id)" : "")"
        }.shuffled(using: &random)
      }
      let sets = files.map { Set($0.map { $0.split(separator: " ")[0] }) }
      let (base, ours, theirs) = (sets[0], sets[1], sets[2])
      let expected = base.intersection(ours).intersection(theirs)
        .union(ours.subtracting(base)).union(theirs.subtracting(base))
      let texts = files.map { Array($0.map { "\($0)\n" }.joined().utf8) }
      let result = RecipientsMerge.merge(base: texts[0], ours: texts[1], theirs: texts[2])
      switch result {
      case .file(let bytes):
        #expect(Set(RecipientsLines(bytes).ids.map { $0[...] }) == expected, "seed \(seed)")
        #expect(RecipientsLines(bytes).ids.count == expected.count, "seed \(seed)")
        // What is left of our lines is as it was, and comes first.
        let kept = RecipientsLines(texts[1]).lines.filter { expected.contains(($0.id ?? "")[...]) }
        #expect(bytes.starts(with: kept.flatMap(\.bytes)) || texts[1] == texts[0], "seed \(seed)")
      case .conflict: #expect(expected.isEmpty, "seed \(seed)")
      case .noFile: Issue.record("seed \(seed)")
      }
    }
  }

  @Test(arguments: ["", "a", "a\n", "a\r\nb\r\n\r\n# c", "\n\n a # b\n", "\ra\rb"])
  func `takes a file apart and together`(text: String) throws {
    let lines = RecipientsLines(Array(text.utf8))
    #expect(lines.bytes == Array(text.utf8))
    let ids = try? RecipientsFile(Array(text.utf8), path: FilePath("/f")).ids
    #expect(lines.ids == ids ?? [])
  }
}
