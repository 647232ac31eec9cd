extension GitRepository {
  /// When files were last changed, in seconds since 1970: the date of the newest
  /// commit that made each what it was then.
  ///
  /// The history is read once for all of them.
  ///
  /// - Parameter paths: Files and folders, relative to the work tree; none for all.
  /// - Returns: The times of all files that the history knows, also of those that are
  ///   gone.
  /// - Throws: ``GitError``.
  func lastChanges(of paths: [[UInt8]] = []) throws(GitError) -> [[UInt8]: Int] {
    guard hasCommits else { return [:] }
    let operation = "read the history of"
    let commits = try git.output(
      ["rev-list", "--full-history", "--date-order", "HEAD", "--"], paths: paths, operation)
    let output = try git.output(
      [
        "diff-tree", "--stdin", "-z", "-r", "--root", "-c", "--raw", "--no-renames", "--always",
        "--format=%at%x00",
      ], operation, input: commits)
    var times: [[UInt8]: Int] = [:]
    var seconds = 0
    // As for ``GitCommit``: a time, then ":MODES IDS LETTER" and a path for each file.
    var words = output.split(separator: 0)[...]
    while let word = words.popFirst() {
      let word = word.drop { $0 == 0x0A }
      if word.first == UInt8(ascii: ":") {
        guard let path = words.popFirst().map(Array.init) else { break }
        if times[path] == nil { times[path] = seconds }
      } else if let number = Int(String(decoding: word, as: UTF8.self)) {
        seconds = number
      }
    }
    return times
  }
}
