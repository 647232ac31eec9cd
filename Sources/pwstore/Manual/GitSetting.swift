/// A setting of git's that the program heeds, as the help and the manual list it.
///
/// A test looks for those that the sources read and that are missing here.
struct GitSetting: Sendable {
  let name: String
  /// What it does, without a final period.
  let summary: String
  /// The commands for which it counts; empty if for all, or for most.
  let commands: Set<String>

  private init(_ name: String, _ summary: String, for commands: Set<String> = []) {
    (self.name, self.summary, self.commands) = (name, summary, commands)
  }

  /// Those that count for one command in particular.
  static func concerning(_ command: Command) -> [GitSetting] {
    all.filter { $0.commands.contains(command.name) || command.discussion.contains($0.name) }
  }

  static let all: [GitSetting] = [
    .init(
      "pwstore.autoSync",
      "Sync after each change: \"true\" or \"background\" while you go on, \"foreground\" before the "
        + "command ends"),
    .init("pwstore.autoPush", "The same, but only push"),
    .init("pwstore.requireSigned", "With \"true\", a sync takes only what recipients have signed"),
    .init(
      "pwstore.generate.HOST", "How passwords for a site are made, in the words of the options",
      for: ["generate", "regenerate"]),
    .init(
      "pwstore.picker", "The program that picks entries, such as \"fzf\"", for: ["pick", "load"]),
    .init("pass.signCommits", "With \"true\", commits are signed, as by pass"),
    .init("commit.gpgSign", "The same, for all repositories"),
    .init("user.name", "The name of whom commits are by"),
    .init("user.email", "The mail address with it"),
    .init("user.signingKey", "The key by which commits are signed"),
    .init("gpg.format", "Whether commits are signed by GnuPG, ssh or X.509"),
    .init("core.hooksPath", "Where the hooks pre-commit, post-commit and others are"),
    .init("core.sharedRepository", "Whether others may change the repository, too"),
    .init("safe.directory", "Whose repository is used though it belongs to somebody else"),
  ]
}
