/// The script with which a shell completes command lines, made from the table of
/// commands.
///
/// It has the commands and their options in it, so that these are completed without
/// starting anything. All else it asks ``CompleteWords`` for.
struct CompletionScript {
  /// A shell that completes by a program.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  /// An option as it is typed.
  struct Option {
    /// With dashes, the long form first.
    let names: [String]
    let takesNextWord: Bool
    let help: String

    init(_ parameter: Parameter) {
      names = ["--\(parameter.name)"] + (parameter.short.map { ["-\($0)"] } ?? [])
      help = parameter.help
      if case .option(_, mayBeLeftOut: false) = parameter.kind {
        takesNextWord = true
      } else {
        takesNextWord = false
      }
    }
  }

  private let table: CommandTable
  /// Whether the program is called `pass`, too.
  let isForPass: Bool

  init(_ table: CommandTable, forPass: Bool) { (self.table, isForPass) = (table, forPass) }

  /// The whole script.
  func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The commands that people use.
  var commands: [Command] { table.commands.filter { !$0.isHidden } }

  /// The options that stand before or behind any command.
  var globalOptions: [Option] { GlobalOptions.parameters.map(Option.init) }

  /// Those of them whose value is the next word, as they are typed.
  var valueOptions: [String] { globalOptions.filter(\.takesNextWord).flatMap(\.names) }

  /// The one that stands before a command only.
  var versionOption: Option { Option(GlobalOptions.version.parameter) }

  /// A command's own options.
  func options(of command: Command) -> [Option] {
    command.parameters.filter(\.isOption).map(Option.init)
  }

  /// The options of the command whose name is left out.
  var bareOptions: [Option] { table.command(table.forBareWords).map(options(of:)) ?? [] }
}
