import Glibc

/// Carries out one change, wholly or not at all.
///
/// Its user holds the store's lock. The order of things: record, new files
/// beside the old ones, "prepared", renames, commit, end of the record. Whoever
/// finds the record of a dead process therefore knows what to do: before
/// "prepared" drop the new files, after it go on.
struct ChangeTransaction {
  /// The store's folder, without symbolic links.
  let root: FilePath
  /// What files and folders lack of 0666 and 0777.
  let umask: mode_t
  /// Signs a commit; see ``GitRepository``.
  let signer: (_ payload: [UInt8], _ key: String?) throws -> [UInt8]
  /// The repository of one folder, opened already.
  var opened: (folder: FilePath, repository: Background<GitRepository?>)?
  /// Throws if the change is to be given up; asked until all new files are
  /// written.
  var checkInterruption: () throws -> Void = {}
  /// Asked to see to it that git can sign a commit by itself.
  var prepareSigning: (GitRepository) throws -> Void = { _ in }
  /// Told of each repository that has a new commit.
  var hasCommitted: (GitRepository) -> Void = { _ in }
  /// Told of each commit that another program may take back.
  var isContested: (ContestedCommit) -> Void = { _ in }

  /// Carries out a change.
  ///
  /// - Throws: ``SystemError`` if nothing could be written,
  ///   ``StoreError/Reason/conflict`` if git is in the middle of a merge,
  ///   ``StoreError/Reason/notCommitted`` or ``StoreError/Reason/putBack`` if git
  ///   could not commit it.
  func run(_ change: Change) throws {
    guard !change.isEmpty else { return }
    let journal = Journal(change, in: root)
    let groups = try? groups(of: journal)
    for group in groups ?? [] { try Self.refuseUnfinished(group.repository, in: root) }
    try run(change, journal, groups)
  }

  private func run(_ change: Change, _ journal: Journal, _ groups: [Group]?) throws {
    var journal = journal
    let isRecorded = try begin(journal)
    do {
      try writeNewFiles(journal, change)
      if isRecorded { try journal.mark(.prepared, in: root) }
    } catch {
      discardNewFiles(journal)
      end(journal)
      throw error
    }
    try finish(journal, groups)
  }

  /// Writes the new files beside the old ones, and then waits until all are on
  /// the disk: one after the other would take a thousand times as long.
  private func writeNewFiles(_ journal: Journal, _ change: Change) throws {
    let mode = 0o666 & ~umask
    var written: [FilePath] = []
    for (step, planned) in zip(journal.steps, change.steps) where step.writes {
      try checkInterruption()
      let temporary = step.path(\.temporary, in: root)
      try makeFolders(temporary.parent, mode: 0o777 & ~umask)
      switch planned.content {
      case .bytes(let content):
        try writeNewFile(temporary, content, mode: mode)
        written.append(temporary)
      case .executable(let content):
        try writeNewFile(temporary, content, mode: 0o777 & ~umask)
        written.append(temporary)
      case .link(let destination): try makeLink(temporary, to: destination)
      case .copied(let source):
        if try copyFile(source, as: temporary, umask: umask) { written.append(temporary) }
      case .moved(let source): try duplicateFile(source, as: temporary)
      case .removed: break
      }
    }
    for file in written {
      try FileDescriptor(file, O_RDONLY | O_NOFOLLOW, action: "write").synchronize()
    }
    try checkInterruption()
  }

  /// Finishes or undoes what a process that died has left.
  ///
  /// - Parameter mayCommit: Whether git may be asked to commit. A reader must not
  ///   wait for git, or start a hook; it only gives the files their places, and
  ///   leaves the rest to the next writer.
  /// - Returns: The message of the change, if it was finished.
  /// - Throws: As ``run(_:)`` does.
  func recover(mayCommit: Bool) throws -> String? {
    guard var journal = try Journal.left(in: root), journal.steps.allSatisfy(isInPlace) else {
      Journal.end(in: root)  // Not whole, so nothing had begun; or not ours.
      return nil
    }
    if journal.stage != .prepared {
      if journal.stage == .undone { putBack(journal.steps) }
      discardNewFiles(journal)
      end(journal)
      return nil
    }
    // What has been written since counts for more than what was interrupted.
    journal.steps = try journal.steps.filter { step in
      guard isSuperseded(step) else { return true }
      if step.writes { try removeFile(step.path(\.temporary, in: root)) }
      if !step.backup.isEmpty { try removeFile(step.path(\.backup, in: root)) }
      return false
    }
    let isSameBranch = Journal.head(in: root) == journal.head
    guard mayCommit, !isUnfinished(journal) else {
      if isSameBranch { try moveIntoPlace(journal) }
      return nil
    }
    guard isSameBranch else {
      undo(&journal)
      discardNewFiles(journal)
      end(journal)
      throw StoreError(
        .putBack, "another branch is checked out now, so \(quoted(journal.message)) was given up")
    }
    for repository in try groups(of: journal).map(\.repository) {
      try repository.removeStaleLocks()
    }
    try finish(journal)
    return journal.message
  }

