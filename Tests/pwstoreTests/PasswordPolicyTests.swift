import Foundation
import Testing

@testable import PWCore
@testable import pwstore

/// Generated passwords: that all that are allowed come, and come alike.
@Suite struct PasswordPolicyTests {
  private static let classes: [CharacterClass] = [.lower, .upper, .digits, .symbols]

  private static func alphabet(_ set: String) throws -> Alphabet {
    try Alphabet(listing: Array(set.utf8))
  }

  /// A policy: the set, the length, and the minimum counts in the order of `classes`.
  struct Wanted: Sendable, CustomTestStringConvertible {
    let set: String
    let length: Int
    let minimums: [Int]

    init(_ set: String, _ length: Int, _ minimums: [Int] = []) {
      (self.set, self.length, self.minimums) = (set, length, minimums)
    }

    var testDescription: String { "\(set) \(length) \(minimums)" }

    var counts: [CharacterClass: Int] {
      Dictionary(uniqueKeysWithValues: zip(PasswordPolicyTests.classes, minimums))
    }

    func policy() throws -> CharacterPolicy {
      try CharacterPolicy(alphabet(set), length: length, minimums: counts)
    }

    func allows(_ password: some Collection<UInt8>) -> Bool {
      password.count == length
        && counts.allSatisfy { kind, minimum in password.count(where: kind.contains) >= minimum }
    }
  }

  @Test(arguments: [
    Wanted("ab", 5), Wanted("abA1-", 4, [1]), Wanted("abA1-", 4, [1, 1, 1, 1]),
    Wanted("abcAB12-", 4, [0, 2, 1]), Wanted("abAB12", 5, [2, 1, 2]), Wanted("aA", 6, [3, 3]),
    Wanted("abc", 4, [4]), Wanted("a1", 7, [2, 0, 2]), Wanted("abcdefgh12", 3, [0, 0, 1]),
    Wanted("-_+a", 6, [0, 0, 0, 5]), Wanted("a", 3, [2]), Wanted("1234", 1, [0, 0, 1]),
  ])
  func `counts the passwords that there are`(wanted: Wanted) throws {
    let characters = try Self.alphabet(wanted.set).characters
    var all: [[UInt8]] = [[]]
    for _ in 0..<wanted.length { all = all.flatMap { start in characters.map { start + [$0] } } }
    let count = all.count(where: wanted.allows)
    let entropy = try wanted.policy().entropy
    #expect(abs(exp2(entropy) - Double(count)) < 1e-9 * Double(count), "\(count)")
  }

  @Test func `counts passwords that have no blank at their ends`() throws {
    let environment = Environment(["PASSWORD_STORE_CHARACTER_SET": "ab "])
    let alphabet = try Alphabet(for: environment, withSymbols: true)
    for (length, count) in [(1, 2), (2, 4), (3, 12), (5, 108)] {
      let entropy = try CharacterPolicy(alphabet, length: length).entropy
      #expect(abs(exp2(entropy) - Double(count)) < 1e-9 * Double(count))
    }
    // With minimum counts, there are none at all.
    let counted = try CharacterPolicy(alphabet, length: 3, minimums: [.lower: 1])
    #expect(abs(counted.entropy - 3) < 1e-9)
  }

  @Test(arguments: [Wanted("abA1", 4, [1, 1, 1]), Wanted("aA1-", 4, [0, 2]), Wanted("abc", 4)])
  func `draws each of them as often as the others`(wanted: Wanted) throws {
    let policy = try wanted.policy()
    var counts: [[UInt8]: Int] = [:]
    for _ in 0..<20_000 { counts[Self.draw(policy), default: 0] += 1 }
    let number = Int(exp2(policy.entropy).rounded())
    #expect(counts.count == number)
    #expect(counts.keys.allSatisfy { wanted.allows($0) })
    let expected = Double(20_000) / Double(number)
    Self.expectChance(counts.values.map { (Double($0), expected) }, freedom: number - 1)
  }

