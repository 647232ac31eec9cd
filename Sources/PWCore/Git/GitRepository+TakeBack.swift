extension GitRepository {
  /// The id of the commit that HEAD means; `nil` if there is none yet.
  ///
  /// - Throws: ``GitError``, if git cannot be started.
  func head() throws(GitError) -> String? {
    let git = GitProgram(folder: workTree, environment: environment)
    let result = try git.run(["rev-parse", "--verify", "--quiet", "HEAD"], "read HEAD of")
    guard result.status == 0 else { return nil }
    return String(decoding: result.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Takes back a commit that was made just now, as if it had never been; the work
  /// tree stays as it is.
  ///
  /// - Parameters:
  ///   - commit: The commit's id.
  ///   - old: What HEAD was before; `nil` if there was no commit.
  ///   - paths: The files that it changed.
  /// - Throws: ``GitError``, if HEAD has moved on since, or cannot be moved.
  func takeBack(_ commit: String, to old: String?, _ paths: [[UInt8]]) throws(GitError) {
    let git = GitProgram(folder: workTree, environment: environment)
    let operation = "take back a commit in"
    if let old {
      try git.output(["update-ref", "HEAD", old, commit], operation)
      try git.output(["reset", "--quiet", "--"], paths: paths, operation)
    } else {
      try git.output(["update-ref", "-d", "HEAD", commit], operation)
      try git.output(
        ["rm", "--quiet", "--cached", "--ignore-unmatch", "--"], paths: paths, operation)
    }
  }
}