  /// Whether git is in the middle of something of its own, so that a commit has
  /// to wait.
  private func isUnfinished(_ journal: Journal) -> Bool {
    let groups = (try? groups(of: journal)) ?? []
    return groups.contains {
      (try? Self.refuseUnfinished($0.repository, in: root)) == nil
    }
  }

  /// Whether a step's file is where its name says, with no link on the way: a
  /// record may have come from somebody else.
  private func isInPlace(_ step: Journal.Step) -> Bool {
    var folder = step.path(\.target, in: root).parent
    while FileKind(folder, followingLinks: false) == nil { folder = folder.parent }
    return (try? folder.resolved()) == folder
  }

  /// Whether somebody has written the file since the change began.
  private func isSuperseded(_ step: Journal.Step) -> Bool {
    let target = step.path(\.target, in: root)
    if step.writes {
      let isPending = FileKind(step.path(\.temporary, in: root), followingLinks: false) != nil
      return isPending && Journal.stamp(target) != step.old
    }
    let isMoved = FileKind(step.path(\.backup, in: root), followingLinks: false) != nil
    let present = Journal.stamp(target)
    return isMoved ? !present.isEmpty : !present.isEmpty && present != step.old
  }

  /// Writes the record, where that is possible.
  ///
  /// A lone file is whole without it, and must be kept even where git's folder
  /// is read-only; several files are not begun without a record.
  private func begin(_ journal: Journal) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try journal.begin(in: root)
      return true
    } catch  where journal.keepsUncommitted && error.code != ENOSPC && error.code != EDQUOT {
      return false
    } catch {
      Journal.end(in: root)
      throw error
    }
  }

  private func finish(_ journal: Journal, _ groups: [Group]? = nil) throws {
    var journal = journal
    do {
      try moveIntoPlace(journal)
    } catch {
      undo(&journal)
      discardNewFiles(journal)
      end(journal)
      throw error
    }
    do {
      try commit(&journal, groups)
    } catch {
      end(journal)
      throw error
    }
    if !journal.keepsUncommitted { try? journal.mark(.done, in: root) }
    end(journal)
  }

  /// Renames the new files, and keeps the old ones where they may be needed.
  ///
  /// May be done a second time, after a crash: what is done is not done again.
  private func moveIntoPlace(_ journal: Journal) throws {
    var folders: Set<FilePath> = []
    for step in journal.steps {
      let target = step.path(\.target, in: root)
      folders.insert(target.parent)
      if step.writes {
        let temporary = step.path(\.temporary, in: root)
        guard FileKind(temporary, followingLinks: false) != nil else { continue }
        if FileKind(target) == .folder {
          throw StoreError(
            .inTheWay, "cannot write \(quoted(target.bytes)): a folder of that name is in the way",
            hint: "use another key")
        }
        if !step.backup.isEmpty, FileKind(target, followingLinks: false) != nil {
          let backup = step.path(\.backup, in: root)
          if FileKind(backup, followingLinks: false) == nil {
            try duplicateFile(target, as: backup)
          }
        }
        try moveFile(temporary, to: target)
        // Two names of one file are both left by a rename.
        try removeFile(temporary)
      } else if FileKind(target, followingLinks: false) != nil {
        if step.backup.isEmpty {
          try removeFile(target)
        } else {
          try moveFile(target, to: step.path(\.backup, in: root))
        }
      }
    }
    // One that was emptied may be gone since the first time.
    for folder in folders where FileKind(folder) != nil { try synchronizeFolder(folder) }
  }

  /// Gives up a change that has begun to take effect.
  func undo(_ journal: inout Journal) {
    try? journal.mark(.undone, in: root)
    putBack(journal.steps)
  }

  /// Gives files their old content again.
  ///
  /// May be done a second time, after a crash, and where nothing has changed yet.
  func putBack(_ steps: [Journal.Step]) {
    for step in steps.reversed() where !step.backup.isEmpty {
      let target = step.path(\.target, in: root)
      let backup = step.path(\.backup, in: root)
      if FileKind(backup, followingLinks: false) != nil {
        try? moveFile(backup, to: target)
      } else if step.writes, step.old.isEmpty,
        FileKind(step.path(\.temporary, in: root), followingLinks: false) == nil
      {
        try? removeFile(target)  // It was new.
      }
    }
  }

  private func discardNewFiles(_ journal: Journal) {
    for step in journal.steps where step.writes {
      try? removeFile(step.path(\.temporary, in: root))
    }
  }

  /// Removes what only the change itself needed.
  private func end(_ journal: Journal) {
    var folders: Set<FilePath> = []
    for step in journal.steps {
      if !step.backup.isEmpty { try? removeFile(step.path(\.backup, in: root)) }
      folders.insert(step.path(\.target, in: root).parent)
    }
    for folder in folders { removeEmptyFolders(from: folder, below: root) }
    Journal.end(in: root)
  }
}
