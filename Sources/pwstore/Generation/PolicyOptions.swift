import PWCore

/// What a password is to be like, as far as options or the rule of a site say it.
struct PolicyOptions: Equatable {
  /// What kind of password is meant.
  enum Form: Equatable { case characters, words, pin }

  /// The kind, if something was said that goes with one kind only.
  private(set) var form: Form?
  /// The option that has told the kind.
  private var formOption = ""

  /// How many characters there are to be.
  private(set) var length: Int?
  private(set) var bits: Int?
  private(set) var minimums: [CharacterClass: Int] = [:]
  private(set) var charset: Alphabet?
  private(set) var leavesOutLookAlikes = false
  private(set) var leavesOutSymbols = false
  /// How many words, or digits of a PIN; `nil` for the usual number.
  private(set) var count: Int?
  private(set) var separator: [UInt8]?
  private(set) var capitals: WordPolicy.Capitals?

  /// What options have before their names, for messages.
  private let dashes: String

  /// Nothing yet.
  ///
  /// - Parameter dashes: What stands before the names in messages.
  init(dashes: String = "") { self.dashes = dashes }

  /// Takes one option, by the name that it has on the command line and in rules.
  ///
  /// - Parameters:
  ///   - name: The name, without dashes.
  ///   - value: The value, if there is one.
  /// - Throws: ``UsageError``, if there is no such option, the value is none, or the
  ///   option and those before contradict each other.
  mutating func take(_ name: String, _ value: Argument?) throws(UsageError) {
    switch name {
    case "length":
      length = try number(value, name, 1...(1 << 20))
    case "bits":
      bits = try number(value, name, 1...1024)
    case "charset":
      charset = try Alphabet(listing: value?.bytes ?? [])
    case "no-ambiguous": leavesOutLookAlikes = try nothing(value, name)
    case "no-symbols": leavesOutSymbols = try nothing(value, name)
    case "passphrase":
      count = try value.map { value throws(UsageError) in
        try number(value, name, 1...WordPolicy.longest)
      }
    case "pin":
      count = try value.map { value throws(UsageError) in
        try number(value, name, 1...ClassCounts.longest)
      }
    case "separator": separator = try Self.line(value)
    case "capitalize":
      guard let value else {
        capitals = .first
        break
      }
      guard let chosen = value.text.flatMap(WordPolicy.Capitals.init(rawValue:)) else {
        throw UsageError("\(value) is no way to capitalize: use none, first or random")
      }
      capitals = chosen
    default:
      guard let kind = CharacterClass(rawValue: name) else {
        throw UsageError("there is no option \(quoted(name)) for passwords")
      }
      minimums[kind] = try number(value, name, 0...ClassCounts.longest)
    }
    try settleForm(name)
    try refuseContradictions()
  }

  private mutating func settleForm(_ name: String) throws(UsageError) {
    let new: Form
    switch name {
    case "bits": return
    case "passphrase", "separator", "capitalize": new = .words
    case "pin": new = .pin
    default: new = .characters
    }
    guard form == nil || form == new else {
      throw UsageError(
        "\"\(dashes)\(formOption)\" and \"\(dashes)\(name)\" exclude each other",
        hint: name == "length"
          ? "\"\(dashes)\(form == .pin ? "pin" : "passphrase")=N\" says how many" : nil)
    }
    if form == nil { (form, formOption) = (new, name) }
  }

  private func refuseContradictions() throws(UsageError) {
    if bits != nil, length != nil || count != nil {
      throw UsageError("a number of bits and a length exclude each other")
    }
    if leavesOutSymbols, minimums[.symbols, default: 0] > 0 {
      throw UsageError("\"\(dashes)no-symbols\" and \"\(dashes)symbols\" exclude each other")
    }
  }

  /// These options, and where they say nothing, those of a site's rule.
  ///
  /// A rule for another kind of password does not count at all.
  func over(_ rule: PolicyOptions) -> PolicyOptions {
    guard form == nil || rule.form == nil || form == rule.form else { return self }
    var merged = rule
    if form != nil { (merged.form, merged.formOption) = (form, formOption) }
    if let length { (merged.length, merged.bits) = (length, nil) }
    if let count { (merged.count, merged.bits) = (count, nil) }
    if let bits { (merged.bits, merged.length, merged.count) = (bits, nil, nil) }
    if leavesOutSymbols { (merged.leavesOutSymbols, merged.minimums[.symbols]) = (true, nil) }
    if minimums[.symbols] != nil { merged.leavesOutSymbols = leavesOutSymbols }
    merged.minimums.merge(minimums) { $1 }
    merged.charset = charset ?? rule.charset
    merged.leavesOutLookAlikes = leavesOutLookAlikes || rule.leavesOutLookAlikes
    merged.separator = separator ?? rule.separator
    merged.capitals = capitals ?? rule.capitals
    return merged
  }

  /// What they amount to.
  ///
  /// - Parameter environment: Has the usual length and characters.
  /// - Returns: The policy.
  /// - Throws: ``UsageError`` if no password is like that, and ``PassError`` if the
  ///   environment is wrong.
  func policy(in environment: Environment) throws -> PasswordPolicy {
    switch form {
    case .words:
      var phrase = WordPolicy(count: count ?? 6)
      if let separator { phrase.separator = separator }
      if let capitals { phrase.capitals = capitals }
      if let bits {
        phrase.count = 1
        while phrase.entropy < Double(bits) { phrase.count += 1 }
      }
      return .words(phrase)
    case .pin: return .characters(try characters(Alphabet(.digits), count ?? 6))
    case .characters, nil:
      let usual = try length ?? Generate.passwordLength(of: environment)
      return .characters(try characters(try alphabet(in: environment), usual))
    }
  }

  private func characters(
    _ alphabet: Alphabet, _ length: Int
  ) throws(UsageError) -> CharacterPolicy {
    guard let bits else {
      return try CharacterPolicy(alphabet, length: length, minimums: minimums)
    }
    return try CharacterPolicy(alphabet, bits: bits, minimums: minimums)
  }

  private func alphabet(in environment: Environment) throws -> Alphabet {
    var alphabet =
      try charset ?? Alphabet(for: environment, withSymbols: !leavesOutSymbols)
    let unwanted = CharacterClass.allCases.filter {
      minimums[$0] == 0 || ($0 == .symbols && leavesOutSymbols && charset != nil)
    }
    alphabet.remove { byte in unwanted.contains { $0.contains(byte) } }
    if leavesOutLookAlikes { alphabet.remove(Array(Alphabet.lookAlikes.utf8).contains) }
    return alphabet
  }

  private func number(
    _ value: Argument?, _ name: String, _ range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    let isNumber = value?.bytes.allSatisfy { (0x30...0x39).contains($0) } ?? false
    guard isNumber, let number = value?.text.flatMap({ Int($0) }), range.contains(number) else {
      throw UsageError(
        "\"\(dashes)\(name)\" is to be a number from \(range.lowerBound) to \(range.upperBound)"
          + (value.map { ": \($0)" } ?? ""))
    }
    return number
  }

  private func nothing(_ value: Argument?, _ name: String) throws(UsageError) -> Bool {
    guard value == nil else { throw UsageError("\"\(dashes)\(name)\" takes no value") }
    return true
  }

  private static func line(_ value: Argument?) throws(UsageError) -> [UInt8] {
    let bytes = value?.bytes ?? []
    guard !bytes.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else {
      throw UsageError("a separator has no line breaks")
    }
    return bytes
  }
}
