/// Words that are looked for in keys: their letters in that order, perhaps with
/// others between them, and the words in any order.
///
/// Case does not count. What stands together, and what stands at the beginning of a
/// part, makes a better match; the shorter key breaks ties.
struct FuzzyMatch {
  private let words: [[UInt8]]

  /// Looks for words.
  init(_ words: [[UInt8]]) {
    self.words = words.map(Self.folded).filter { !$0.isEmpty }
  }

  /// The keys that have all words, the best first, and of equal ones in the order
  /// given.
  func best<Key>(of keys: [Key], _ bytes: (Key) -> [UInt8]) -> [Key] {
    let rated = keys.enumerated().compactMap { index, key -> (Int, Int, Int, Key)? in
      let text = bytes(key)
      return score(of: text).map { ($0, text.count, index, key) }
    }
    return rated.sorted { ($1.0, $0.1, $0.2) < ($0.0, $1.1, $1.2) }.map(\.3)
  }

  /// How good a key is; `nil` if it lacks one of the words.
  func score(of key: [UInt8]) -> Int? {
    let text = Self.folded(key)
    var sum = 0
    for word in words {
      guard let score = Self.score(of: word, in: text) else { return nil }
      sum += score
    }
    return sum
  }

  private static let boundaries = Set("/.-_@ :+#".utf8)

  /// The best of all ways in which a word is in a text.
  private static func score(of word: [UInt8], in text: [UInt8]) -> Int? {
    guard word.count <= text.count, isSubsequence(word, of: text) else { return nil }
    // For each place: the best score of the letters so far with the last one there.
    var row = [Int?](repeating: nil, count: text.count)
    for (number, letter) in word.enumerated() {
      var next = [Int?](repeating: nil, count: text.count)
      var bestBefore: Int?
      for place in text.indices {
        if text[place] == letter {
          let isStart = place == 0 || boundaries.contains(text[place - 1])
          let own = 1 + (isStart ? 8 : 0)
          if number == 0 {
            next[place] = own
          } else {
            let apart = bestBefore.map { $0 + own }
            let together = place > 0 ? row[place - 1].map { $0 + own + 6 } : nil
            next[place] = [apart, together].compactMap { $0 }.max()
          }
        }
        if place > 0, let before = row[place - 1] { bestBefore = max(bestBefore ?? before, before) }
      }
      row = next
    }
    return row.compactMap { $0 }.max()
  }

  private static func isSubsequence(_ word: [UInt8], of text: [UInt8]) -> Bool {
    var place = 0
    for byte in text where place < word.count && byte == word[place] { place += 1 }
    return place == word.count
  }

  /// The bytes in lower case: all of Unicode's letters in text, else those of ASCII.
  private static func folded(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) == nil {
      return bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
    return Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
  }
}
