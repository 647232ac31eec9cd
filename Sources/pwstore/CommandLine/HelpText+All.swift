import PWCore

extension HelpText {
  /// All that can be typed: every command with its arguments and options, then what the
  /// environment and git's settings say, and the exit statuses.
  static func everything(in table: CommandTable, program: String, width: Int) -> String {
    var help = HelpText(program, width)
    help.overview()
    let narrow = help.width < 60
    let (indent, options) = narrow ? (2, 4) : (4, 6)
    for (topic, commands) in table.topics {
      help.line("\n\(topic.title.uppercased())")
      for command in commands {
        help.line("")
        help.add(command.synopsis, first: "  ", indent: indent + 4)
        let margin = String(repeating: " ", count: indent)
        help.add(words(command.summary + also(command)), first: margin, indent: indent)
        let parameters =
          command.parameters.filter { !$0.isOption } + command.parameters.filter(\.isOption)
        let rows = parameters.map { (name: $0.listing, meaning: $0.help) }
        help.rows(rows, indent: options, column: help.column(for: rows.map(\.name)) + options - 2)
      }
    }
    help.list("Options of all commands", GlobalOptions.shown.map { ($0.listing, $0.help) })
    help.list(
      "Environment",
      EnvironmentVariable.all.map { ($0.names.joined(separator: ", "), $0.summary) })
    help.list("Settings of git's", GitSetting.all.map { ($0.name, $0.summary) })
    help.list("Exit status", ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
    return help.text
  }

  private static func also(_ command: Command) -> String {
    command.aliases.isEmpty ? "" : "; also called \(command.aliases.joined(separator: ", "))"
  }
}
