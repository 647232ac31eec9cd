import PWCore

/// The characters that a generated password may have.
struct Alphabet: Sendable {
  /// The bytes, each once.
  let characters: [UInt8]

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
      characters = Self.alphanumeric + (withSymbols ? Self.punctuation : [])
      return
    }
    // Only tr(1) knows all that tr(1) takes: classes, ranges, escapes. It is
    // asked which of all bytes it would keep.
    var filter = ChildProcess(["tr", "-dc", "--"].map { Array($0.utf8) } + [set])
    filter.input = .bytes(Array(0...255))
    filter.environment = ["LC_ALL": [UInt8(ascii: "C")]]
    characters = try filter.run().output.filter { $0 != 0 && $0 != UInt8(ascii: "\n") }
    guard characters.contains(where: { !Self.isBlank($0) }) else {
      throw PassError(
        "Could not generate password from /dev/urandom.",
        hint: "the set of characters in \(name) is empty, or none that tr(1) takes")
    }
  }

  /// Draws a password, in which each character is as likely as the others, but
  /// for blanks at both ends, which would not survive being typed.
  ///
  /// - Parameter length: How many characters, at least one.
  /// - Returns: The password.
  func randomPassword(length: Int) -> SecretBytes {
    var generator = SystemRandomNumberGenerator()
    let visible = characters.filter { !Self.isBlank($0) }
    var password = SecretBytes(minimumCapacity: length + 1)
    for position in 0..<length {
      let isEnd = position == 0 || position == length - 1
      let choices = isEnd ? visible : characters
      password.append(choices[Int(generator.next(upperBound: UInt(choices.count)))])
    }
    return password
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
