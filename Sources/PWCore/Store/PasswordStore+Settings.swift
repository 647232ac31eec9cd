extension PasswordStore {
  /// Git's settings, as they are for the store: the repository's, the user's and the
  /// system's.
  ///
  /// - Returns: What looks one up; it returns `nil` for one that is not set.
  /// - Throws: ``GitError``, if there is a repository that cannot be opened.
  package func settings() throws -> (String) -> String? {
    guard let root = try? existingRoot(),
      let repository = try GitRepository.find(holding: root, below: root)
    else { return { GitRepository.configuration($0) } }
    return { repository.configuration($0) }
  }

  /// Whether git has an entry just as it is now.
  ///
  /// - Throws: ``StoreError``, ``GitError``.
  package func isCommitted(_ key: ServiceKey) throws -> Bool {
    let root = try existingRoot()
    let file = root.appending(try writablePath(key.file, in: root))
    guard let repository = try GitRepository.find(holding: file.parent, below: root),
      let path = file.relative(to: repository.workTree)
    else { return false }
    return try repository.hasCommits && repository.isCommitted([path])
  }
}
