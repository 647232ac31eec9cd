extension GitRepository {
  /// How a file differs between two commits.
  struct Difference {
    /// What the first commit has; `nil` if nothing.
    var old: GitBlob?
    /// What the second one has; `nil` if nothing.
    var new: GitBlob?
  }

  /// Whether a commit is another one or among its ancestors.
  ///
  /// - Throws: ``GitError``.
  func contains(_ commit: String, in other: String) throws(GitError) -> Bool {
    let result = try git.run(["merge-base", "--is-ancestor", commit, other], "read")
    guard result.status <= 1 else { throw result.error("read", workTree) }
    return result.status == 0
  }

  /// The best common ancestors of two commits: none, one, or several if each has
  /// merged an earlier state of the other.
  ///
  /// - Throws: ``GitError``.
  func mergeBases(_ one: String, _ other: String) throws(GitError) -> [String] {
    let result = try git.run(["merge-base", "--all", one, other], "read")
    guard result.status <= 1 else { throw result.error("read", workTree) }
    return result.output.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The commit that a name stands for; `nil` if it stands for none.
  ///
  /// - Throws: ``GitError``, if git cannot be started.
  func commitID(of name: String) throws(GitError) -> String? {
    let result = try git.run(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"], "read")
    return result.status == 0 ? line(result.output) : nil
  }

  /// How many commits each of two has that the other has not.
  ///
  /// - Throws: ``GitError``.
  func countCommits(
    _ one: String, _ other: String
  ) throws(GitError) -> (onlyOne: Int, onlyOther: Int) {
    let output = try git.output(
      ["rev-list", "--left-right", "--count", "\(one)...\(other)", "--"], "read")
    let numbers = line(output).split(separator: "\t").compactMap { Int($0) }
    guard numbers.count == 2 else {
      throw GitError(.other("git counts strangely"), "read", workTree)
    }
    return (numbers[0], numbers[1])
  }

  /// How many commits there are up to one.
  ///
  /// - Throws: ``GitError``.
  func countCommits(of commit: String) throws(GitError) -> Int {
    Int(line(try git.output(["rev-list", "--count", commit, "--"], "read"))) ?? 0
  }

  /// The last commit, no merge, that one has and another one has not, and that has
  /// changed a file; `nil` if none has.
  ///
  /// - Throws: ``GitError``.
  func lastCommit(
    of path: [UInt8], in new: String, notIn old: String
  ) throws(GitError) -> String? {
    let output = try git.output(
      ["rev-list", "-1", "--no-merges", new, "^\(old)", "--"], paths: [path], "read")
    return output.isEmpty ? nil : line(output)
  }

  /// What the commits, merges too, have made of files that one commit has and
  /// another one has not.
  ///
  /// - Returns: The ids of all contents by the files' paths.
  /// - Throws: ``GitError``.
  func blobs(writtenIn new: String, notIn old: String) throws(GitError) -> [[UInt8]: Set<String>] {
    let commits = try git.output(["rev-list", new, "^\(old)", "--"], "read")
    guard !commits.isEmpty else { return [:] }
    let output = try git.output(
      [
        "diff-tree", "--stdin", "--root", "-m", "-r", "-z", "--raw", "--no-abbrev", "--no-renames",
        "--no-commit-id",
      ], "read", input: commits)
    var blobs: [[UInt8]: Set<String>] = [:]
    for (path, difference) in Self.allDifferences(in: output) {
      if let blob = difference.new, blob.isFile { blobs[path, default: []].insert(blob.id) }
    }
    // What a merge has taken from the other side is no news there.
    let known = try git.output(["ls-tree", "-r", "-z", "--full-tree", old, "--"], "read")
    for entry in known.split(separator: 0) {
      let path = Array(entry.drop { $0 != 0x09 }.dropFirst())
      guard blobs[path] != nil else { continue }
      let words = entry.prefix { $0 != 0x09 }.split(separator: 0x20)
      if words.count == 3 { blobs[path]?.remove(String(decoding: words[2], as: UTF8.self)) }
    }
    return blobs
  }

  /// The subjects of the commits that one has and another one has not, oldest first,
  /// without merges.
  ///
  /// - Throws: ``GitError``.
  func subjects(from old: String, to new: String) throws(GitError) -> [String] {
    let output = try git.output(
      ["log", "--reverse", "--no-merges", "--format=%s", "\(old)..\(new)", "--"], "read")
    return output.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The files in which two commits differ.
  ///
  /// - Parameters:
  ///   - old: The first commit; `nil` for one without files.
  ///   - new: The second commit.
  /// - Returns: The differences by the files' paths in the work tree.
  /// - Throws: ``GitError``.
  func differences(
    from old: String?, to new: String
  ) throws(GitError) -> [[UInt8]: Difference] {
    let base = if let old { old } else { try emptyTree() }
    let output = try git.output(
      ["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", base, new, "--"], "read")
    return Self.differences(in: output)
  }

  /// Reads raw differences: ":100644 100644 <id> <id> M\0<path>\0".
  static func differences(in output: [UInt8]) -> [[UInt8]: Difference] {
    Dictionary(allDifferences(in: output).map { ($0.path, $0.difference) }) { $1 }
  }

  private static func allDifferences(
    in output: [UInt8]
  ) -> [(path: [UInt8], difference: Difference)] {
    var differences: [(path: [UInt8], difference: Difference)] = []
    let parts = output.split(separator: 0)
    var index = 0
    while index + 1 < parts.count {
      let words = parts[index].dropFirst().split(separator: 0x20)
      guard words.count == 5 else { break }
      let texts = words.map { String(decoding: $0, as: UTF8.self) }
      func blob(_ mode: String, _ id: String) -> GitBlob? {
        mode == "000000" ? nil : GitBlob(mode: mode, id: id)
      }
      let difference = Difference(old: blob(texts[0], texts[2]), new: blob(texts[1], texts[3]))
      differences.append((Array(parts[index + 1]), difference))
      index += 2
    }
    return differences
  }

  /// Who has changed a file last, and when.
  ///
  /// - Parameters:
  ///   - path: The file, relative to the work tree.
  ///   - commit: The last commit to look at.
  ///   - base: One whose ancestors are not looked at; `nil` for none.
  /// - Returns: The author, as "Name <address>", and the seconds since 1970; `nil`
  ///   if nobody has.
  /// - Throws: ``GitError``.
  func lastChange(
    of path: [UInt8], in commit: String, since base: String?
  ) throws(GitError) -> (author: String, seconds: Int)? {
    let output = try git.output(
      ["log", "-1", "--format=%an <%ae>%x00%at", commit] + (base.map { ["^\($0)"] } ?? []) + ["--"],
      paths: [path], "read")
    let parts = line(output).split(separator: "\0", omittingEmptySubsequences: false)
    guard parts.count == 2, let seconds = Int(parts[1]) else { return nil }
    return (String(parts[0]), seconds)
  }

  /// The files of the work tree that are not as HEAD has them, or that HEAD does
  /// not have.
  ///
  /// - Throws: ``GitError``.
  func uncommittedPaths() throws(GitError) -> Set<[UInt8]> {
    let output = try git.output(
      [
        "--no-optional-locks", "status", "--porcelain", "-z", "--untracked-files=all",
        "--no-renames",
      ],
      "read")
    return Set(output.split(separator: 0).map { Array($0.dropFirst(3)) })
  }

  private func emptyTree() throws(GitError) -> String {
    line(try git.output(["hash-object", "-t", "tree", "--stdin"], "read", input: []))
  }

  /// The contents of blobs.
  ///
  /// - Parameter ids: The blobs' ids.
  /// - Returns: The contents by id.
  /// - Throws: ``GitError``: `corrupt` if one is missing.
  func contents(of ids: some Collection<String>) throws(GitError) -> [String: [UInt8]] {
    guard !ids.isEmpty else { return [:] }
    let input = Array(ids.map { "\($0)\n" }.joined().utf8)
    let output = try git.output(["cat-file", "--batch"], "read", input: input)
    var contents: [String: [UInt8]] = [:]
    var rest = output[...]
    while let end = rest.firstIndex(of: 0x0A) {
      // "<id> blob <size>"
      let words = rest[..<end].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 3, words[1] == "blob", let size = Int(words[2]),
        rest.endIndex - end > size + 1
      else { throw GitError(.corrupt("a file's content is missing"), "read", workTree) }
      contents[words[0]] = Array(rest[(end + 1)..<(end + 1 + size)])
      rest = rest[(end + size + 2)...]
    }
    return contents
  }

  /// Where files were moved to, from one commit to a later one.
  ///
  /// A file has moved if its content has, unchanged; or if a commit that says so
  /// removes the one and adds the other, as moving to other recipients does.
  ///
  /// - Parameters:
  ///   - old: The first commit.
  ///   - new: The later one.
  /// - Returns: New paths by old ones, of files that the first commit has.
  /// - Throws: ``GitError``.
  func moves(from old: String, to new: String) throws(GitError) -> [[UInt8]: [UInt8]] {
    let output = try git.output(
      [
        "log", "--reverse", "--topo-order", "-z", "--raw", "--no-abbrev", "-M100%", "--no-merges",
        "--diff-filter=ADR", "--format=%x01%s", "\(old)..\(new)", "--",
      ], "read")
    var origins: [[UInt8]: [UInt8]] = [:]
    for commit in output.split(separator: 0x01) {
      GitMoves(commit).forEach { from, to in
        origins[to] = origins.removeValue(forKey: from) ?? from
      }
    }
    var moves: [[UInt8]: [UInt8]] = [:]
    for (to, from) in origins where to != from { moves[from] = to }
    return moves
  }
}
