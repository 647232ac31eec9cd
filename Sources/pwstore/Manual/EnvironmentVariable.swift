/// Environment variables that the program heeds, as the help and the manual list them.
///
/// A test looks for those that the sources read and that are missing here.
struct EnvironmentVariable: Sendable {
  /// Those that one explanation is enough for.
  let names: [String]
  /// What they do, without a final period.
  let summary: String
  /// The commands for which they count; empty if for all, or for most.
  let commands: Set<String>

  private init(_ names: String..., meaning summary: String, for commands: Set<String> = []) {
    (self.names, self.summary, self.commands) = (names, summary, commands)
  }

  /// Those that count for one command in particular: they say so, or its help names them.
  static func concerning(_ command: Command) -> [EnvironmentVariable] {
    let texts = [command.discussion] + command.parameters.map(\.help)
    let words = texts.flatMap { text in
      text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$")) }
    }
    // A word such as "PATH" alone may stand for something else.
    let named = Set(
      words.filter { $0.contains("_") || $0.hasPrefix("$") }.map { $0.filter { $0 != "$" } })
    return all.filter {
      $0.commands.contains(command.name) || !named.isDisjoint(with: $0.names)
    }
  }

  private static let copying: Set = [
    "load", "show", "ls", "generate", "regenerate", "otp",
  ]
  private static let drawing: Set = ["load", "show", "ls", "generate", "otp"]
  private static let asking: Set = ["sync", "clone", "status", "git", "remote"]

  static let all: [EnvironmentVariable] = [
    .init("PASSWORD_STORE_DIR", meaning: "The store; else ~/.password-store"),
    .init(
      "PASSWORD_STORE_KEY",
      meaning: "Ids of keys to encrypt to, in place of those in the files .gpg-id"),
    .init(
      "PASSWORD_STORE_SIGNING_KEY",
      meaning:
        "Fingerprints of keys; recipients files and extensions must be signed by one of them"),
    .init(
      "PASSWORD_STORE_GPG_OPTS", meaning: "Options for gpg, which is then run with them each time"),
    .init(
      "PASSWORD_STORE_UMASK",
      meaning: "What new files and folders lack of all permissions, in octal; else 077"),
    .init(
      "PASSWORD_STORE_CLIP_TIME",
      meaning: "For how many seconds the clipboard keeps what was copied; else 45", for: copying),
    .init(
      "PASSWORD_STORE_X_SELECTION",
      meaning: "Which selection is the clipboard: clipboard, primary or secondary", for: copying),
    .init(
      "PASSWORD_STORE_GENERATED_LENGTH", meaning: "How long passwords are made; else 25",
      for: ["generate", "regenerate"]),
    .init(
      "PASSWORD_STORE_CHARACTER_SET", "PASSWORD_STORE_CHARACTER_SET_NO_SYMBOLS",
      meaning: "Of which characters, as tr(1) takes them; the latter with --no-symbols",
      for: ["generate", "regenerate"]),
    .init(
      "PASSWORD_STORE_ENABLE_EXTENSIONS",
      meaning: "With \"true\", the extensions in the store are commands, too"),
    .init(
      "PASSWORD_STORE_EXTENSIONS_DIR",
      meaning: "Where they are; else .extensions in the store"),
    .init(
      "PWSTORE_PICKER",
      meaning: "The program that picks entries, such as \"fzf\"; empty for pwstore's own picker",
      for: ["pick", "load"]),
    .init("PWSTORE_BATCH", meaning: "Unless empty or 0, nobody is asked anything, as with --batch"),
    .init(
      "PWSTORE_PASSPHRASE_FILE", "PWSTORE_PASSPHRASE_FD", "PWSTORE_PASSPHRASE",
      meaning:
        "A file, the number of an open one, or itself the passphrase that unlocks keys"),
    .init(
      "PWSTORE_GPG_KEY", meaning: "The private key that a job gets from its platform", for: ["ci"]),
    .init(
      "PWSTORE_LOCK_TIMEOUT",
      meaning: "How many seconds to wait for another pwstore that changes the store; else 60"),
    .init(
      "PWSTORE_QR_INVERT",
      meaning: "With 1, QR codes in characters are for a light background", for: drawing),
    .init(
      "EDITOR", "VISUAL", meaning: "The editor; the first that is set", for: ["edit"]),
    .init(
      "TMPDIR", "XDG_RUNTIME_DIR",
      meaning: "Where short-lived files go if /dev/shm cannot have them", for: ["edit", "ci"]),
    .init("SHELL", meaning: "The shell for which completion is installed", for: ["setup"]),
    .init(
      "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_HOME", "BASH_COMPLETION_USER_DIR",
      meaning: "Where shells look for completions", for: ["setup"]),
    .init("GNUPGHOME", meaning: "Where GnuPG has its keys; else ~/.gnupg"),
    .init(
      "GPG_TTY", meaning: "The terminal on which a passphrase is asked for; else standard input's"),
    .init("GPG_AGENT_INFO", meaning: "That there is an agent for gpg 1 to ask"),
    .init(
      "DISPLAY", "WAYLAND_DISPLAY",
      meaning: "The screen whose clipboard is used, and on which a passphrase may be asked for"),
    .init(
      "INSIDE_EMACS", "PINENTRY_USER_DATA",
      meaning: "That a passphrase may be asked for without a terminal or a screen"),
    .init("HOME", meaning: "Where the store and the keys are, unless something else says so"),
    .init("PATH", meaning: "Where programs are looked for, those of extensions too"),
    .init(
      "COLUMNS", meaning: "The width of help and lists; else the terminal's, else 80"),
    .init("NO_COLOR", meaning: "If set, nothing is coloured"),
    .init(
      "CLICOLOR_FORCE", meaning: "Unless empty or 0, colours where there is no terminal, too"),
    .init(
      "TREE_COLORS", "LS_COLORS", "TREE_CHARSET",
      meaning: "The colours and the lines of trees, as for tree(1)",
      for: ["ls", "show", "find"]),
    .init(
      "LC_ALL", "LC_CTYPE", "LC_COLLATE", "LANG",
      meaning: "The locale: which characters can be shown, and the order of names in trees"),
    .init(
      "TERM", "COLORTERM", "TMUX", "STY",
      meaning: "What the terminal can do, and whether tmux or screen is in between"),
    .init(
      "GITHUB_ACTIONS", "GITHUB_ENV", meaning: "That this is a job of GitHub's, and its variables",
      for: ["ci", "exec"]),
    .init(
      "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM",
      meaning: "Which of git's settings are read, as by git itself"),
    .init(
      "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL",
      meaning: "Who makes a commit, as for git itself"),
    .init(
      "GIT_SSH_COMMAND", "GIT_SSH",
      meaning: "How git calls ssh; without them, ssh asks nothing where nobody is to be asked",
      for: asking),
    .init("SUDO_UID", meaning: "Whose repository root may change besides its own, as for git"),
  ]
}
