/// Random numbers that are the same for the same seed.
///
/// The algorithm is SplitMix64.
struct EntrySamples: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func dictionary() -> [String: String] {
    var fields: [String: String] = [:]
    for _ in 0..<Int.random(in: 0...6, using: &self) { fields[name()] = value() }
    return fields
  }

  /// A name that is legal.
  mutating func name() -> String {
    guard oneIn(3) else { return pick(Self.names) }
    let inner = (0..<Int.random(in: 0...4, using: &self)).map { _ in pick(Self.nameParts) }
    var name = "a" + inner.joined() + pick(["a", "é", ":", "|"])
    // A colon with a blank behind it would end the name.
    while name.contains(": ") || name.contains(":\t") {
      name = name.replacing(": ", with: ":").replacing(":\t", with: ":")
    }
    return name
  }

  mutating func value() -> String {
    if oneIn(4) { return pick(Self.values) }
    return (0..<Int.random(in: 0...8, using: &self)).map { _ in pick(Self.valueParts) }.joined()
  }

  /// A text as people write it, and as they should not.
  mutating func handWritten() -> String {
    let lineBreak = pick(["\n", "\n", "\r\n"])
    var text = pick(["", "p", "p w ", "u: a", "---", "|", "p\r"])
    for _ in 0..<Int.random(in: 0...9, using: &self) {
      text += oneIn(12) ? pick(["\n", "\r\n"]) : lineBreak
      text += oneIn(6) ? value() : pick(Self.lines)
    }
    return oneIn(3) ? text : text + lineBreak
  }

  private mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  private mutating func pick(_ choices: [String]) -> String {
    choices[Int.random(in: 0..<choices.count, using: &self)]
  }

  private static let names = [
    "password", "Password", "notes", "Notes", "u", "U", "user name", "otpauth", "---", "|", "url",
    "otpauth://totp", "caf\u{e9}", "cafe\u{301}", "CAF\u{c9}", "a:b", "a:", ":a", "#", "ß", "SS",
  ]
  private static let nameParts = ["a", " ", ":", "\t", "\r", "é", "🏠", "|", "-"]
  private static let values = [
    "", "|", "||", "---", " ", "\n", "\r", "\r\n", "u: a", "  x", "x ", "\tx", "a\nb", "a\n", "\na",
    "|\n", "---\nx", "x\n---", "notes: x", "password: x", "\u{feff}x", "\u{85}", "\u{2028}", "null",
    "\"x\"", "\\", "\u{1b}[2J", "\u{7f}",
  ]
  private static let valueParts = [
    "a", "b", " ", "  ", "\n", "\r", "\t", ":", ": ", "|", "-", "---", "\n  ", "\n---\n", "é",
    "e\u{301}", "🏠", "\"", "\\", "\u{1}", "\u{1f}", "u: ",
  ]
  private static let lines = [
    "", "", "---", "|", "  ", "  x", "   x", " x", "u: a", "u: |", "u: |", "U: b", "u:\t|", "v: |",
    "v: ", "v:", "# c", "otpauth://totp/x?secret=A", "password: q", "password: ", "password: |",
    "Password: r", "notes: n", "notes: |", "Notes: m", "x\r", "u: a\r", "u : a", ": a", "a:: b",
    "caf\u{e9}: 1", "cafe\u{301}: 2", "|\r", "---\r", "  |", "user name: x: y",
  ]
}
