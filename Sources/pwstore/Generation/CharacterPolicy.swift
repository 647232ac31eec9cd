import Glibc
import PWCore

/// Passwords of characters: out of which, how many, and how many of which kind at
/// least.
///
/// All passwords that it allows are drawn alike. Their number is known exactly:
///
/// - without minimum counts s^L, for L out of s characters; but blanks, if there are
///   any among them, do not stand at the ends;
/// - with minimum counts what ``ClassCounts`` counts; blanks are left out then.
struct CharacterPolicy {
  private let alphabet: Alphabet
  /// How many characters there are.
  let length: Int
  /// The classes that the password has to have, and all other characters behind
  /// them; `nil` where there are no minimum counts.
  private let counted: (counts: ClassCounts, classes: [[UInt8]])?

  /// Checks what is asked for.
  ///
  /// - Parameters:
  ///   - alphabet: The characters.
  ///   - length: How many there are to be.
  ///   - minimums: How many there are to be of a class at least.
  /// - Throws: ``UsageError``, if no password is like that.
  init(
    _ alphabet: Alphabet, length: Int, minimums: [CharacterClass: Int] = [:]
  ) throws(UsageError) {
    (self.alphabet, self.length) = (alphabet, length)
    guard !alphabet.visible.isEmpty else { throw UsageError("no characters are left to draw from") }
    let needed = CharacterClass.allCases.filter { minimums[$0, default: 0] > 0 }
    guard !needed.isEmpty else {
      counted = nil
      return
    }
    let classes = needed.map { kind in alphabet.visible.filter(kind.contains) }
    for (kind, characters) in zip(needed, classes) where characters.isEmpty {
      throw UsageError("no \(kind.words) are left to draw from, and some are asked for")
    }
    let sum = needed.reduce(0) { $0 + minimums[$1, default: 0] }
    guard sum <= length else {
      throw UsageError(
        "the minimum counts make \(sum) characters, more than the length of \(length)")
    }
    guard length <= ClassCounts.longest else {
      throw UsageError(
        "a password with minimum counts has at most \(ClassCounts.longest) characters")
    }
    let others = alphabet.visible.filter { byte in !needed.contains { $0.contains(byte) } }
    // The others first: what stands last is counted for one length only.
    let sizes =
      [ClassCounts.Class(size: others.count, minimum: 0)]
      + zip(needed, classes).map {
        ClassCounts.Class(size: $1.count, minimum: minimums[$0, default: 0])
      }
    counted = (ClassCounts(length: length, sizes), [others] + classes)
  }

  /// The shortest passwords with so much entropy.
  ///
  /// - Throws: ``UsageError``, if no length is enough.
  init(
    _ alphabet: Alphabet, bits: Int, minimums: [CharacterClass: Int] = [:]
  ) throws(UsageError) {
    let size = Double(alphabet.characters.count)
    let least = minimums.values.reduce(0, +)
    guard alphabet.visible.count != 1 else {
      throw UsageError("one character alone makes no entropy")
    }
    let start = size > 1 ? Int((Double(bits) / log2(size)).rounded(.down)) : 1
    var policy = try CharacterPolicy(alphabet, length: max(start, least, 1), minimums: minimums)
    while policy.entropy < Double(bits) {
      policy = try CharacterPolicy(alphabet, length: policy.length + 1, minimums: minimums)
    }
    self = policy
  }

  /// The logarithm of the number of passwords, to the base 2.
  var entropy: Double {
    if let counted { return counted.counts.total.log2 }
    let (all, visible) = (alphabet.characters.count, alphabet.visible.count)
    let ends = min(length, 2)
    return Double(length - ends) * log2(Double(all)) + Double(ends) * log2(Double(visible))
  }

  /// Draws a password.
  func randomPassword() -> SecretBytes {
    var password = SecretBytes(minimumCapacity: length + 1)
    appendRandomPassword(to: &password)
    return password
  }

  /// Draws a password, behind what is there already.
  func appendRandomPassword(to text: inout SecretBytes) {
    guard let counted else { return alphabet.appendRandomPassword(length: length, to: &text) }
    var generator = SystemRandomNumberGenerator()
    // What is still to be placed of each class.
    var rest = counted.counts.random(using: &generator)
    for position in 0..<length {
      var choice = Int(generator.next(upperBound: UInt(length - position)))
      var number = 0
      while choice >= rest[number] {
        choice -= rest[number]
        number += 1
      }
      rest[number] -= 1
      let characters = counted.classes[number]
      text.append(characters[Int(generator.next(upperBound: UInt(characters.count)))])
    }
  }
}
