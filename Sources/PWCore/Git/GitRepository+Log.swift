extension GitRepository {
  /// The commits that touched files, the newest first, with all that they did.
  ///
  /// Merges are among them if a file is other than in one of their parents; what
  /// they did is what is other than in all of them.
  ///
  /// - Parameters:
  ///   - paths: Files and folders, relative to the work tree; none for all.
  ///   - starts: The commits to begin with, as git names them.
  ///   - excluded: Commits that do not count, and neither do those before them.
  ///   - limit: How many commits there are to be at most.
  ///   - isWanted: Which of them count.
  /// - Returns: The commits; none if HEAD has no commit yet.
  /// - Throws: ``GitError``.
  func log(
    of paths: [[UInt8]], from starts: [String] = ["HEAD"], excluding excluded: [String] = [],
    limit: Int? = nil, where isWanted: (GitCommit) -> Bool
  ) throws(GitError) -> [GitCommit] {
    guard hasCommits else { return [] }
    // Some of the commits will be merges that changed nothing.
    var count = limit.map { 2 * $0 + 16 }
    while true {
      let all = try commits(
        ["--full-history", "--date-order"] + (count.map { ["--max-count=\($0)"] } ?? []) + starts
          + ["--not"]
          + excluded, of: paths)
      let wanted = all.filter(isWanted)
      guard let limit, let asked = count, all.count == asked, wanted.count < limit else {
        return limit.map { Array(wanted.prefix($0)) } ?? wanted
      }
      count = 4 * asked
    }
  }

  /// The commits that git-rev-list(1) finds; unlike git-log(1) and its like, it and
  /// git-diff-tree(1) take no orders from the user's settings.
  ///
  /// - Parameters:
  ///   - options: Options and commits.
  ///   - paths: The files that the commits touch; none for all.
  ///   - withChanges: Whether to tell what they did.
  /// - Returns: The commits.
  /// - Throws: ``GitError``.
  private func commits(
    _ options: [String], of paths: [[UInt8]] = [], withChanges: Bool = true
  ) throws(GitError) -> [GitCommit] {
    let list = try git.output(
      ["rev-list", "--format=%H %h"] + options + ["--"], paths: paths, "read the history of")
    // Before each line, there is one with "commit <id>".
    let lines = list.split(separator: 0x0A).filter { !$0.starts(with: "commit ".utf8) }
    let names = lines.map { $0.split(separator: 0x20) }.filter { $0.count == 2 }
    guard !names.isEmpty else { return [] }
    let output = try git.output(
      [
        "diff-tree", "--stdin", "-z", "-r", "--root", "-c", "--raw", "--no-renames", "--always",
        "--encoding=UTF-8", GitCommit.format,
      ] + (withChanges ? [] : ["--no-patch"]), "read the history of",
      input: names.flatMap { $0[0] + [0x0A] })
    var commits = GitCommit.all(in: output)
    for (index, name) in zip(commits.indices, names) {
      commits[index].abbreviation = String(decoding: name[1], as: UTF8.self)
    }
    return commits
  }

  /// The commit of a name.
  ///
  /// - Parameter revision: A name as git knows them: `HEAD~3`, a branch, a tag,
  ///   an id, `@{yesterday}`. It is never taken for an option.
  /// - Returns: The commit, without what it did; `nil` if there is none.
  /// - Throws: ``GitError``.
  func commit(named revision: String) throws(GitError) -> GitCommit? {
    let result = try git.run(
      ["rev-parse", "--quiet", "--verify", "--end-of-options", "\(revision)^{commit}"], "read")
    guard result.status == 0 else { return nil }
    let id = String(decoding: result.output.prefix { $0 != 0x0A }, as: UTF8.self)
    return try commits(["--no-walk", id], withChanges: false).first
  }

  /// The last commit of the present branch at or before a time.
  ///
  /// - Parameter seconds: The time, in seconds since 1970.
  /// - Returns: The commit, without what it did; `nil` if there is none.
  /// - Throws: ``GitError``.
  func commit(notAfter seconds: Int) throws(GitError) -> GitCommit? {
    guard hasCommits else { return nil }
    return try commits(
      ["--first-parent", "--max-count=1", "--min-age=\(seconds)", "HEAD"], withChanges: false
    ).first
  }

  /// The files that a commit had.
  ///
  /// - Parameters:
  ///   - paths: Files and folders, relative to the work tree; none for all.
  ///   - commit: The commit's id.
  /// - Returns: Their paths, relative to the work tree, and what they were.
  /// - Throws: ``GitError``.
  func files(
    _ paths: [[UInt8]], at commit: String
  ) throws(GitError) -> [(path: [UInt8], file: GitCommit.File)] {
    let lines = try git.output(
      ["ls-tree", "-r", "-z", "--full-tree", commit, "--"], paths: paths, "read")
    // "100644 blob <id>\t<path>"
    return lines.split(separator: 0).compactMap { line in
      let words = line.prefix { $0 != 0x09 }.split(separator: 0x20).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard words.count == 3, words[1] == "blob" else { return nil }
      let path = Array(line.drop { $0 != 0x09 }.dropFirst())
      return (path, GitCommit.File(blob: words[2], mode: words[0]))
    }
  }

  /// The ids of the commits where the history ends that a shallow clone has.
  ///
  /// - Throws: ``GitError``.
  func shallowEnds() throws(GitError) -> Set<String> {
    let file = places.commonDirectory.appending("shallow")
    do throws(SystemError) {
      let lines = try readFileIfAny(file) ?? []
      return Set(lines.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) })
    } catch {
      throw GitError(error, "read the history of", workTree)
    }
  }
}
