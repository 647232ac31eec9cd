extension PasswordStore {
  /// Settles what git's merge, rebase, cherry-pick, revert or stash has left open
  /// of entries.
  ///
  /// They are merged field by field. What comes of it is written into the work
  /// tree and staged; to end what git has begun is left to git.
  ///
  /// - Parameters:
  ///   - keys: The entries; none for all that have conflicts.
  ///   - decide: Chooses where both sides have changed the same.
  /// - Returns: What was done.
  /// - Throws: ``MergeConflictError`` if nobody has chosen (nothing is changed
  ///   then), ``StoreError``, ``GitError``, ``SystemError``, and what `decide`
  ///   throws.
  package func resolve(
    _ keys: [ServiceKey] = [], _ decide: @escaping MergeDecision
  ) throws -> ResolutionReport {
    let root = try existingRoot()
    var report = ResolutionReport()
    var repositories: [FilePath: GitRepository] = [:]
    for folder in keys.isEmpty ? [.root] : keys.map(\.folder) {
      let path = root.appending(folder.bytes)
      guard let found = try GitRepository.find(holding: path, below: root) else { continue }
      repositories[found.workTree] = found
    }
    for (_, repository) in repositories.sorted(by: { $0.key.bytes.isBefore($1.key.bytes) }) {
      var resolution = Resolution(of: self, root, repository, decide)
      try resolution.plan(keys)
      try whileLocked(root) { try resolution.carryOut() }
      report.resolved += resolution.resolved
      report.remarks += resolution.remarks
      report.remaining += try repository.unmergedFiles().map { resolution.inStore($0.path) }
      if let unfinished = repository.unfinished {
        let git =
          repository.workTree == root
          ? "pwstore git" : "git -C \(shellQuoted(repository.workTree.bytes))"
        report.continuation = "\(git) \(unfinished.continuation)"
      }
    }
    for key in keys where !report.resolved.contains(key) {
      guard try containsFile(key) else { throw StoreError.noSuchEntry(key) }
      report.remarks.append("\(key): it has no conflict")
    }
    return report
  }
}
