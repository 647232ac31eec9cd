import PWCore

enum Init {
  static let path = Option(
    "path", "p", value: "FOLDER", completion: .folders,
    "Name the recipients of a folder, instead of the whole store's", read: folderName)
  static let git = Flag("git", "Make the store a git repository if it is none")
  static let noGit = Flag("no-git", "Do not make the store a git repository")
  static let ids = Positional(
    repeated: "GPG-ID", atLeast: 1, completion: .recipients,
    "A key: its fingerprint, id, address or name", read: text)

  static let command = Command(
    name: "init", summary: "Make a store, or change for whom it is encrypted",
    discussion: """
      Entries that are encrypted for other keys are encrypted anew, in one commit; if that fails \
      for one of them, nothing is changed. The store becomes a git repository unless --no-git is \
      given; called as "pass" it becomes one only with --git.
      """,
    examples: [
      .init("init alice@example.org", "Make a store for one key"),
      .init("init -p team alice@example.org bob@example.org", "Share a folder"),
    ],
    parameters: [path.parameter, git.parameter, noGit.parameter, ids.parameter], isPassVerb: true,
    run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let ids = try arguments[ids]
    let folder = try arguments[path] ?? .root
    guard !(arguments[git] && arguments[noGit]) else {
      throw UsageError("\"--git\" and \"--no-git\" exclude each other")
    }
    let versioned = arguments[git] || !(arguments[noGit] || session.isCalledPass)
    let result = try session.store().initialize(ids, folder: folder, versioned: versioned)
    for key in result.reencrypted { session.note("\(key): reencrypted") }
    let names = ids.map { printable($0) }.joined(separator: ", ")
    let suffix = folder.isRoot ? "" : " (\(folder))"
    try session.output.write("Password store initialized for \(names)\(suffix)\n")
    if let warning = result.warning {
      session.warn("\(warning)")
      if let hint = warning.hint { session.warn("hint: \(hint)") }
    }
  }
}
