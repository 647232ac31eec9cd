/// The words of which passphrases are made.
enum WordList {
  /// How many there are.
  static var count: Int { places.count }

  /// One of them, by its number from 0.
  ///
  /// - Returns: Its letters, in memory that stays.
  static func word(_ number: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: text[places[number]])
  }

  private static var text: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: EFFWords.text.utf8Start, count: EFFWords.text.utf8CodeUnitCount)
  }

  private static let places: [Range<Int>] = {
    var places: [Range<Int>] = []
    var start = 0
    for (index, byte) in text.enumerated() where byte <= 0x20 {
      if start < index { places.append(start..<index) }
      start = index + 1
    }
    if start < text.count { places.append(start..<text.count) }
    return places
  }()
}
