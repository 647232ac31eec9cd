/// A subcommand: what it is called, what it takes, and what it does.
///
/// The parser, the help, the completions and the manual page are all derived
/// from this value, so nothing about a command is written down twice.
struct Command: Sendable {
  var name: String
  var aliases: [String] = []
  /// One line in the imperative, without a final period.
  var summary: String
  /// Under which heading the help and the manual list it.
  var topic = Topic.program
  /// Paragraphs for the help and the manual page, with an empty line between.
  var discussion = ""
  var examples: [Example] = []
  /// The options in the order of the help; the positional ones in the order in
  /// which they are typed.
  var parameters: [Parameter] = []
  /// Whether the command is one of pass's own.
  ///
  /// Called as `pass`, the program ends with pass's status where it fails.
  var isPassVerb = false
  /// Whether help and completion leave it out: it is for programs of our own.
  var isHidden = false
  /// Whether all words behind the command's name go to another program, options
  /// too.
  var takesWordsAsTheyAre = false
  /// Whether it decrypts nothing, and so has no use for a passphrase.
  var neverUnlocks = false
  /// A name under which the program is this command alone.
  var alsoCalled: String?
  /// The status of all failures of ours, where that of another program is passed on.
  var failureStatus: Int32?
  /// What exit statuses mean here, besides what they mean everywhere.
  var statuses: [Status] = []
  var run: @Sendable (Arguments, Session) throws -> Void

  /// A command line to learn from.
  struct Example: Sendable {
    /// The words after the program's name, as typed in a shell.
    var words: String
    /// What they do, in a few words.
    var meaning: String

    init(_ words: String, _ meaning: String) { (self.words, self.meaning) = (words, meaning) }
  }

  /// What an exit status means.
  struct Status: Sendable {
    /// The number, or several.
    var number: String
    /// In a few words, without a final period.
    var meaning: String

    init(_ number: String, _ meaning: String) { (self.number, self.meaning) = (number, meaning) }
  }

  /// Whether `word` calls the command.
  func isCalled(_ word: String) -> Bool { name == word || aliases.contains(word) }
}
