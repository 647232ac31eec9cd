extension PasswordStore {
  /// Makes the store a git repository, or completes the one that is there:
  /// commits what is in the store, and sets up git to show entries decrypted.
  ///
  /// - Parameter options: More options for `git init`.
  /// - Throws: ``StoreError/Reason/noStore``, ``StoreError/Reason/busy``,
  ///   ``StoreError/Reason/putBack``; ``GitError``, or ``SystemError``.
  package func makeRepository(options: some Sequence<[UInt8]> = []) throws {
    let root = try existingRoot()
    try whileLocked(root) {
      let repository = try GitRepository.create(at: root, options: Array(options))
      var contents = Change("Add current contents of password store.")
      contents.alsoCommitted = try present(in: repository, root)
      try transaction(root).run(contents)
      var change = Change(Self.configuring)
      try configure(repository, &change, in: root)
      try transaction(root).run(change)
    }
  }

  /// Makes the store a git repository for a change that is about to be made, if
  /// it is none.
  ///
  /// - Parameters:
  ///   - change: Gets what there is to commit besides.
  ///   - owner: Who commits to it, where git does not know the user yet.
  ///   - root: The store's folder.
  /// - Returns: Whether it was none.
  /// - Throws: ``GitError``, ``SystemError``.
  func makeRepository(
    for change: inout Change, owner: (name: String, address: String)?, in root: FilePath
  ) throws -> Bool {
    let found = try GitRepository.find(holding: root, below: root)
    let repository = try found ?? GitRepository.create(at: root)
    // What is there already belongs to the first commit, also to one that
    // failed before.
    if found == nil || !repository.hasCommits {
      change.alsoCommitted = try present(in: repository, root)
      if let message = change.firstMessage {
        (change.message, change.firstMessage) = (message, nil)
      }
    } else if !change.steps.contains(where: \.isFirst) {
      change.firstMessage = Self.configuring
    }
    if let owner { try introduce(owner, to: repository) }
    try configure(repository, &change, in: root)
    return found == nil
  }

  /// Tells git who commits to the store, where it does not know the user yet.
  ///
  /// - Throws: ``StoreError/Reason/noStore``, ``GitError``.
  package func introduce(_ owner: (name: String, address: String)) throws {
    let root = try existingRoot()
    guard let repository = try GitRepository.find(holding: root, below: root) else { return }
    try introduce(owner, to: repository)
  }

  private func introduce(
    _ owner: (name: String, address: String), to repository: GitRepository
  ) throws {
    guard repository.configuration("user.email") == nil else { return }
    try repository.setConfiguration("user.name", to: owner.name)
    try repository.setConfiguration("user.email", to: owner.address)
  }

  private static let configuring = "Configure git repository for gpg file diff."

  /// The files that are the repository's to hold.
  private func present(in repository: GitRepository, _ root: FilePath) throws -> [[UInt8]] {
    try files(below: .root, in: root, sparingRepositories: true).files.filter {
      try !repository.isIgnored($0)
    }
  }

  /// Keeps git from treating a ciphertext as text, has it show entries decrypted,
  /// and merge them field by field; what the user has settled stays.
  private func configure(
    _ repository: GitRepository, _ change: inout Change, in root: FilePath
  ) throws {
    let name = Array(GitAttributes.name.utf8)
    let old = GitAttributes(try readFileIfAny(root.appending(name)) ?? [])
    let new = old.completed()
    if new != old { change.write(new.bytes, to: try writablePath(name, in: root), first: true) }
    let options = gpgOptions.map { "\(shellQuoted($0)) " }.joined()
    for (setting, value) in [
      ("diff.gpg.binary", "true"),
      ("diff.gpg.textconv", "gpg -d \(options)--quiet --yes --compress-algo=none --no-encrypt-to"),
    ] where repository.configuration(setting) == nil {
      try repository.setConfiguration(setting, to: value)
    }
    try registerMergeDriver(in: repository, for: new)
  }
}
