/// The commits that a request asks for, one behind the other; no branch has them
/// yet.
struct GitCommitChain {
  let backend: LibGit2Backend
  /// What HEAD is.
  let head: GitHead
  /// Its tree; `nil` before the first commit.
  let tree: GitID?
  let context: GitContext

  /// The last commit that was made.
  struct Link {
    var id: GitID
    var message: String
    var author: GitIdentity
    var committer: GitIdentity
  }

  /// What came of it.
  enum Result {
    /// Nothing differs from HEAD.
    case unchanged
    /// A commit is needed, and none was asked for.
    case refused
    case made(Link)
  }

  /// Runs the hooks, and writes the commits with all that they consist of.
  ///
  /// - Parameters:
  ///   - request: What to commit.
  ///   - files: The request's files in their order; gets those that hooks add.
  ///   - index: The repository's index.
  /// - Returns: The last commit, if one was needed.
  /// - Throws: ``GitError``.
  func write(
    _ request: GitCommitRequest, _ files: inout [GitFile], _ index: borrowing GitIndexFile
  ) throws(GitError) -> Result {
    let update = GitTreeUpdate(repository: backend.repository.pointer, context: context)
    var tree = if let tree { tree } else { try update.write(nil, []) }
    let count = request.first?.paths.count ?? 0
    var parts = [(message: request.message, files: files[count...])]
    if let first = request.first { parts.insert((first.message, files[..<count]), at: 0) }
    var last: Link?
    for part in parts {
      let changes = part.files.map { file in
        GitTreeChange(file.path, file.state.map { ($0.id, $0.mode) })
      }
      guard let new = try update.write(tree, changes), new != tree else { continue }
      guard let message = part.message else { return .refused }
      let author =
        if let last { last.author } else {
          try GitIdentity(.author, backend.settings, backend.program)
        }
      let committer =
        if let last { last.committer } else {
          try GitIdentity(.committer, backend.settings, backend.program)
        }
      let hooks = GitCommitHooks(backend: backend, author: author, context: context)
      let seen = try hooks.run(tree: new, message: message, realIndex: index)
      tree = seen.tree
      files += seen.files
      let id = try backend.write(
        tree: seen.tree, message: seen.message, author: author, committer: committer,
        head: GitHead(reference: head.reference, commit: last?.id ?? head.commit),
        signer: request.signer, context)
      last = Link(id: id, message: seen.message, author: author, committer: committer)
    }
    return last.map { .made($0) } ?? .unchanged
  }
}
