/// What was typed for a command, sorted by its parameters.
///
///     let name = try arguments[entry]        // Positional<EntryName>
///     let line = try arguments[clip]         // Option<Int>: an Int?
///
/// Values are made when they are asked for, so a command asks for all of them
/// before it does anything.
struct Arguments: Sendable {
  /// The values of each option in the order given; `nil` is one left out.
  private var options: [String: [Argument?]] = [:]
  private var words: [String: [Argument]] = [:]

  /// Notes that an option was given.
  mutating func add(_ value: Argument?, to option: Parameter) {
    options[option.name, default: []].append(value)
  }

  /// Notes the words that belong to a positional parameter.
  mutating func set(_ values: some Sequence<Argument>, of positional: Parameter) {
    words[positional.name] = Array(values)
  }

  /// How often the option was given.
  func count(of option: Parameter) -> Int { options[option.name]?.count ?? 0 }

  /// Whether the parameter got no words.
  func isEmpty(_ positional: Parameter) -> Bool { words[positional.name]?.isEmpty ?? true }

  /// Whether the flag was given.
  subscript(_ flag: Flag) -> Bool { options[flag.parameter.name] != nil }

  /// The option's last value; `nil` if it was not given.
  subscript<Value>(_ option: Option<Value>) -> Value? {
    get throws {
      guard let last = options[option.parameter.name]?.last else { return nil }
      return try last.map(option.read) ?? option.bare
    }
  }

  /// The option's values in the order given.
  subscript<Value>(_ option: RepeatedOption<Value>) -> [Value] {
    get throws {
      try (options[option.parameter.name] ?? []).compactMap { $0 }.map(option.read)
    }
  }

  /// The value of a word, or of all words that the parameter stands for.
  subscript<Value>(_ positional: Positional<Value>) -> Value {
    get throws { try positional.read(words[positional.parameter.name] ?? []) }
  }
}
