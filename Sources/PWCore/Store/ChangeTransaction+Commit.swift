extension ChangeTransaction {
  /// A repository, and the files of a change that it holds.
  struct Group {
    let repository: GitRepository
    var steps: [Journal.Step] = []
    var paths: [[UInt8]] = []
    /// Those of the first commit, if there are to be two.
    var firstPaths: [[UInt8]] = []
  }

  /// The repositories that hold a change's files, in the order of these.
  ///
  /// - Throws: ``GitError``.
  func groups(of journal: Journal) throws -> [Group] {
    var groups: [Group] = []
    if journal.merge != nil {
      // It is of the store's own repository, whatever lies in its folders.
      guard let repository = try repository(holding: root) else { return [] }
      return [
        Group(repository: repository, steps: journal.steps, paths: journal.steps.map(\.target))
      ]
    }
    var positions: [FilePath: Int?] = [:]
    let files =
      journal.steps.map { ($0.target, Optional($0)) } + journal.alsoCommitted.map { ($0, nil) }
    for (file, step) in files {
      let path = root.appending(file)
      let folder = path.parent
      if positions[folder] == nil {
        let repository = try self.repository(holding: folder)
        positions[folder] = .some(
          repository.map { repository in
            if let known = groups.firstIndex(where: {
              $0.repository.workTree == repository.workTree
            }) {
              return known
            }
            groups.append(Group(repository: repository))
            return groups.count - 1
          })
      }
      guard case .some(.some(let position)) = positions[folder],
        let relative = path.relative(to: groups[position].repository.workTree)
      else { continue }
      if let step, step.isFirst, journal.firstMessage != nil {
        groups[position].firstPaths.append(relative)
      } else {
        groups[position].paths.append(relative)
      }
      if let step { groups[position].steps.append(step) }
    }
    return groups
  }

  private func repository(holding folder: FilePath) throws -> GitRepository? {
    if let opened, opened.folder == folder { return try opened.repository.value }
    return try GitRepository.find(holding: folder, below: root)
  }

  /// A commit of one repository, while others are still to make theirs.
  private struct Made {
    let group: Group
    let commit: String
    let head: String?
  }

  /// Commits a change whose files are in place, in each repository concerned; if
  /// that fails in one, takes back what the others have, and puts back what is to
  /// be put back.
  ///
  /// - Parameters:
  ///   - journal: The change.
  ///   - known: What ``groups(of:)`` gave for it, if that was asked before.
  /// - Throws: ``StoreError/Reason/notCommitted``, ``StoreError/Reason/putBack``.
  func commit(_ journal: inout Journal, _ known: [Group]? = nil) throws {
    var made: [Made] = []
    var pending: [Group] = []
    do {
      let groups = try known ?? groups(of: journal)
      pending = groups
      while let group = pending.first {
        let head = groups.count > 1 ? try group.repository.head() : nil
        if let commit = try commit(group, journal) {
          made.append(Made(group: group, commit: commit, head: head))
        }
        pending.removeFirst()
      }
    } catch let cause as any Failure {
      if journal.keepsUncommitted { throw notCommitted(journal, cause) }
      guard let stuck = takeBack(&made) else {
        undo(&journal)
        throw StoreError(
          .putBack, "git cannot commit, so nothing was changed: \(cause)", hint: cause.hint,
          cause: cause)
      }
      putBack(pending.flatMap(\.steps))
      let folder = quoted(stuck.repository.workTree.bytes)
      throw StoreError(
        .putBack,
        "git cannot commit, and what it has committed in \(folder) cannot be taken back: \(cause)",
        hint: cause.hint, cause: cause)
    }
  }

  /// Makes the commit of one repository.
  ///
  /// - Returns: Its id; `nil` if there was nothing to commit.
  private func commit(_ group: Group, _ journal: Journal) throws -> String? {
    let message = journal.message(for: group.steps)
    let commit = ContestedCommit(
      group.repository, group.firstPaths + group.paths, message, signer: signer)
    if journal.merge != nil || group.repository.leavesSigningToProgram {
      try prepareSigning(group.repository)
    }
    if let merge = journal.merge {
      let id = try group.repository.commit(merge, group.paths, message: message)
      if group.repository.isContested { isContested(commit) }
      return id
    }
    let first = journal.firstMessage.map {
      GitCommitRequest.First(paths: group.firstPaths, message: $0)
    }
    let id = try group.repository.commit(
      group.paths, message: message, after: first, signer: signer)
    if group.repository.isContested { isContested(commit) }
    if id != nil { hasCommitted(group.repository) }
    return id
  }

  /// Takes back what has been committed, the last commit first.
  ///
  /// - Returns: The repository where that fails; `nil` if all is as before.
  private func takeBack(_ made: inout [Made]) -> Group? {
    while let last = made.popLast() {
      do throws(GitError) {
        let paths = last.group.firstPaths + last.group.paths
        try last.group.repository.takeBack(last.commit, to: last.head, paths)
      } catch {
        return last.group
      }
    }
    return nil
  }

  /// Says that the new file stays, and how to commit it.
  private func notCommitted(_ journal: Journal, _ cause: any Failure) -> StoreError {
    let names = journal.steps.map { quoted($0.target) }.joined(separator: ", ")
    let files = journal.steps.map { shellQuoted($0.target) }.joined(separator: " ")
    let git = "git -C \(shellQuoted(root.bytes))"
    let add = (cause as? GitError)?.kind == .ignored ? "add -f" : "add"
    // During a merge git commits all or nothing.
    let part = (cause as? GitError)?.kind == .unmerged ? "" : " -- \(files)"
    let command =
      "\(git) \(add) -- \(files) && \(git) commit -m \(shellQuoted(Array(journal.message.utf8)))\(part)"
    let first = cause.hint.map { "\($0); then commit it with: " } ?? "commit it with: "
    return StoreError(
      .notCommitted, "\(names) is saved, but not committed: \(cause)", hint: first + command,
      cause: cause)
  }
}
