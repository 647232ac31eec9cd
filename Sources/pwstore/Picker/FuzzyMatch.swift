/// Words that are looked for in keys: their letters in that order, perhaps with
/// others between them, and the words in any order.
///
/// Case does not count. What stands together, and what stands at the beginning of a
/// part, makes a better match.
struct FuzzyMatch: Hashable, Sendable {
  /// The words, in lower case.
  private let words: [[UInt8]]

  /// Looks for words.
  init(_ words: [[UInt8]]) {
    self.words = words.map(Self.folded).filter { !$0.isEmpty }
  }

  /// Looks for the words of a line, which blanks part.
  init(line: String) { self.init(line.utf8.split(separator: UInt8(ascii: " ")).map(Array.init)) }

  /// Whether every text matches.
  var matchesAll: Bool { words.isEmpty }

  /// Whether what matches is sure to match `other`, too.
  func narrows(_ other: FuzzyMatch) -> Bool {
    other.words.count <= words.count
      && zip(other.words, words).allSatisfy { old, new in
        new.withUnsafeBufferPointer { FuzzyTable.place(of: old, in: $0) != nil }
      }
  }

  /// How good a text in lower case is; `nil` if it lacks one of the words.
  func score(of text: UnsafeBufferPointer<UInt8>, _ table: inout FuzzyTable) -> Int32? {
    var sum: Int32 = 0
    for word in words {
      guard let score = table.score(of: word, in: text) else { return nil }
      sum += score
    }
    return sum
  }

  /// The places of a text in lower case that make it as good as it is.
  func places(in text: [UInt8]) -> Set<Int> {
    var table = FuzzyTable()
    return text.withUnsafeBufferPointer { text in
      words.reduce(into: []) { places, word in
        if table.score(of: word, in: text) != nil {
          places.formUnion(table.bestPlaces(of: word, in: text))
        }
      }
    }
  }

  /// The bytes in lower case: all of Unicode's letters in text, else those of ASCII.
  static func folded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.map(foldedASCII) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return bytes.map(foldedASCII)
    }
    return text.unicodeScalars.flatMap { $0.properties.lowercaseMapping.utf8 }
  }

  /// A letter of ASCII in lower case, or what else it is.
  static func foldedASCII(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
