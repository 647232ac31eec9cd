import Glibc

extension GitRepository {
  /// Makes the commit of a merge, whose files are in the work tree already; or
  /// moves the branch forward, where that is all there is to do.
  ///
  /// Done before already, it only makes the index agree.
  ///
  /// - Parameters:
  ///   - merge: What is merged.
  ///   - paths: The files that differ from HEAD, relative to the work tree; what
  ///     is not there any more is removed.
  ///   - message: The commit's message.
  /// - Returns: The new commit.
  /// - Throws: ``GitError``; HEAD and index are then as they were.
  func commit(
    _ merge: Change.Merge, _ paths: [[UInt8]], message: String
  ) throws(GitError) -> String? {
    let mark = GitIndexMark(places)
    isContested = mark.isContested()
    let head = try head()
    if head != merge.head {
      guard let head, try contains(merge.other, in: head) else {
        throw GitError(.other("another commit is checked out now"), "merge in", workTree)
      }
      try stage(paths)
      return head
    }
    let new =
      merge.isFastForward ? merge.other : try writeCommit(of: merge, paths, message: message)
    // The index first, as for any commit.
    try stage(paths)
    do throws(GitError) {
      let none = String(repeating: "0", count: new.utf8.count)
      let note = merge.isFastForward ? "sync: Fast-forward" : "sync: \(message)"
      try environment.waiting { () throws(GitError) in
        try git.output(["update-ref", "-m", note, "HEAD", new, head ?? none], "merge in")
      }
    } catch {
      if head == nil {
        _ = try? git.run(["read-tree", "--empty"], "merge in")
      } else {
        _ = try? git.run(
          ["reset", "--quiet", "--pathspec-from-file=-", "--pathspec-file-nul"], "merge in",
          input: Self.list(paths))
      }
      throw error
    }
    mark.set(on: places.index)
    return new
  }

  /// Writes the commit of a merge; no branch has it yet.
  private func writeCommit(
    of merge: Change.Merge, _ paths: [[UInt8]], message: String
  ) throws(GitError) -> String {
    defer { places.mergeIndex.withCString { _ = unlink($0) } }
    let variables = ["GIT_INDEX_FILE": places.mergeIndex.bytes]
    let head = merge.head ?? merge.other
    try git.output(["read-tree", head], "merge in", variables: variables)
    if !paths.isEmpty {
      try git.output(
        Self.staging, "merge in", input: Self.list(paths), variables: variables)
    }
    let tree = line(try git.output(["write-tree"], "merge in", variables: variables))
    return try commit(tree: tree, behind: [head, merge.other], message: message)
  }

  /// Makes one commit, behind another one, of all that ours have which that one has
  /// not; index and work tree stay as they are.
  ///
  /// - Parameters:
  ///   - head: What HEAD has to be.
  ///   - base: The other commit.
  ///   - message: The new commit's message.
  /// - Throws: ``GitError``.
  func join(_ head: String, onto base: String, message: String) throws(GitError) {
    let trees = try git.output(
      ["rev-parse", "\(head)^{tree}", "\(base)^{tree}"], "join commits in"
    )
    .split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    guard trees.count == 2 else { return }
    let new =
      trees[0] == trees[1] ? base : try commit(tree: trees[0], behind: [base], message: message)
    try environment.waiting { () throws(GitError) in
      try git.output(["update-ref", "-m", "sync: joined", "HEAD", new, head], "join commits in")
    }
  }

  /// Writes a commit, signed if the settings say so; no branch has it yet.
  private func commit(
    tree: String, behind parents: [String], message: String
  ) throws(GitError) -> String {
    var arguments = ["commit-tree", tree] + parents.flatMap { ["-p", $0] }
    if booleanConfiguration("commit.gpgSign") == true
      || booleanConfiguration("pass.signCommits") == true
    {
      arguments.append("-S")
    }
    return line(try git.output(arguments, "merge in", input: Array("\(message)\n".utf8)))
  }

  private static let staging = [
    "update-index", "--add", "--remove", "--replace", "-z", "--stdin",
  ]

  private static func list(_ paths: [[UInt8]]) -> [UInt8] { Array(paths.map { $0 + [0] }.joined()) }

  /// Puts files into the index as the work tree has them, or takes them out; they
  /// then have no conflict any more.
  ///
  /// - Throws: ``GitError``.
  func stage(_ paths: [[UInt8]]) throws(GitError) {
    guard !paths.isEmpty else { return }
    try environment.waiting { () throws(GitError) in
      try git.output(Self.staging, "merge in", input: Self.list(paths))
    }
  }

  /// The first line of what git has printed.
  func line(_ output: [UInt8]) -> String {
    String(decoding: output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
