/// All commands of the program, and which one a command line means.
struct CommandTable: Sendable {
  /// In the order of the help.
  var commands: [Command]
  /// The command that gets all words when the first one is no command's name.
  var forBareWords: String
  /// The command that runs when there are no words.
  var forNoWords: String

  /// The program's own commands.
  static let standard = CommandTable(
    commands: [
      Setup.command, Init.command, Save.command, SetFields.command, Unset.command, Load.command,
      Pick.command, Delete.command, Exists.command, Apply.command, Dump.command, Exec.command,
      Inject.command,
      Move.command, Copy.command,
      List.command, Show.command, Insert.command, Edit.command, Generate.command,
      Regenerate.command, Clone.command,
      Sync.command, Resolve.command, Status.command, Remote.command, Recipients.command,
      Who.command, Rotate.command, Log.command, Diff.command, Restore.command, OTP.command,
      CI.command,
      GitCredential.command, DockerCredential.command, Git.command, Find.command, Grep.command,
      Completion.command, Help.command, Version.command,
      ForExtensions.command, GitMergeDriver.command, CompleteWords.command,
    ], forBareWords: "show", forNoWords: "ls")

  /// What a command line means.
  struct Choice: Sendable {
    var command: Command
    /// All words but the command's name.
    var words: [Argument]
    /// Where the first word stands that names no command, so that all words are
    /// for the command of the bare words; `nil` if it is named, or that word is
    /// an option.
    var bareWord: Int?
    /// The command that a word which names none was perhaps to be.
    var suggestion: String?
  }

  /// The words that call a command which people use.
  var shownWords: [String] { commands.filter { !$0.isHidden }.flatMap { [$0.name] + $0.aliases } }

  /// The command that a word names, by name or alias.
  func command(_ name: String) -> Command? { commands.first { $0.isCalled(name) } }

  /// Finds the command for a whole command line.
  ///
  /// Only the options of the program itself may stand before a command's name.
  /// So `-c KEY` is for the command of the bare words, as is `-- ls`, with which
  /// an entry called "ls" is reached.
  ///
  /// - Parameters:
  ///   - words: What stands behind the program's name.
  ///   - program: That name, which may be that of one command.
  /// - Returns: The command and its words.
  /// - Throws: ``UsageError``, if the word names nothing.
  func choose(
    _ words: [Argument], calling program: String = ""
  ) throws(UsageError) -> Choice {
    if let command = commands.first(where: { $0.alsoCalled == program }) {
      return Choice(command: command, words: words)
    }
    let bare = command(forBareWords)
    let global = GlobalOptions.parameters + [GlobalOptions.version.parameter]
    let table = OptionTable(global + (bare?.parameters ?? []))
    var position = 0
    var asked = Arguments()
    while position < words.count, let option = try Self.option(words[position], in: table),
      global.contains(where: { $0.name == option.name })
    {
      asked.add(nil, to: option)
      let takesNext = option.kind != .flag && !words[position].bytes.contains(UInt8(ascii: "="))
      position += takesNext ? 2 : 1
    }
    if asked[GlobalOptions.version], let version = command("version") {
      return Choice(command: version, words: [])
    }
    guard position < words.count else {
      let name = asked[GlobalOptions.help] ? "help" : forNoWords
      // "--help" alone is for the program, not for its help.
      let words = asked[GlobalOptions.help] ? [] : words
      guard let command = command(name) else { throw UsageError("a command is missing") }
      return Choice(command: command, words: words)
    }
    let word = words[position]
    if let name = word.text, let command = command(name) {
      let end: [Argument] = command.takesWordsAsTheyAre ? ["--"] : []
      return Choice(
        command: command, words: words[..<position] + end + words[(position + 1)...])
    }
    let isOption = word.bytes.first == UInt8(ascii: "-")
    let near =
      isOption ? nil : word.text.flatMap { suggestion(for: $0, among: shownWords) }
    guard let bare else {
      throw UsageError("unknown command \(word)", hint: near.map { "did you mean \"\($0)\"?" })
    }
    return Choice(
      command: bare, words: words, bareWord: isOption ? nil : position, suggestion: near)
  }

  /// The option with which a word begins; `nil` if the word is none.
  private static func option(
    _ word: Argument, in table: OptionTable
  ) throws(UsageError) -> Parameter? {
    guard word.bytes.count > 1, word.bytes[0] == UInt8(ascii: "-"), word != "--" else {
      return nil
    }
    guard word.bytes[1] == UInt8(ascii: "-") else {
      return try table.option(short: word.bytes[1], in: word)
    }
    let name = word.bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }
    return try table.option(long: String(decoding: name, as: UTF8.self))
  }
}
