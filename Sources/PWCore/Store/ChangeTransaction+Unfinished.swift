extension ChangeTransaction {
  /// Refuses to change what a merge of git's, or the like, has left open: the
  /// commit would conclude it, and drop what the other side says.
  ///
  /// What cannot be read is no reason; git will say what is wrong with it.
  ///
  /// - Throws: ``StoreError/Reason/conflict``.
  static func refuseUnfinished(_ repository: GitRepository, in root: FilePath) throws(StoreError) {
    let unfinished = repository.unfinished
    let unmerged = (try? repository.unmergedPaths()) ?? []
    guard unfinished != nil || !unmerged.isEmpty else { return }
    let git =
      repository.workTree == root
      ? "pwstore git" : "git -C \(shellQuoted(repository.workTree.bytes))"
    var reason: String
    if let path = unmerged.first {
      reason = "\(quoted(path)) has a conflict from a merge"
      if unmerged.count > 1 { reason += ", as have \(unmerged.count - 1) others" }
    } else {
      reason = "git is in the middle of a \(unfinished?.rawValue ?? "merge")"
    }
    var steps: [String] = []
    if !unmerged.isEmpty { steps.append("resolve it with \"pwstore resolve\"") }
    if let unfinished {
      steps.append("finish with \"\(git) \(unfinished.continuation)\"")
      steps.append("or give it up with \"\(git) \(unfinished.abortion)\"")
    }
    throw StoreError(
      .conflict, "nothing was changed: \(reason)", hint: steps.joined(separator: ", "))
  }
}

extension PasswordStore {
  /// Refuses to begin with a change of a folder where it would be refused in the
  /// end.
  ///
  /// - Throws: ``StoreError/Reason/conflict``, ``StoreError/Reason/noStore``.
  package func refuseUnfinished(_ folder: FolderName) throws(StoreError) {
    let root = try existingRoot()
    let path = root.appending(folder.bytes)
    guard let repository = try? GitRepository.find(holding: path, below: root) else { return }
    try ChangeTransaction.refuseUnfinished(repository, in: root)
  }
}
