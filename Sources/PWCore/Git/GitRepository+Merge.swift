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
      try waiting { () throws(GitError) in
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
    var arguments = ["commit-tree", tree, "-p", head, "-p", merge.other]
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
    try waiting { () throws(GitError) in
      try git.output(Self.staging, "merge in", input: Self.list(paths))
    }
  }

  /// Tries again as long as another git holds a lock, and patience lasts.
  private func waiting(_ body: () throws(GitError) -> Void) throws(GitError) {
    let wait = GitWait(milliseconds: environment.patience)
    while true {
      do throws(GitError) {
        return try body()
      } catch {
        guard case .busy = error.kind, wait.pause(milliseconds: 20) else { throw error }
      }
    }
  }

  /// The first line of what git has printed.
  func line(_ output: [UInt8]) -> String {
    String(decoding: output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
