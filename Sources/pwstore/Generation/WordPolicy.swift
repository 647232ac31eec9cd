import Glibc
import PWCore

/// Passwords of words.
///
/// All of them are drawn alike, and no two of them read the same, since no word of
/// the list is the beginning of another. So their number is 7776^n for n words, and
/// 15552^n where each may have a capital or not.
struct WordPolicy {
  /// How many words there are.
  var count: Int
  /// What stands between them.
  var separator = Array("-".utf8)
  var capitals = Capitals.none

  /// Which words begin with a capital letter.
  enum Capitals: String, CaseIterable, Sendable {
    case none
    /// Each.
    case first
    /// Each or not, by chance.
    case random
  }

  /// The most words that can be asked for.
  static let longest = 256

  /// The logarithm of the number of passphrases, to the base 2.
  var entropy: Double { Double(count) * bitsOfEach }

  /// The logarithm of what each word can be.
  var bitsOfEach: Double { log2(Double(WordList.count)) + (capitals == .random ? 1 : 0) }

  /// Draws a passphrase.
  func randomPassword() -> SecretBytes {
    var generator = SystemRandomNumberGenerator()
    var text = SecretBytes()
    for number in 0..<count {
      if number > 0 { text.append(separator) }
      let word = WordList.word(Int(generator.next(upperBound: UInt(WordList.count))))
      let isCapital =
        switch capitals {
        case .none: false
        case .first: true
        case .random: generator.next(upperBound: UInt(2)) == 1
        }
      // All of them begin with a letter, which this bit makes small.
      text.append(isCapital ? word[0] & ~0x20 : word[0])
      text.append(UnsafeRawBufferPointer(rebasing: word[1...]))
    }
    return text
  }
}
