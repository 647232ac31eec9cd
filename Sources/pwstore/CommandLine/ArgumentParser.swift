/// Sorts the words of a command line as `getopt_long` does.
///
/// Options stand anywhere, until `--`. Long ones may be shortened as long as
/// they stay unambiguous, and have their value behind `=` or in the next word.
/// Short ones may be joined, and have their value attached or in the next word.
/// A value that may be left out has to be attached. A lone `-` is no option.
struct ArgumentParser {
  private let options: OptionTable
  private let positionals: [Parameter]
  /// What takes the words behind `--`, if they are for another program.
  private let commandLine: Parameter?
  private var arguments = Arguments()
  private var words: [Argument] = []
  private var rest: ArraySlice<Argument>

  /// Sorts `words` by `parameters`.
  ///
  /// - Parameters:
  ///   - words: What stands behind the command's name.
  ///   - parameters: What the command and the program take.
  /// - Returns: What belongs to which parameter.
  /// - Throws: ``UsageError``, with the argument as typed. Asking for help
  ///   makes up for missing words.
  static func parse(
    _ words: some Sequence<Argument>, as parameters: [Parameter]
  ) throws(UsageError) -> Arguments {
    var parser = ArgumentParser(words, parameters)
    try parser.sortOptions()
    if !parser.arguments[GlobalOptions.help] { try parser.distributeWords() }
    return parser.arguments
  }

  private init(_ words: some Sequence<Argument>, _ parameters: [Parameter]) {
    options = OptionTable(parameters)
    commandLine = parameters.first { $0.kind == .commandLine }
    positionals = parameters.filter { !$0.isOption && $0.kind != .commandLine }
    rest = Array(words)[...]
  }

  private mutating func sortOptions() throws(UsageError) {
    while let word = rest.popFirst() {
      if word == "--" {
        if let commandLine { arguments.set(rest, of: commandLine) } else { words += rest }
        return
      } else if word.bytes.starts(with: "--".utf8) {
        try takeLong(word)
      } else if word.bytes.first == UInt8(ascii: "-"), word.bytes.count > 1 {
        try takeShort(word)
      } else {
        words.append(word)
      }
    }
  }

  private mutating func takeLong(_ word: Argument) throws(UsageError) {
    let body = word.bytes.dropFirst(2)
    let name = body.prefix { $0 != UInt8(ascii: "=") }
    let value = name.count < body.count ? Argument(body.dropFirst(name.count + 1)) : nil
    let option = try options.option(long: String(decoding: name, as: UTF8.self))
    switch option.kind {
    case .option(_, mayBeLeftOut: true): arguments.add(value, to: option)
    case .option:
      guard let value = value ?? rest.popFirst() else { throw Self.missingValue(word, option) }
      arguments.add(value, to: option)
    case .flag, .positional, .commandLine:
      guard value == nil else {
        throw UsageError("option \"--\(option.name)\" takes no value: \(word)")
      }
      arguments.add(nil, to: option)
    }
  }

  private mutating func takeShort(_ word: Argument) throws(UsageError) {
    var letters = word.bytes.dropFirst()
    while let letter = letters.popFirst() {
      let option = try options.option(short: letter, in: word)
      guard case .option(_, let mayBeLeftOut) = option.kind else {
        arguments.add(nil, to: option)
        continue
      }
      if !letters.isEmpty {
        arguments.add(Argument(letters), to: option)
      } else if mayBeLeftOut {
        arguments.add(nil, to: option)
      } else {
        guard let value = rest.popFirst() else { throw Self.missingValue(word, option) }
        arguments.add(value, to: option)
      }
      return
    }
  }

  private static func missingValue(_ word: Argument, _ option: Parameter) -> UsageError {
    guard case .option(let value, _) = option.kind else { return UsageError("missing value") }
    return UsageError("option \(word) needs a value: \(value)")
  }

  /// Gives each positional parameter its words: first to all what they must
  /// have, then from left to right what is left.
  private mutating func distributeWords() throws(UsageError) {
    var spare = words.count - positionals.reduce(0) { $0 + Self.limits(of: $1).minimum }
    var unclaimed = words[...]
    for positional in positionals {
      let limits = Self.limits(of: positional)
      guard unclaimed.count >= limits.minimum else {
        throw UsageError("\(positional.name) is missing")
      }
      let extra = max(0, min(spare, (limits.maximum ?? Int.max) - limits.minimum))
      arguments.set(unclaimed.prefix(limits.minimum + extra), of: positional)
      unclaimed.removeFirst(limits.minimum + extra)
      spare -= extra
    }
    if let first = unclaimed.first { throw UsageError("unexpected argument \(first)") }
    if let commandLine, arguments.isEmpty(commandLine) {
      throw UsageError("\(commandLine.name) is missing: it stands behind \"--\"")
    }
  }

  private static func limits(of parameter: Parameter) -> (minimum: Int, maximum: Int?) {
    guard case .positional(let minimum, let maximum) = parameter.kind else { return (0, 0) }
    return (minimum, maximum)
  }
}
