import PWCore

/// The manual pages, made from the commands' declarations.
struct ManualPage {
  var mdoc = Mdoc()
  let table: CommandTable

  /// Begins a page.
  ///
  /// - Parameters:
  ///   - names: What the page is about; the first is its own.
  ///   - summary: What that is, in one line.
  ///   - table: The commands to refer to.
  init(_ names: [String], _ summary: String, table: CommandTable) {
    self.table = table
    mdoc.raw(".\\\" Made by \"make man\" from the commands' declarations.")
    mdoc.raw(".Dd \(PWStore.date)")
    mdoc.raw(".Dt \(Mdoc.word(names[0].uppercased())) 1")
    mdoc.raw(".Os")
    mdoc.section("NAME")
    for (index, name) in names.enumerated() {
      mdoc.raw(".Nm \(Mdoc.word(name))" + (index + 1 < names.count ? " ," : ""))
    }
    mdoc.macro("Nd", summary.prefix(1).lowercased() + summary.dropFirst())
  }

  /// The page of one command.
  static func source(for command: Command, in table: CommandTable) -> String {
    let name = "pwstore-\(command.name)"
    var page = ManualPage(
      [name] + [command.alsoCalled].compactMap { $0 }, command.summary, table: table)
    page.synopsis(command)
    page.description(command)
    page.environment(EnvironmentVariable.concerning(command), isAll: false)
    page.settings(GitSetting.concerning(command))
    page.exitStatus(command)
    page.examples(command.examples)
    page.seeAlso(command)
    return page.mdoc.source
  }

  private mutating func synopsis(_ command: Command) {
    mdoc.section("SYNOPSIS")
    for name in ["pwstore \(command.name)"] + [command.alsoCalled].compactMap({ $0 }) {
      mdoc.raw(
        ".Nm \(name.split(separator: " ").map { Mdoc.word(String($0)) }.joined(separator: " "))")
      for parameter in command.parameters { mdoc.raw(parameter.mdocSynopsis) }
    }
  }

  private mutating func description(_ command: Command) {
    let parameters = command.parameters
    let names = Set(parameters.flatMap(\.placeholders))
    mdoc.section("DESCRIPTION")
    mdoc.text("\(command.summary).", names: names)
    if !command.aliases.isEmpty {
      mdoc.raw("It is also called")
      for (index, alias) in command.aliases.enumerated() {
        let isLast = index + 1 == command.aliases.count
        mdoc.raw(".Cm \(Mdoc.word(alias)) \(isLast ? "." : ",")")
      }
    }
    if !command.discussion.isEmpty {
      mdoc.raw(".Pp")
      mdoc.paragraphs(command.discussion, names: names)
    }
    mdoc.section("OPTIONS")
    if !parameters.isEmpty {
      let ordered = parameters.filter { !$0.isOption } + parameters.filter(\.isOption)
      mdoc.list(ordered.map { ($0.mdocListing, "\($0.help).") }, names: names)
      mdoc.raw(".Pp")
    }
    if command.takesWordsAsTheyAre {
      mdoc.raw("The options that every command has stand before the command's name:")
    } else {
      mdoc.raw("The options that every command has may stand anywhere:")
    }
    mdoc.raw("see")
    mdoc.raw(".Xr pwstore 1 .")
  }

  /// Adds the list of variables.
  ///
  /// - Parameters:
  ///   - variables: What to list; without any there is no list.
  ///   - isAll: Whether there are no others.
  mutating func environment(_ variables: [EnvironmentVariable], isAll: Bool) {
    guard !variables.isEmpty else { return }
    mdoc.section("ENVIRONMENT")
    mdoc.list(
      variables.map { variable in
        let names = variable.names.map(Mdoc.word).joined(separator: " , Ev ")
        return ("Ev \(names)", "\(variable.summary).")
      })
    guard !isAll else { return }
    mdoc.raw(".Pp")
    mdoc.raw("Those that count for all commands are in")
    mdoc.raw(".Xr pwstore 1 .")
  }

  /// Adds the list of git's settings.
  mutating func settings(_ settings: [GitSetting]) {
    guard !settings.isEmpty else { return }
    mdoc.section("CONFIGURATION")
    mdoc.raw("These settings of git's count, as")
    mdoc.raw(".Xr git-config 1")
    mdoc.raw("makes them:")
    mdoc.list(settings.map { ("Ic \(Mdoc.word($0.name))", "\($0.summary).") })
  }

  /// Adds what the exit statuses mean: those of the command, and the usual ones unless all
  /// failures have one of their own.
  mutating func exitStatus(_ command: Command?) {
    mdoc.section("EXIT STATUS")
    let own = command?.statuses ?? []
    let usual = command?.failureStatus == nil ? ExitCode.allCases : []
    mdoc.list(
      isCompact: true,
      own.map { (Mdoc.word($0.number), Self.sentence($0.meaning)) }
        + usual.map { ("\($0.rawValue)", Self.sentence($0.meaning)) })
    if command?.isPassVerb ?? true {
      mdoc.raw(".Pp")
      mdoc.text(
        "Where the program is called pass, failures of pass's own commands are 1, as with pass, "
          + "and those of gpg have gpg's status.")
    }
  }

  mutating func examples(_ examples: [Command.Example]) {
    guard !examples.isEmpty else { return }
    mdoc.section("EXAMPLES")
    for (index, example) in examples.enumerated() {
      if index > 0 { mdoc.raw(".Pp") }
      mdoc.text("\(example.meaning):")
      mdoc.macro("Dl", "pwstore \(example.words)")
    }
  }

  private mutating func seeAlso(_ command: Command) {
    let related = table.commands.filter {
      !$0.isHidden && $0.topic == command.topic && $0.name != command.name
    }
    references(["pwstore"] + related.map { "pwstore-\($0.name)" })
  }

  /// Adds references to other pages of section 1.
  mutating func references(_ names: [String]) {
    mdoc.section("SEE ALSO")
    let sorted = names.sorted()
    for name in sorted {
      mdoc.raw(".Xr \(name) 1" + (name == sorted.last ? "" : " ,"))
    }
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
