import PWCore

enum Init {
  static let path = Option(
    "path", "p", value: "FOLDER", completion: .folders,
    "Name the recipients of a folder, instead of the whole store's", read: EntryName.init)
  static let git = Flag("git", "Make the store a git repository if it is none")
  static let noGit = Flag("no-git", "Do not make the store a git repository")
  static let ids = Positional(
    repeated: "GPG-ID", atLeast: 1, completion: .recipients,
    "A key: its fingerprint, id, address or name", read: text)

  static let command = Command(
    name: "init", summary: "Make a store, or change for whom it is encrypted", topic: .start,
    discussion: """
      Entries that are encrypted for other keys are encrypted anew; if that fails for one of them, \
      nothing is changed. Only those that nobody here can decrypt are left as they are, and named. \
      An empty GPG-ID takes away a folder's own recipients, so that those of the folder above \
      apply. The store becomes a git repository unless --no-git is given; called as "pass" it \
      becomes one only with --git. With PASSWORD_STORE_SIGNING_KEY the list of recipients is signed.
      """,
    examples: [
      .init("init alice@example.org", "Make a store for one key"),
      .init("init -p team alice@example.org bob@example.org", "Share a folder"),
      .init("init -p team ''", "Encrypt it as the rest of the store again"),
    ],
    parameters: [path.parameter, git.parameter, noGit.parameter, ids.parameter], isPassVerb: true,
    run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let ids = try arguments[ids]
    let path = try arguments[path]
    guard !(arguments[git] && arguments[noGit]) else {
      throw UsageError("\"--git\" and \"--no-git\" exclude each other")
    }
    let (folder, name) = (path?.folder ?? .root, path?.description ?? "")
    let store = session.store()
    let result = try session.changingInBulk(store) {
      // Who knows pass expects two commits of it; one is enough for what is one.
      let separately = session.isCalledPass
      if ids == [""] {
        return try store.deinitialize(folder, named: name, separately: separately)
      }
      let versioned = arguments[git] || !(arguments[noGit] || session.isCalledPass)
      return try store.initialize(
        ids, folder: folder, named: name, versioned: versioned, separately: separately)
    }
    for key in result.reencrypted { session.note("\(key): reencrypted") }
    if ids != [""] {
      let names = ids.map { printable($0) }.joined(separator: ", ")
      let suffix = folder.isRoot ? "" : " (\(name))"
      try session.output.write("Password store initialized for \(names)\(suffix)\n")
    }
    for failure in [result.warning].compactMap({ $0 }) + result.undecryptable {
      session.warn("\(failure)")
      if let hint = failure.hint { session.warn("hint: \(hint)") }
    }
    if let worst = result.undecryptable.map(\.exitCode.rawValue).max() {
      throw QuietEnd(session.isCalledPass ? ExitCode.failure.rawValue : worst)
    }
  }
}
