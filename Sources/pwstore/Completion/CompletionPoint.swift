import PWCore

/// What is to stand where the cursor is on a command line.
///
/// Reads the line as ``ArgumentParser`` does, but puts up with all that is missing or
/// wrong: it is being typed.
struct CompletionPoint {
  /// What is to be completed there.
  enum Target: Equatable {
    /// An option, which the shell knows by itself, or nothing.
    case nothing
    /// A command, or the key that may stand in its place.
    case command
    case value(Parameter.Completion)
  }

  private(set) var target = Target.nothing
  /// What of the word stands before the value.
  private(set) var prefix: [UInt8] = []
  /// Whether a dash at the value's beginning would make it an option.
  private(set) var mayBeOption = false
  /// Where the words of another program begin, if such are completed.
  private(set) var start = 0
  /// The store that is named on the line.
  private(set) var store: Argument?

  private var command: Command?
  private var options: OptionTable
  /// Where words that are no options stand.
  private var positions: [Int] = []
  /// Where `--` stands.
  private var end: Int?
  private let words: [Argument]

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - words: What stands behind the program's name, the word at the cursor last.
  ///   - table: The commands.
  init(_ words: [Argument], in table: CommandTable) {
    self.words = words
    let bare = table.command(table.forBareWords)
    let global = GlobalOptions.parameters + [GlobalOptions.version.parameter]
    options = OptionTable(global + (bare?.parameters ?? []))
    var pending: Parameter?
    for (index, word) in words.dropLast().enumerated() {
      if let option = pending {
        if option.name == GlobalOptions.store.parameter.name { store = word }
        pending = nil
      } else if command?.takesWordsAsTheyAre ?? false || end != nil {
        positions.append(index)
      } else if word == "--" {
        (end, command) = (index, command ?? bare)
      } else if Self.isOption(word) {
        if command == nil, !isGlobal(word) { command = bare }
        guard let (option, place) = option(withValueIn: word) else { continue }
        if place == nil { pending = option }
        if let place, option.name == GlobalOptions.store.parameter.name {
          store = Argument(word.bytes[place...])
        }
      } else if command != nil {
        positions.append(index)
      } else if let named = word.text.flatMap(table.command) {
        command = named
        options = OptionTable(named.parameters + GlobalOptions.parameters)
      } else {
        command = bare
        positions.append(index)
      }
    }
    complete(words.last ?? "", pending)
  }

  private mutating func complete(_ word: Argument, _ pending: Parameter?) {
    if let pending {
      target = .value(pending.completion)
    } else if end == nil, !(command?.takesWordsAsTheyAre ?? false), Self.isOption(word) {
      guard case (let option, let place?)? = option(withValueIn: word) else { return }
      prefix = Array(word.bytes[..<place])
      target = .value(option.completion)
    } else {
      mayBeOption = end == nil
      guard let command else { return target = .command }
      target = .value(completion(in: command))
    }
  }

  /// What the parameter takes to which the last word belongs.
  private mutating func completion(in command: Command) -> Parameter.Completion {
    if let end, command.parameters.contains(where: { $0.kind == .commandLine }) {
      start = end + 1
      return .commandLine
    }
    var position = 0
    for parameter in command.parameters {
      guard case .positional(_, let maximum) = parameter.kind else { continue }
      let count = maximum ?? Int.max - position
      guard positions.count >= position + count else {
        let own = Array(positions[position...])
        start = own.first ?? words.count - 1
        return completion(of: parameter.completion, words: own.map { words[$0] })
      }
      position += count
    }
    return .nothing
  }

  private func completion(
    of completion: Parameter.Completion, words: [Argument]
  ) -> Parameter.Completion {
    guard case .verb(let verbs, let then, let other) = completion, let first = words.first else {
      return completion
    }
    return first.text.map(verbs.contains) ?? false ? then : other
  }

  /// Whether an option may stand before a command's name.
  private func isGlobal(_ word: Argument) -> Bool {
    let name = word.bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }
    let option =
      word.bytes[1] == UInt8(ascii: "-")
      ? try? options.option(long: String(decoding: name, as: UTF8.self))
      : try? options.option(short: word.bytes[1], in: word)
    let global = GlobalOptions.parameters + [GlobalOptions.version.parameter]
    return global.contains { $0.name == option?.name }
  }

  private static func isOption(_ word: Argument) -> Bool {
    word.bytes.count > 1 && word.bytes[0] == UInt8(ascii: "-")
  }

  /// The option that a word ends with, if it has a value.
  ///
  /// - Returns: The option, and where in the word its value begins; `nil` if the
  ///   value is the next word.
  private func option(withValueIn word: Argument) -> (Parameter, place: Int?)? {
    let bytes = word.bytes
    guard bytes[1] != UInt8(ascii: "-") else {
      let name = bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }
      guard let option = try? options.option(long: String(decoding: name, as: UTF8.self)),
        case .option(_, let mayBeLeftOut) = option.kind
      else { return nil }
      if name.endIndex < bytes.count { return (option, name.endIndex + 1) }
      return mayBeLeftOut ? nil : (option, nil)
    }
    for place in 1..<bytes.count {
      guard let option = try? options.option(short: bytes[place], in: word) else { return nil }
      guard case .option(_, let mayBeLeftOut) = option.kind,
        option.letterTakesValue || !mayBeLeftOut
      else { continue }
      if place + 1 < bytes.count { return (option, place + 1) }
      return mayBeLeftOut ? nil : (option, nil)
    }
    return nil
  }
}
