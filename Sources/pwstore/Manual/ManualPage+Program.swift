import PWCore

extension ManualPage {
  /// The page of the program as a whole.
  static func source(for table: CommandTable) -> String {
    var page = ManualPage(["pwstore"], "passwords and other secrets in a store", table: table)
    page.synopsis()
    page.description()
    page.commands()
    page.options()
    page.environment(EnvironmentVariable.all, isAll: true)
    page.settings(GitSetting.all)
    page.files()
    page.exitStatus(nil)
    page.examples(Self.firstSteps)
    page.programSeeAlso()
    return page.mdoc.source
  }

  private static let firstSteps: [Command.Example] = [
    .init("setup", "Make a key and a store, once"),
    .init(
      "save com.example.app username=alice password", "Save an entry, and ask for the password"),
    .init("load com.example.app password", "Print the password"),
    .init("load -c com.example.app", "Copy it to the clipboard for a while"),
    .init("set com.example.app url=https://example.org", "Change one field, and leave the others"),
    .init("exec -e PGPASSWORD=work/db -- psql -h db", "Give a password to a program"),
    .init("sync", "Exchange changes with other people and machines"),
  ]

  private mutating func synopsis() {
    mdoc.section("SYNOPSIS")
    mdoc.raw(".Nm")
    mdoc.raw(".Op Fl \\-store Ar DIR")
    mdoc.raw(".Ar COMMAND")
    mdoc.raw(".Op Ar ARGUMENT ...")
    mdoc.raw(".Nm")
    mdoc.raw(".Op Fl \\-store Ar DIR")
    mdoc.raw(".Ar KEY")
  }

  private mutating func description() {
    mdoc.section("DESCRIPTION")
    mdoc.raw(".Nm")
    mdoc.text(
      """
      keeps passwords and other secrets, each as a file that GnuPG encrypts, in a folder that is \
      a git repository. Without a command, it lists the store; with a word that is no command, \
      it prints the entry of that name, or lists the folder.
      """)
    mdoc.subsection("Keys and entries")
    mdoc.paragraphs(
      """
      An entry has a service key, such as com.example.app or work/mail/alice, in which "/" makes \
      folders. The file of KEY is KEY.gpg in the store. Names are not encrypted.

      The text of an entry is a dictionary, too. Its first line is the field "password", a line \
      "name: value" is a field of that name, and all other text is the field "notes". Names of \
      fields match exactly, or else without regard to case. A value that no line can hold is \
      written as "name: |" and lines that are indented by two. An entry may also be any bytes, \
      which then come back as they were.

      Each change is one commit of git's, and the history keeps what was there before. Each \
      folder may be encrypted for other recipients: people, machines and jobs.
      """, names: ["KEY"])
    mdoc.subsection("How words are understood")
    mdoc.paragraphs(
      """
      Options may stand anywhere behind the command, up to "--", behind which all words are \
      arguments. Long ones may be shortened as long as they are not ambiguous, and take a value \
      as "--name VALUE" or "--name=VALUE"; one that is optional only as the latter. Short ones \
      may be joined.

      An entry that is called as a command is reached by "pwstore show NAME" or "pwstore -- NAME".

      Data goes to standard output, all else to standard error. Where a command has --json, \
      errors are told as JSON, too, in one line.
      """, names: ["NAME", "VALUE"])
    mdoc.subsection("In the place of pass")
    mdoc.raw("The store is that of")
    mdoc.raw(".Xr pass 1 ,")
    mdoc.paragraphs(
      """
      and both can be used side by side. All commands of pass are there with their options and \
      output, and those of its extensions are run. Called by the name of pass, for instance by a \
      link, the program behaves as pass where pwstore by its own name would not, for \
      programs that count on it.
      """)
  }

  private mutating func commands() {
    mdoc.section("COMMANDS")
    mdoc.raw("Each has a manual page of its own.")
    for (topic, commands) in table.topics {
      mdoc.subsection(topic.title)
      mdoc.list(
        isCompact: true, commands.map { ("Xr pwstore-\($0.name) 1", "\($0.summary).") })
    }
    mdoc.subsection("Other commands")
    mdoc.raw("A word")
    mdoc.raw(".Ar NAME")
    mdoc.raw("that is no command and no entry calls the program")
    mdoc.raw(".Pa pwstore\\-NAME")
    mdoc.text(
      "in PATH, or an extension of pass. It is told the store by PASSWORD_STORE_DIR, and the file "
        + "of the program by PWSTORE.")
  }

  private mutating func options() {
    let options = GlobalOptions.shown
    mdoc.section("OPTIONS")
    mdoc.raw("These may stand before any command, and behind most:")
    mdoc.list(
      options.map { ($0.mdocListing, "\($0.help).") }, names: Set(options.flatMap(\.placeholders)))
  }

  private mutating func files() {
    mdoc.section("FILES")
    mdoc.raw("Names without a folder are in the store.")
    mdoc.list(StoreFile.all.map { ("Pa \(Mdoc.word($0.path))", "\($0.summary).") })
  }

  private mutating func programSeeAlso() {
    references(["git", "gpg", "gpg-agent", "pass"])
  }
}
