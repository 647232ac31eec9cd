/// The options that may be given at one place, and how a word finds its own.
struct OptionTable {
  private let options: [Parameter]

  init(_ parameters: [Parameter]) { options = parameters.filter(\.isOption) }

  /// The option that `name`, typed after two dashes, stands for: its own name
  /// or a beginning that no other option shares.
  ///
  /// - Throws: ``UsageError``, if there is none or more than one.
  func option(long name: String) throws(UsageError) -> Parameter {
    if let exact = options.first(where: { $0.name == name }) { return exact }
    var begun = options.filter { $0.name.hasPrefix(name) }
    let earlier = begun.filter { !$0.isLater }
    if earlier.count == 1 { begun = earlier }
    switch begun.count {
    case 1: return begun[0]
    case 0:
      let near = suggestion(for: name, among: options.map(\.name))
      throw UsageError(
        "unknown option \(Argument("--\(name)"))", hint: near.map { "did you mean \"--\($0)\"?" })
    default:
      let names = begun.map { "--\($0.name)" }.joined(separator: ", ")
      throw UsageError("option \(Argument("--\(name)")) is ambiguous: \(names)")
    }
  }

  /// The option with the one-letter name `letter`.
  ///
  /// - Parameters:
  ///   - letter: An ASCII character.
  ///   - word: The word in which it stands, for the message.
  /// - Returns: The option.
  /// - Throws: ``UsageError``, if there is none.
  func option(short letter: UInt8, in word: Argument) throws(UsageError) -> Parameter {
    if let option = options.first(where: { $0.short?.asciiValue == letter }) { return option }
    let typed = letter < 0x80 ? Argument([UInt8(ascii: "-"), letter]) : word
    // "-json" is "-j -s -o -n" to getopt, and a slip to everyone else.
    let long = word.text.map { $0.dropFirst() }
    let meant = long.flatMap { long in options.first { $0.name == long } }
    throw UsageError(
      "unknown option \(typed)" + (typed == word ? "" : " in \(word)"),
      hint: meant.map { "did you mean \"--\($0.name)\"?" })
  }
}
