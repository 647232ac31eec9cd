import PWCore

/// What git calls to merge an entry.
enum GitMergeDriver {
  static let base = Positional("BASE", "What both sides come from", read: filePath)
  static let ours = Positional("OURS", "Our side, and the result", read: filePath)
  static let theirs = Positional("THEIRS", "The other side", read: filePath)
  static let path = Positional("PATH", "The file in the work tree") { $0 }

  static let command = Command(
    name: "git-merge-driver", summary: "Merge an entry for git",
    discussion: """
      Git starts this by itself, as merge.pwstore.driver in its settings says, for the files that \
      have merge=pwstore in .gitattributes. Nobody is asked anything but, by GnuPG's own agent, a \
      passphrase. Where both sides have changed one field, the status is 1.
      """,
    parameters: [base.parameter, ours.parameter, theirs.parameter, path.parameter],
    isHidden: true, takesWordsAsTheyAre: true, run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let driver = try MergeDriver(of: try arguments[path].bytes, store: session.storeFolder)
    do {
      try driver.merge(
        base: try arguments[base], ours: try arguments[ours], theirs: try arguments[theirs],
        in: session.store(at: driver.root))
    } catch let error as any Failure {
      let isConflict = error.exitCode == .conflict
      session.warn(isConflict ? "\(error)" : "cannot merge \(quoted(driver.key.bytes)): \(error)")
      if !isConflict, let hint = error.hint { session.warn("hint: \(hint)") }
      let hint = driver.hint.replacing("\"pwstore ", with: "\"\(session.program) ")
      session.warn("hint: \(hint)")
      // Git takes more than 128 for a crash, and all else for a conflict.
      throw QuietEnd(.failure)
    }
  }
}
