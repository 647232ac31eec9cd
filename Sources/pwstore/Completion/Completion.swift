import PWCore

enum Completion {
  static let shell = Positional(
    "SHELL", completion: .words(CompletionScript.Shell.allCases.map(\.rawValue)),
    "\"bash\", \"zsh\" or \"fish\""
  ) { (word) throws(UsageError) in try shell(named: word) }

  static let command = Command(
    name: "completion", summary: "Print what makes a shell complete command lines",
    discussion: """
      The shell that reads the script offers commands, options, keys folder by folder, recipients, \
      revisions and remotes at Tab. To find keys, it runs this program, which reads the names in \
      one folder, and decrypts nothing. Behind "git", and behind "--" of "exec", it completes as \
      for git and for the command.

      Where pwstore is installed from a package or by "make install", the shells find the script \
      by themselves. Called as pass, the program prints the script for both names.
      """,
    examples: [
      .init("completion bash > ~/.local/share/bash-completion/completions/pwstore", "For bash"),
      .init("completion zsh > ~/.zfunc/_pwstore", "For zsh, if the folder is in $fpath"),
      .init("completion fish > ~/.config/fish/completions/pwstore.fish", "For fish"),
    ],
    parameters: [shell.parameter], neverUnlocks: true, run: run)

  /// The shell that a word names.
  ///
  /// - Throws: ``UsageError``.
  static func shell(named word: Argument) throws(UsageError) -> CompletionScript.Shell {
    guard let shell = word.text.flatMap(CompletionScript.Shell.init) else {
      throw UsageError("there is no completion for \(word), only for bash, zsh and fish")
    }
    return shell
  }

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let script = CompletionScript(session.table, forPass: session.isCalledPass)
    try session.output.write(script.text(for: try arguments[shell]))
  }
}
