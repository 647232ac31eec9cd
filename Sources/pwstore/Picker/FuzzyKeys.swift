/// Keys that can be searched at each keystroke.
struct FuzzyKeys: Sendable {
  private let bytes: [UInt8]
  /// Where each key is in the bytes.
  private let ranges: [Range<Int>]
  /// The keys in lower case, one behind the other.
  private let text: [UInt8]
  /// Where each of them begins, and where the last one ends.
  private let starts: [Int]

  /// Prepares keys.
  ///
  /// - Parameter bytes: The keys, each with a NUL behind it.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var (ranges, text, starts): ([Range<Int>], [UInt8], [Int]) = ([], [], [0])
    text.reserveCapacity(bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      var (start, isASCII) = (0, true)
      for place in bytes.indices {
        let byte = bytes[place]
        guard byte == 0 else {
          if byte >= 0x80 { isASCII = false }
          text.append(FuzzyMatch.foldedASCII(byte))
          continue
        }
        if !isASCII {
          text.removeLast(place - start)
          text += FuzzyMatch.folded(bytes[start..<place])
        }
        ranges.append(start..<place)
        starts.append(text.count)
        (start, isASCII) = (place + 1, true)
      }
    }
    (self.ranges, self.text, self.starts) = (ranges, text, starts)
  }

  var count: Int { ranges.count }

  /// A key by its place in the list.
  subscript(_ index: Int) -> [UInt8] { Array(bytes[ranges[index]]) }

  /// A key in lower case.
  func folded(_ index: Int) -> [UInt8] { Array(text[starts[index]..<starts[index + 1]]) }

  /// Which keys match, the best first; of equal ones first the shorter, then the one
  /// that comes first in the list.
  ///
  /// - Parameters:
  ///   - match: What is looked for.
  ///   - candidates: The only keys to look at; `nil` for all.
  /// - Returns: Their places in the list.
  func best(_ match: FuzzyMatch, among candidates: [Int]? = nil) -> [Int] {
    guard !match.matchesAll else { return Array(0..<count) }
    var table = FuzzyTable()
    var rated: [Rated] = []
    text.withUnsafeBufferPointer { text in
      func rate(_ index: Int) {
        let key = UnsafeBufferPointer(rebasing: text[starts[index]..<starts[index + 1]])
        if let score = match.score(of: key, &table) {
          rated.append(Rated(score: score, length: Int32(clamping: key.count), index: index))
        }
      }
      if let candidates { candidates.forEach(rate) } else { (0..<count).forEach(rate) }
    }
    rated.sort()
    return rated.map(\.index)
  }

  private struct Rated: Comparable {
    let score: Int32
    let length: Int32
    let index: Int

    static func < (a: Rated, b: Rated) -> Bool {
      if a.score != b.score { return a.score > b.score }
      if a.length != b.length { return a.length < b.length }
      return a.index < b.index
    }
  }
}