  @Test(arguments: [
    Wanted("[:graph:]", 6, [1, 1, 1, 1]), Wanted("[:alnum:]", 6, [0, 0, 3]),
    Wanted("[:graph:]", 8, [2, 2, 2, 2]), Wanted("[:graph:]", 4), Wanted("0-9", 4),
    Wanted("a-zA-Z%&", 5, [0, 1, 0, 3]),
  ])
  func `keeps to each policy, and draws evenly, in 100,000 draws`(wanted: Wanted) throws {
    let policy = try wanted.policy()
    let draws = 100_000
    // For each position: how often each byte came.
    var counts = Array(repeating: 0, count: wanted.length << 7)
    var bad = 0
    // One buffer for many: each has memory pages of its own.
    for _ in 0..<(draws / 1000) {
      var text = SecretBytes(minimumCapacity: 1000 * wanted.length)
      for _ in 0..<1000 { policy.appendRandomPassword(to: &text) }
      text.withBytes { bytes in
        #expect(bytes.count == 1000 * wanted.length)
        for start in stride(from: 0, to: bytes.count, by: wanted.length) {
          var kinds = [0, 0, 0, 0]
          for position in 0..<wanted.length {
            let byte = Int(bytes[start + position] & 0x7F)
            if let kind = Self.kinds[byte] { kinds[kind] += 1 }
            counts[position << 7 | byte] += 1
          }
          if !zip(kinds, wanted.minimums).allSatisfy({ $0 >= $1 }) { bad += 1 }
        }
      }
    }
    #expect(bad == 0)
    let characters = try Self.alphabet(wanted.set).characters
    let chances = Self.chances(of: wanted, characters)
    for position in 0..<wanted.length {
      let pairs = characters.map { byte in
        (
          Double(counts[position << 7 | Int(byte)]),
          Double(draws) * chances[Self.kinds[Int(byte)] ?? 0]
        )
      }
      Self.expectChance(pairs, freedom: characters.count - 1)
    }
  }

  /// The number of each byte's class.
  private static let kinds: [Int?] = (0..<128).map { byte in
    CharacterClass.of(byte).flatMap { classes.firstIndex(of: $0) }
  }

  /// How likely a character of each class is at any place, by going through all
  /// numbers of characters that the classes can have.
  private static func chances(of wanted: Wanted, _ characters: [UInt8]) -> [Double] {
    let sizes = classes.map { kind in characters.count(where: kind.contains) }
    var (sum, means) = (0.0, [0.0, 0.0, 0.0, 0.0])
    func visit(_ counts: [Int], _ weight: Double) {
      guard counts.count < 4 else {
        guard counts.reduce(0, +) == wanted.length else { return }
        sum += weight
        for kind in 0..<4 { means[kind] += weight * Double(counts[kind]) }
        return
      }
      let kind = counts.count
      let minimum = kind < wanted.minimums.count ? wanted.minimums[kind] : 0
      let rest = wanted.length - counts.reduce(0, +)
      guard minimum <= rest else { return }
      for count in minimum...rest {
        let factorial = (0..<count).reduce(1.0) { $0 * Double($1 + 1) }
        visit(counts + [count], weight * pow(Double(sizes[kind]), Double(count)) / factorial)
      }
    }
    visit([], 1)
    return (0..<4).map { kind in
      sizes[kind] == 0 ? 0 : means[kind] / sum / Double(wanted.length) / Double(sizes[kind])
    }
  }

  /// Expects counts that come by chance with a probability of at least 1e-9.
  private static func expectChance(
    _ counts: some Sequence<(count: Double, expected: Double)>, freedom: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let square = counts.reduce(0) { $0 + pow($1.count - $1.expected, 2) / $1.expected }
    guard freedom > 0 else { return }
    // After Wilson and Hilferty, this is nearly normal.
    let spread = 2 / (9 * Double(freedom))
    let deviation = (cbrt(square / Double(freedom)) - (1 - spread)) / spread.squareRoot()
    #expect(abs(deviation) < 6, "chi-square \(square)", sourceLocation: sourceLocation)
  }

