/// Finds the best of all ways in which a word stands in a text.
///
/// The table is kept from one text to the next, as allocating it would take longer
/// than filling it.
struct FuzzyTable {
  /// For each letter and each place: the best score of the letters so far with the
  /// last one there.
  private var cells: [Int32] = []
  /// Below all scores, and far from the end of the numbers.
  private static let none = Int32.min / 2

  /// How well a word stands in a text; `nil` if it does not.
  mutating func score(of word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Int32? {
    guard let start = Self.place(of: word, in: text) else { return nil }
    let width = text.count
    let size = word.count * width
    if cells.count < size { cells = [Int32](repeating: 0, count: size) }
    return cells.withUnsafeMutableBufferPointer { cells in
      for number in word.indices {
        let row = number * width
        let letter = word[number]
        for place in 0..<start { cells[row + place] = Self.none }
        var bestBefore = Self.none
        for place in start..<width {
          if number > 0, place > start + 1 {
            bestBefore = max(bestBefore, cells[row - width + place - 2])
          }
          guard text[place] == letter else {
            cells[row + place] = Self.none
            continue
          }
          let own = Self.own(place, in: text)
          guard number > 0 else {
            cells[row + place] = own
            continue
          }
          let together =
            place > 0 ? cells[row - width + place - 1] + Self.bonusTogether : Self.none
          let best = max(bestBefore, together)
          cells[row + place] = best < 0 ? Self.none : best + own
        }
      }
      return cells[(size - width)..<size].max()
    }
  }

  /// The places of the letters, from the table that ``score(of:in:)`` has just filled
  /// for the same word and text.
  func bestPlaces(of word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> [Int] {
    let width = text.count
    var places: [Int] = []
    var end = width
    var wanted: Int32?
    for number in word.indices.reversed() {
      let row = cells[(number * width)..<((number + 1) * width)]
      let best = wanted ?? row.max() ?? Self.none
      guard let place = row.prefix(end).lastIndex(of: best).map({ $0 - row.startIndex }) else {
        return places
      }
      places.append(place)
      guard number > 0 else { break }
      let rest = best - Self.own(place, in: text)
      let before = (number - 1) * width + place - 1
      if place > 0, cells[before] + Self.bonusTogether == rest {
        (wanted, end) = (cells[before], place)
      } else {
        (wanted, end) = (rest, max(place - 1, 0))
      }
    }
    return places
  }

  /// Where a word's first letter may stand at the earliest; `nil` if the text does
  /// not have all letters in their order.
  static func place(of word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = word.first, word.count <= text.count else { return nil }
    var (start, number) = (-1, 0)
    var letter = first
    for place in text.indices where text[place] == letter {
      if number == 0 { start = place }
      number += 1
      guard number < word.count else { return start }
      letter = word[number]
    }
    return nil
  }

  private static let bonusTogether: Int32 = 6

  /// What a letter counts for itself: more at the beginning of a part.
  private static func own(_ place: Int, in text: UnsafeBufferPointer<UInt8>) -> Int32 {
    place == 0 || isBoundary(text[place - 1]) ? 9 : 1
  }

  private static func isBoundary(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "@"), UInt8(ascii: " "), UInt8(ascii: ":"), UInt8(ascii: "+"),
      UInt8(ascii: "#"):
      true
    default: false
    }
  }
}
