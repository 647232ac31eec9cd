import PWCore

/// The characters that a generated password may have.
struct Alphabet: Equatable, Sendable {
  /// The bytes, each once.
  let characters: [UInt8]

  /// All but blanks, which would not survive being typed at an end.
  let visible: [UInt8]

  private static let alphanumeric = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  private static let punctuation = Array("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".utf8)

  /// Reads the set that the environment names, or takes the usual one.
  ///
  /// - Throws: ``PassError``, if the set is none, or leaves nothing that can be
  ///   a line.
  init(for environment: Environment, withSymbols: Bool) throws {
    let name =
      withSymbols ? "PASSWORD_STORE_CHARACTER_SET" : "PASSWORD_STORE_CHARACTER_SET_NO_SYMBOLS"
    guard let set = environment.bytes(name), !set.isEmpty else {
      self.init(Self.alphanumeric + (withSymbols ? Self.punctuation : []))
      return
    }
    // Only tr(1) knows all that tr(1) takes: classes, ranges, escapes. It is
    // asked which of all bytes it would keep.
    var filter = ChildProcess(["tr", "-dc", "--"].map { Array($0.utf8) } + [set])
    filter.input = .bytes(Array(0...255))
    filter.environment = ["LC_ALL": [UInt8(ascii: "C")]]
    self.init(try filter.run().output.filter { $0 != 0 && $0 != UInt8(ascii: "\n") })
    guard !visible.isEmpty else {
      throw PassError(
        "Could not generate password from /dev/urandom.",
        hint: "the set of characters in \(name) is empty, or none that tr(1) takes")
    }
  }

  private init(_ characters: [UInt8]) {
    self.characters = characters
    visible = characters.filter { !Self.isBlank($0) }
  }

  /// All characters of a class.
  init(_ kind: CharacterClass) { self.init(kind.characters) }

  /// Reads a set as people write one: the characters, `a-z` and the like for some
  /// letters of one case or digits, and `[:alnum:]` and its kin.
  ///
  /// All else stands for itself, so the symbols that a site allows can be copied
  /// from its page.
  ///
  /// - Throws: ``UsageError`` for what is not ASCII, blanks and control characters.
  init(listing set: [UInt8]) throws(UsageError) {
    var found: Set<UInt8> = []
    var rest = set[...]
    while let byte = rest.first {
      if let (name, classes) = Self.named.first(where: { rest.starts(with: "[:\($0.0):]".utf8) }) {
        found.formUnion(classes.flatMap(\.characters))
        rest = rest.dropFirst(name.utf8.count + 4)
        continue
      }
      guard let kind = CharacterClass.of(byte) else {
        throw UsageError("a set has visible characters of ASCII only: \(quoted(set))")
      }
      let next = Array(rest.prefix(3))
      if kind != .symbols, next.count == 3, next[1] == UInt8(ascii: "-"), kind.contains(next[2]) {
        guard byte <= next[2] else {
          throw UsageError("the range \(quoted(next)) is the wrong way round")
        }
        found.formUnion(byte...next[2])
        rest = rest.dropFirst(3)
      } else {
        found.insert(byte)
        rest = rest.dropFirst()
      }
    }
    self.init(found.sorted())
  }

  private static let named: [(String, [CharacterClass])] = [
    ("alnum", [.lower, .upper, .digits]), ("alpha", [.lower, .upper]), ("lower", [.lower]),
    ("upper", [.upper]), ("digit", [.digits]), ("punct", [.symbols]),
    ("graph", CharacterClass.allCases),
  ]

  /// Leaves characters out.
  mutating func remove(_ isUnwanted: (UInt8) -> Bool) {
    self = Alphabet(characters.filter { !isUnwanted($0) })
  }

  /// The characters that are taken for one another.
  static let lookAlikes = "0O1lI|"

  /// Draws a password, in which each character is as likely as the others, but
  /// for blanks at both ends, which would not survive being typed.
  ///
  /// - Parameters:
  ///   - length: How many characters, at least one.
  ///   - text: Gets the password behind what is there already.
  func appendRandomPassword(length: Int, to text: inout SecretBytes) {
    var generator = SystemRandomNumberGenerator()
    for position in 0..<length {
      let isEnd = position == 0 || position == length - 1
      let choices = isEnd ? visible : characters
      text.append(choices[Int(generator.next(upperBound: UInt(choices.count)))])
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