  private static func draw(_ policy: CharacterPolicy) -> [UInt8] {
    policy.randomPassword().withBytes { bytes in (0..<bytes.count).map { bytes[$0] } }
  }

  @Test func `is as long as the bits need`() throws {
    let graph = try Self.alphabet("[:graph:]")
    for bits in [1, 6, 7, 64, 128, 1024] {
      for minimums in [[:], [.digits: 2, .symbols: 1]] as [[CharacterClass: Int]] {
        let policy = try CharacterPolicy(graph, bits: bits, minimums: minimums)
        #expect(policy.entropy >= Double(bits))
        let sum = minimums.values.reduce(0, +)
        guard policy.length > max(sum, 1) else { continue }
        let shorter = try CharacterPolicy(graph, length: policy.length - 1, minimums: minimums)
        #expect(shorter.entropy < Double(bits))
      }
    }
    #expect(try CharacterPolicy(Self.alphabet("0-9a-f"), bits: 128).length == 32)
    #expect(throws: UsageError.self) { try CharacterPolicy(Self.alphabet("a"), bits: 8) }
    #expect(throws: UsageError.self) {
      try CharacterPolicy(Self.alphabet("1"), bits: 8, minimums: [.digits: 1])
    }
    // What is hard to meet by chance comes as fast as anything else.
    let hard = Wanted("[:graph:]", 256, [0, 0, 250])
    #expect(wanted(hard, Self.draw(try hard.policy())))
  }

  private func wanted(_ wanted: Wanted, _ password: [UInt8]) -> Bool { wanted.allows(password) }

  @Test(arguments: [
    (Wanted("abc", 3, [2, 2]), "upper-case letters"), (Wanted("", 3), "no characters"),
    (Wanted("a1", 3, [2, 0, 2]), "make 4 characters, more than the length of 3"),
    (Wanted("a1", 257, [1]), "at most 256"),
  ])
  func `refuses what no password can be`(wanted: Wanted, reason: String) throws {
    let error = #expect(throws: UsageError.self) { try wanted.policy() }
    #expect(error?.description.contains(reason) == true)
  }

  @Test func `reads sets as people write them`() throws {
    func set(_ text: String) throws -> String {
      String(decoding: try Self.alphabet(text).characters, as: UTF8.self)
    }
    #expect(try set("cab") == "abc")
    #expect(try set("a-dX-Z1-3") == "123XYZabcd")
    #expect(try set("!-*a-") == "!*-a" && set("*-_") == "*-_" && set("-a-c") == "-abc")
    #expect(try set("a-Z") == "-Za" && set("[a]") == "[]a" && set("[:x:]") == ":[]x")
    #expect(try set("[:digit:][:digit:]a") == "0123456789a")
    #expect(try set("[:graph:]").utf8.elementsEqual(0x21...0x7E))
    for bad in ["ä", "a b", "z-a", "\t"] {
      #expect(throws: UsageError.self) { try Self.alphabet(bad) }
    }
  }

  @Test func `computes with large numbers`() {
    let (a, b) = (BigNumber.power(94, 200), BigNumber.power(62, 190))
    var (sum, difference) = (a, a)
    sum += b
    difference -= b
    var squares = a * a
    squares -= b * b
    #expect(sum * difference == squares && !(sum < a) && difference < a && b < a)
    var number = a
    number.multiply(by: .max)
    number.divide(by: .max)
    #expect(number == a)
    difference -= difference
    #expect(difference.isZero && difference.log2 == -.infinity)
    #expect(BigNumber.power(2, 1000).log2 == 1000 && BigNumber(1).log2 == 0)
    #expect(abs(a.log2 - 200 * log2(94)) < 1e-9)
    var generator = SystemRandomNumberGenerator()
    var counts = [0, 0, 0]
    for _ in 0..<3000 {
      let number = BigNumber.random(below: BigNumber(3), using: &generator)
      for digit in 0..<3 where number == BigNumber(UInt64(digit)) { counts[digit] += 1 }
      #expect(BigNumber.random(below: a, using: &generator) < a)
    }
    Self.expectChance(counts.map { (Double($0), 1000) }, freedom: 2)
  }
}
