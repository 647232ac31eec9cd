import PWCore

extension PolicyOptions {
  // How the options are given to commands; what they mean is in `take`.
  static let lower = Option("lower", value: "N", "At least N lower-case letters; 0 for none") { $0 }
  static let upper = Option("upper", value: "N", "At least N upper-case letters; 0 for none") { $0 }
  static let digits = Option("digits", value: "N", "At least N digits; 0 for none") { $0 }
  static let symbols = Option("symbols", value: "N", "At least N symbols; 0 for none") { $0 }
  static let charset = Option(
    "charset", value: "SET", isLater: true, "Draw from these characters, such as 'a-z0-9!%&_-'"
  ) { $0 }
  static let noAmbiguous = Flag(
    "no-ambiguous", isLater: true, "Leave out what is taken for one another: \(Alphabet.lookAlikes)"
  )
  static let passphrase = Option(
    "passphrase", value: "WORDS", bare: nothing, "Make it of words: six, or as many as WORDS says"
  ) { $0 }
  static let separator = Option(
    "separator", value: "S", "What stands between words, in place of a hyphen"
  ) { $0 }
  static let capitalize = Option(
    "capitalize", value: "HOW", bare: nothing, isLater: true,
    completion: .words(WordPolicy.Capitals.allCases.map(\.rawValue)),
    "Begin words with a capital: first (each of them), random, none"
  ) { $0 }
  static let pin = Option(
    "pin", value: "DIGITS", bare: nothing, "Make it of digits: six, or as many as DIGITS says"
  ) { $0 }
  static let length = Option("length", value: "LENGTH", "How many characters") { $0 }
  static let rules = Option(
    "rules", value: "HOST", "Take the rule of this site; with an empty HOST none"
  ) { $0 }
  static let showsEntropy = Flag("show-entropy", "Tell the entropy on standard error")
  static let bits = Option(
    "bits", value: "N", "Make it as long as it takes for N bits of entropy"
  ) { $0 }

  /// Stands for a value that was left out; no word can hold a NUL.
  private static let nothing = Argument([0])

  static let parameters =
    [
      lower, upper, digits, symbols, charset, passphrase, separator, capitalize, pin, bits,
      rules,
    ].map(\.parameter) + [noAmbiguous.parameter, showsEntropy.parameter]

  /// What the commands say of the options.
  static let help = """
    A password has at least so many characters of each kind as --lower, --upper, --digits and \
    --symbols say, and each that is so is as likely as the others. --charset names the characters \
    in place of the environment: each stands for itself, but for ranges such as a-z, A-F and 0-9, \
    and for [:alnum:], [:alpha:], [:lower:], [:upper:], [:digit:], [:punct:] and [:graph:]. \
    --no-ambiguous leaves out \(Alphabet.lookAlikes), which look alike.

    With --passphrase, it is made of words of the EFF's long list, of 12.9 bits each: seven words \
    have 90 bits. With --pin, it is made of digits.

    A site's rule is a setting of git's, "pwstore.generate.HOST", with the same options as words: \
    "length=16 symbols=0 digits=2", "passphrase=5 separator=.". It counts for HOST and the hosts \
    below it, where no other is nearer. The host is that of the entry's field "url", if it is there \
    and the rest of it is kept, or else a part of the key, from the last to the first. --rules \
    names it, and with nothing for HOST, there is no rule. What the command line says goes before \
    the rule, and a rule for another kind of password than it wants does not count.

    The entropy is the logarithm to the base 2 of the number of passwords that could have come: \
    of all that have the minimum counts, not of all of the length. It is told if standard error is \
    a terminal, or with --show-entropy.
    """

  /// Reads what was given to a command.
  ///
  /// - Parameters:
  ///   - arguments: The options.
  ///   - length: The length, if it is given in another way.
  ///   - withoutSymbols: Whether symbols are left out.
  /// - Throws: ``UsageError``.
  init(_ arguments: Arguments, length: Int?, withoutSymbols: Bool) throws {
    self.init(dashes: "--")
    for option in [
      Self.passphrase, Self.pin, Self.separator, Self.capitalize, Self.charset, Self.lower,
      Self.upper, Self.digits, Self.symbols, Self.bits,
    ] {
      guard let value = try arguments[option] else { continue }
      let name = option.parameter.name
      try take(name, value == Self.nothing ? nil : value)
    }
    if arguments[Self.noAmbiguous] { try take("no-ambiguous", nil) }
    if withoutSymbols { try take("no-symbols", nil) }
    if let option = try arguments[Self.length] {
      guard length == nil else { throw UsageError("\"--length\" and LENGTH exclude each other") }
      try take("length", option)
    }
    if let length { try take("length", Argument("\(length)")) }
  }
}
