/// The help, made from the commands' declarations.
struct HelpText {
  /// What the program is called.
  let program: String
  /// The width of the lines, in columns.
  let width: Int

  private(set) var text = ""

  init(_ program: String, _ width: Int) {
    self.program = program
    self.width = max(width, 40)
  }

  /// The help for one command.
  static func text(for command: Command, program: String, width: Int) -> String {
    var help = HelpText(program, width)
    let start = "usage: \(program) "
    help.add(command.synopsis, first: start, indent: start.count)
    help.paragraph(command.summary + ".")
    if !command.aliases.isEmpty {
      help.paragraph("Also called: \(command.aliases.joined(separator: ", ")).")
    }
    help.list("Arguments", command.parameters.filter { !$0.isOption }.map { ($0.listing, $0.help) })
    // What stands behind such a command is for another program.
    let global = command.takesWordsAsTheyAre ? [] : GlobalOptions.parameters
    let options = command.parameters.filter(\.isOption) + global
    help.list("Options", options.map { ($0.listing, $0.help) })
    for paragraph in command.discussion.split(separator: "\n\n") {
      help.paragraph(String(paragraph))
    }
    help.list("Examples", command.examples.map { ("\(program) \($0.words)", $0.meaning) })
    return help.text
  }

  /// The help for the program as a whole.
  static func text(for table: CommandTable, program: String, width: Int) -> String {
    var help = HelpText(program, width)
    help.overview()
    let column = help.column(for: table.topics.flatMap(\.commands).map(\.name))
    for (topic, commands) in table.topics {
      help.list(topic.title, commands.map { ($0.name, $0.summary) }, column: column)
    }
    help.list("Options", GlobalOptions.shown.map { ($0.listing, $0.help) })
    help.paragraph("More about a command: \(program) help COMMAND")
    help.add(Self.words("All commands with their options: \(program) help --all"))
    return help.text
  }

  /// Adds how the program is called, and what it is for.
  mutating func overview() {
    let indent = "usage: \(program) ".count
    add(["[--store DIR]", "COMMAND", "[ARGUMENT]..."], first: "usage: \(program) ", indent: indent)
    add(["[--store DIR]", "KEY"], first: "       \(program) ", indent: indent)
    paragraph(
      "Keeps secrets under service keys: each is a file that GnuPG encrypts, in a git repository.")
  }

  mutating func paragraph(_ content: String) {
    text += "\n"
    add(Self.words(content))
  }

  /// Adds a list of names and explanations, in two columns.
  ///
  /// - Parameters:
  ///   - title: What stands above it.
  ///   - rows: The list; nothing is added if it is empty.
  ///   - column: Where the explanations begin; else the names decide.
  mutating func list(
    _ title: String, _ rows: [(name: String, meaning: String)], column: Int? = nil
  ) {
    guard !rows.isEmpty else { return }
    text += "\n\(title):\n"
    self.rows(rows, indent: 2, column: column ?? self.column(for: rows.map(\.name)))
  }

  /// Adds names and explanations, in two columns.
  mutating func rows(_ rows: [(name: String, meaning: String)], indent: Int, column: Int) {
    for row in rows {
      let name = String(repeating: " ", count: indent) + row.name
      if name.count > width {
        let words = Self.words(row.name)
        let room = min(indent, max(0, width - (words.map(\.count).max() ?? 0)))
        add(words, first: String(repeating: " ", count: room), indent: room)
        add(Self.words(row.meaning), first: String(repeating: " ", count: column), indent: column)
      } else if name.count + 2 > column {
        text += name + "\n"
        add(Self.words(row.meaning), first: String(repeating: " ", count: column), indent: column)
      } else {
        let padded = name + String(repeating: " ", count: column - name.count)
        add(Self.words(row.meaning), first: padded, indent: column)
      }
    }
  }

  /// Where explanations begin behind these names, at the right of an indent of two.
  func column(for names: [String]) -> Int {
    min(names.map(\.count).max() ?? 0, width / 3) + 4
  }

  /// Adds words, as many on a line as there is room for.
  mutating func add(_ words: [String], first: String = "", indent: Int = 0) {
    var line = first
    var isEmpty = true
    for word in words {
      if !isEmpty, line.count + 1 + word.count > width {
        text += line + "\n"
        // A long word may go out to the left rather than to the right.
        line = String(repeating: " ", count: max(0, min(indent, width - word.count)))
        isEmpty = true
      }
      line += isEmpty ? word : " \(word)"
      isEmpty = false
    }
    text += line + "\n"
  }

  /// Adds a line as it is.
  mutating func line(_ content: String) { text += content + "\n" }

  static func words(_ content: String) -> [String] {
    content.split { $0 == " " || $0 == "\n" }.map(String.init)
  }
}
