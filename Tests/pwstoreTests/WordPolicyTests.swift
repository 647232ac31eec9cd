import Foundation
import Testing

@testable import PWCore
@testable import pwstore

@Suite struct WordPolicyTests {
  private static let words = (0..<WordList.count).map {
    String(decoding: WordList.word($0), as: UTF8.self)
  }

  @Test func `has a list in which no word begins another`() {
    #expect(Self.words.count == 7776 && Set(Self.words).count == 7776)
    #expect(Self.words.first == "abacus" && Self.words.last == "zoom")
    #expect(Self.words.allSatisfy { word in word.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } })
    #expect(Self.words.allSatisfy { $0.first?.isLowercase == true })
    // What begins with a word stands right behind it.
    let sorted = Self.words.sorted()
    #expect(!zip(sorted, sorted.dropFirst()).contains { $1.hasPrefix($0) })
  }

  @Test func `draws all words alike`() {
    let phrase = WordPolicy(count: 200, separator: [0x0A], capitals: .random)
    var counts: [String: Int] = [:]
    var capitals = 0
    for _ in 0..<500 {
      let text = phrase.randomPassword().withRawBytes { String(decoding: $0, as: UTF8.self) }
      let words = text.split(separator: "\n")
      #expect(words.count == 200)
      for word in words {
        counts[word.lowercased(), default: 0] += 1
        if word.first?.isUppercase == true { capitals += 1 }
      }
    }
    #expect(Set(counts.keys).isSubset(of: Self.words))
    let expected = 100_000.0 / 7776
    let square = Self.words.reduce(0) { sum, word in
      sum + pow(Double(counts[word] ?? 0) - expected, 2) / expected
    }
    // Six standard deviations of a sum of 7,775 squares; and of 100,000 coins.
    #expect(abs(square - 7775) < 6 * (2 * 7775.0).squareRoot(), "\(square)")
    #expect(abs(capitals - 50_000) < 950)
  }

  @Test func `joins words as it is told to`() {
    func text(_ phrase: WordPolicy) -> String {
      phrase.randomPassword().withRawBytes { String(decoding: $0, as: UTF8.self) }
    }
    let plain = text(WordPolicy(count: 40, separator: Array("·".utf8)))
    #expect(plain.split(separator: "·").count == 40 && plain == plain.lowercased())
    let first = text(WordPolicy(count: 40, separator: Array(" ".utf8), capitals: .first))
    #expect(first.split(separator: " ").allSatisfy { $0.first?.isUppercase == true })
    #expect(!text(WordPolicy(count: 1)).contains(" "))
    #expect(abs(WordPolicy(count: 6).entropy - 77.548) < 0.001)
    #expect(abs(WordPolicy(count: 6, capitals: .random).entropy - 83.548) < 0.001)
    #expect(abs(WordPolicy(count: 6, capitals: .first).entropy - 77.548) < 0.001)
  }
}
