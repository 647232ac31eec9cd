import PWCore

/// What follows the changes that a command has made: a sync or a push, where git's
/// settings ask for it.
///
/// Nothing of it can make the command fail: what was saved is saved.
///
/// Only the thread that runs the command uses it.
final class Sequel: @unchecked Sendable {
  private var wanted: [(sharing: AutoSharing, folder: FilePath)] = []

  /// Notes that a store was changed.
  func add(_ sharing: AutoSharing, to folder: FilePath) {
    if !wanted.contains(where: { $0.folder == folder }) { wanted.append((sharing, folder)) }
  }

  /// Does what is to be done, or has it done.
  func run(in session: Session) {
    for (sharing, folder) in wanted {
      do {
        if sharing.isForeground {
          let store = session.store(at: folder)
          store.hasCommitted = nil
          var options = SyncOptions()
          options.pulls = sharing.pulls
          for remark in try store.sync(options).remarks { session.warn(remark) }
        } else {
          try start(sharing, of: folder, in: session)
        }
      } catch {
        let reason = (error as? any Failure)?.description ?? printable("\(error)")
        session.warn("saved, but not shared: \(reason)")
      }
    }
  }

  private func start(
    _ sharing: AutoSharing, of folder: FilePath, in session: Session
  ) throws {
    let words =
      ["pwstore", "sync", "--quiet", "--background"] + (sharing.pulls ? [] : ["--no-pull"])
    var child = ChildProcess(words.map { Array($0.utf8) } + [Array("--store".utf8), folder.bytes])
    child.program = FilePath("/proc/self/exe")
    child.isDetached = true
    (child.output, child.errors) = (.discarded, .discarded)
    // Nobody is there to answer.
    child.environment = [
      "GIT_TERMINAL_PROMPT": Array("0".utf8), "SSH_ASKPASS_REQUIRE": Array("never".utf8),
      "GPG_TTY": nil,
    ]
    if session.attendance == .batch { child.environment["PWSTORE_BATCH"] = Array("1".utf8) }
    if let passphrase = session.passphrase {
      child.fourthFile = passphrase
      child.environment["PWSTORE_PASSPHRASE_FILE"] = .some(nil)
      child.environment["PWSTORE_PASSPHRASE_FD"] = Array("4".utf8)
    }
    _ = try child.run()
  }
}
