/// Something a command takes, as the parser and the help see it.
///
/// Commands declare a ``Flag``, ``Option`` or ``Positional``, which hold one.
struct Parameter: Sendable {
  /// The long option's name, without dashes; the name of a positional one, in
  /// capitals.
  var name: String
  /// The one-letter option; always ASCII.
  var short: Character?
  var kind: Kind
  /// One line for the help, without a final period.
  var help: String
  /// What a shell offers for the value.
  var completion = Completion.nothing
  /// Whether what is attached to the one-letter form is a value that may be left
  /// out, and not more letters.
  var letterTakesValue = true
  /// Whether it came later than others, which a beginning of their names that it
  /// shares keeps standing for.
  var isLater = false

  /// What form a parameter has on the command line.
  enum Kind: Sendable, Equatable {
    case flag
    /// An option with a value that is called `value` in the help.
    case option(value: String, mayBeLeftOut: Bool)
    /// A word that is not an option. There is no limit where `maximum` is `nil`.
    case positional(minimum: Int, maximum: Int?)
    /// All words behind `--`, a program's name first.
    case commandLine
  }

  /// What a shell can offer to complete a word.
  indirect enum Completion: Sendable, Equatable {
    case nothing
    case entries
    case folders
    case entriesAndFolders
    /// `KEY` or `KEY#FIELD`.
    case references
    /// `VAR=KEY` or `VAR=KEY#FIELD`.
    case variables
    /// A field that each entry has.
    case fields
    /// `FIELD`, `FIELD=VALUE` or `FIELD=@FILE`.
    case assignments
    case files
    case directories
    case recipients
    case revisions
    case remotes
    case commands
    case words([String])
    /// One of some words and what follows it, or something else.
    case verb([String], then: Completion, else: Completion)
    /// A program and all that it takes.
    case commandLine
    /// What `git` takes behind these words.
    case git([String])
  }

  /// Whether it begins with a dash.
  var isOption: Bool {
    switch kind {
    case .flag, .option: true
    case .positional, .commandLine: false
    }
  }
}

/// An option without a value; `arguments[flag]` tells whether it was given.
struct Flag: Sendable {
  let parameter: Parameter

  init(_ long: String, _ short: Character, _ help: String) {
    parameter = Parameter(name: long, short: short, kind: .flag, help: help)
  }

  init(_ long: String, isLater: Bool = false, _ help: String) {
    parameter = Parameter(name: long, kind: .flag, help: help, isLater: isLater)
  }
}

/// An option with a value; `arguments[option]` is the last one given, or `nil`.
struct Option<Value: Sendable>: Sendable {
  let parameter: Parameter
  /// What the option means when it is given without a value.
  let bare: Value?
  /// Makes the value out of what was typed, or throws what the user should see.
  let read: @Sendable (Argument) throws -> Value

  /// Declares an option.
  ///
  /// - Parameters:
  ///   - long: The name, without dashes.
  ///   - short: The one-letter form.
  ///   - value: What the help calls the value, in capitals.
  ///   - bare: Where the value may be left out, what the option then means.
  ///     Such a value has to be attached: `-c2`, `--clip=2`.
  ///   - isLater: See ``Parameter/isLater``.
  ///   - completion: What a shell offers for the value.
  ///   - letterTakesValue: Whether a value that may be left out may be attached to
  ///     the one-letter form, too.
  ///   - help: One line, without a final period.
  ///   - read: Makes the value.
  init(
    _ long: String, _ short: Character? = nil, value: String, bare: Value? = nil,
    isLater: Bool = false, completion: Parameter.Completion = .nothing,
    letterTakesValue: Bool = true, _ help: String,
    read: @escaping @Sendable (Argument) throws -> Value
  ) {
    parameter = Parameter(
      name: long, short: short, kind: .option(value: value, mayBeLeftOut: bare != nil), help: help,
      completion: completion, letterTakesValue: letterTakesValue, isLater: isLater)
    (self.bare, self.read) = (bare, read)
  }
}

/// An option that may be given several times; `arguments[option]` has them all.
struct RepeatedOption<Value: Sendable>: Sendable {
  let parameter: Parameter
  let read: @Sendable (Argument) throws -> Value

  /// Declares an option; the parameters are those of ``Option``.
  init(
    _ long: String, _ short: Character? = nil, value: String,
    completion: Parameter.Completion = .nothing, _ help: String,
    read: @escaping @Sendable (Argument) throws -> Value
  ) {
    parameter = Parameter(
      name: long, short: short, kind: .option(value: value, mayBeLeftOut: false), help: help,
      completion: completion)
    self.read = read
  }
}

/// A word that is no option; `arguments[positional]` is a value, an optional one
/// or an array, as it is declared.
struct Positional<Value: Sendable>: Sendable {
  let parameter: Parameter
  let read: @Sendable ([Argument]) throws -> Value

  /// Declares a word that must be there.
  init(
    _ name: String, completion: Parameter.Completion = .nothing, _ help: String,
    read: @escaping @Sendable (Argument) throws -> Value
  ) {
    parameter = Parameter(
      name: name, kind: .positional(minimum: 1, maximum: 1), help: help, completion: completion)
    // The parser has made sure that there is one.
    self.read = { try read($0[0]) }
  }

  /// Declares a word that may be left out.
  init<Each>(
    optional name: String, completion: Parameter.Completion = .nothing, _ help: String,
    read: @escaping @Sendable (Argument) throws -> Each
  ) where Value == Each? {
    parameter = Parameter(
      name: name, kind: .positional(minimum: 0, maximum: 1), help: help, completion: completion)
    self.read = { try $0.first.map(read) }
  }

  /// Declares as many words as there are, but at least `minimum`.
  ///
  /// A command can have one such parameter. Others may stand behind it.
  init<Each>(
    repeated name: String, atLeast minimum: Int = 0,
    completion: Parameter.Completion = .nothing, _ help: String,
    read: @escaping @Sendable (Argument) throws -> Each
  ) where Value == [Each] {
    parameter = Parameter(
      name: name, kind: .positional(minimum: minimum, maximum: nil), help: help,
      completion: completion)
    self.read = { try $0.map(read) }
  }

  /// Declares a command line for another program, which stands behind `--`.
  init(commandLine name: String, _ help: String) where Value == [[UInt8]] {
    parameter = Parameter(name: name, kind: .commandLine, help: help, completion: .commandLine)
    read = { $0.map(\.bytes) }
  }
}
