import CGit2

/// What HEAD stands for.
struct GitHead: Equatable {
  /// The branch that HEAD names, born or not; HEAD itself if it is detached.
  var reference: FilePath
  /// The last commit; `nil` before the first one.
  var commit: GitID?
}

extension LibGit2Backend {
  /// Reads HEAD.
  ///
  /// - Throws: ``GitError``.
  func head(_ context: GitContext) throws(GitError) -> GitHead {
    var name = FilePath("HEAD")
    // Branches may be symbolic, too; git follows five of them.
    for _ in 0...5 {
      var found: OpaquePointer?
      let result = name.withCString {
        LibGit2.functions?.git_reference_lookup(&found, repository.pointer, $0) ?? -1
      }
      if result == GIT_ENOTFOUND.rawValue, name != FilePath("HEAD") {
        LibGit2.functions?.git_error_clear()
        return GitHead(reference: name, commit: nil)
      }
      let reference = try GitHandle<GitReferenceKind>("git_reference_lookup", context) {
        $1 = found
        return result
      }
      if let id = LibGit2.functions?.git_reference_target(reference.pointer) {
        return GitHead(reference: name, commit: GitID(value: id.pointee))
      }
      if let target = LibGit2.functions?.git_reference_symbolic_target(reference.pointer) {
        name = FilePath(cString: target)
      }
    }
    throw GitError(.corrupt("HEAD leads nowhere"), context.operation, context.path)
  }

  /// The commit that HEAD has, opened.
  func commit(
    of head: GitHead, _ context: GitContext
  ) throws(GitError) -> GitHandle<GitCommitKind>? {
    guard var id = head.commit else { return nil }
    return try GitHandle("git_commit_lookup", context) {
      $0.git_commit_lookup(&$1, repository.pointer, &id.value)
    }
  }

  /// The tree of HEAD's commit; `nil` before the first one.
  func tree(of head: GitHead, _ context: GitContext) throws(GitError) -> GitID? {
    switch try commit(of: head, context) {
    case .none: return nil
    case .some(let commit):
      let tree = try GitHandle<GitTreeKind>("git_commit_tree", context) {
        $0.git_commit_tree(&$1, commit.pointer)
      }
      return LibGit2.functions?.git_tree_id(tree.pointer).map { GitID(value: $0.pointee) }
    }
  }

  /// What a tree has at a path; `nil` if nothing.
  func entry(
    _ path: [UInt8], in tree: GitID?, _ context: GitContext
  ) throws(GitError) -> (id: GitID, mode: UInt32)? {
    guard var tree else { return nil }
    let handle = try GitHandle<GitTreeKind>("git_tree_lookup", context) {
      $0.git_tree_lookup(&$1, repository.pointer, &tree.value)
    }
    var found: OpaquePointer?
    let result = path.withCString {
      LibGit2.functions?.git_tree_entry_bypath(&found, handle.pointer, $0) ?? -1
    }
    if result == GIT_ENOTFOUND.rawValue {
      LibGit2.functions?.git_error_clear()
      return nil
    }
    let entry = try GitHandle<GitTreeEntryKind>("git_tree_entry_bypath", context) {
      $1 = found
      return result
    }
    guard let functions = LibGit2.functions,
      let id = functions.git_tree_entry_id(entry.pointer)
    else { return nil }
    return (GitID(value: id.pointee), functions.git_tree_entry_filemode(entry.pointer).rawValue)
  }

  /// Moves what HEAD stands for to a new commit, if it is still what it was.
  ///
  /// Both locks are held for as short as can be: the reference is locked first,
  /// and then the index, or nothing. Whoever waited for one while holding the
  /// other could make a git fail that does the same the other way round.
  ///
  /// - Parameters:
  ///   - head: What HEAD was.
  ///   - id: The new commit.
  ///   - committer: Who moves it, for the log.
  ///   - message: Why, for the log.
  ///   - claim: The right to work in the repository.
  ///   - context: What is tried, for an error.
  ///   - body: What is to happen while all is locked; if it throws, nothing
  ///     moves.
  /// - Returns: Whether it moved. If not, another process was faster.
  /// - Throws: ``GitError``: `busy` without waiting, and others.
  func move(
    _ head: GitHead, to id: GitID, committer: GitIdentity, message: String,
    claim: borrowing GitClaim, _ context: GitContext, while body: () throws(GitError) -> Void
  ) throws(GitError) -> Bool {
    let transaction = try GitHandle<GitTransactionKind>("git_transaction_new", context) {
      $0.git_transaction_new(&$1, repository.pointer)
    }
    let name = head.reference
    let locked = name.withCString {
      LibGit2.functions?.git_transaction_lock_ref(transaction.pointer, $0) ?? -1
    }
    if locked == GIT_ELOCKED.rawValue {
      LibGit2.functions?.git_error_clear()
      throw GitError(.busy(lock: places.lock(of: name)), context.operation, context.path)
    }
    try git("git_transaction_lock_ref", context) { _ in locked }
    guard try self.head(context) == head else { return false }
    var id = id
    try committer.withSignature { (signature) throws(GitError) in
      try name.withCString { (name) throws(GitError) in
        _ = try git("git_transaction_set_target", context) {
          $0.git_transaction_set_target(transaction.pointer, name, &id.value, signature, message)
        }
      }
    }
    let lock = try GitIndexLock(claim, places, patience: 0)
    try body()
    try git("git_transaction_commit", context) { $0.git_transaction_commit(transaction.pointer) }
    _ = consume lock
    return true
  }
}
