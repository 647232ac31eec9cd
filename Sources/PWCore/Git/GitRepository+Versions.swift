/// A commit, and the files that it has changed.
struct GitCommitChanges {
  /// The commit's id.
  let id: String
  /// The ids of the commits before it.
  let parents: [String]
  /// When it was committed, in seconds since 1970.
  let seconds: Int
  /// The first paragraph of its message, in one line.
  let subject: [UInt8]
  /// For each parent, the files that are not as they were there; of a first commit
  /// its files.
  fileprivate(set) var changes: [[GitFileChange]] = []
}

/// A file that is not as it was before.
struct GitFileChange {
  /// The file, relative to the work tree.
  let path: [UInt8]
  /// The id of its content; `nil` if it is gone.
  let blob: String?
}

extension GitRepository {
  /// All commits that lead to HEAD, with the files that they have changed.
  ///
  /// - Parameter isWanted: Whether a file is of interest.
  /// - Returns: The commits, each behind those before it. A rename is a file that is
  ///   gone, and a new one.
  /// - Throws: ``GitError``.
  ///
  /// The corresponding commands are `git rev-list` and `git diff-tree`, once each.
  func history(of isWanted: ([UInt8]) -> Bool) throws(GitError) -> [GitCommitChanges] {
    guard hasCommits else { return [] }
    let operation = "read the history of"
    // Before each, there is a line with "commit <id>".
    let list = try git.output(
      [
        "rev-list", "--topo-order", "--reverse", "--encoding=UTF-8", "--format=%P%n%ct%n%s", "HEAD",
        "--",
      ], operation)
    let lines = list.split(separator: 0x0A, omittingEmptySubsequences: false)
    var commits = stride(from: 0, to: lines.count - 3, by: 4).compactMap {
      Self.commit(lines[$0..<($0 + 4)])
    }
    // A commit with one parent in a line of its own, so that each has its answer.
    let questions = commits.flatMap { commit in
      commit.parents.isEmpty ? [commit.id] : commit.parents.map { "\(commit.id) \($0)" }
    }
    let answers = try git.output(
      ["diff-tree", "--stdin", "-r", "-z", "--root", "--always", "--no-renames", "--no-abbrev"],
      operation, input: Array(questions.map { "\($0)\n" }.joined().utf8))
    var words = answers.split(separator: 0)[...]
    for index in commits.indices {
      for _ in 0..<max(commits[index].parents.count, 1) {
        guard let id = words.popFirst(), id.elementsEqual(commits[index].id.utf8) else {
          throw GitError(.corrupt("git tells too little"), operation, workTree)
        }
        commits[index].changes.append(Self.changes(&words, of: isWanted))
      }
    }
    return commits
  }

  private static func commit(_ lines: ArraySlice<ArraySlice<UInt8>>) -> GitCommitChanges? {
    let texts = lines.map { String(decoding: $0, as: UTF8.self) }
    guard let subject = lines.last, let seconds = Int(texts[2]) else { return nil }
    return GitCommitChanges(
      id: String(texts[0].dropFirst("commit ".utf8.count)),
      parents: texts[1].split(separator: " ").map(String.init), seconds: seconds,
      subject: Array(subject))
  }

  /// Takes the answer to one question: ":MODE MODE ID ID STATUS" and a path for each
  /// file.
  private static func changes(
    _ words: inout ArraySlice<ArraySlice<UInt8>>, of isWanted: ([UInt8]) -> Bool
  ) -> [GitFileChange] {
    var changes: [GitFileChange] = []
    while words.first?.first == UInt8(ascii: ":"), let word = words.popFirst(),
      let path = words.popFirst()
    {
      let parts = word.split(separator: 0x20)
      let path = Array(path)
      guard parts.count == 5, isWanted(path) else { continue }
      let isGone = parts[4].elementsEqual("D".utf8)
      changes.append(
        GitFileChange(path: path, blob: isGone ? nil : String(decoding: parts[3], as: UTF8.self)))
    }
    return changes
  }

  /// Reads contents, a thousand at a time.
  ///
  /// - Parameters:
  ///   - blobs: Their ids.
  ///   - examine: Makes something of each.
  /// - Returns: What was made, by the ids; those that are not there are left out.
  /// - Throws: ``GitError``.
  ///
  /// The corresponding command is `git cat-file --batch`.
  func examine<Made>(
    _ blobs: [String], _ examine: ([UInt8]) -> Made
  ) throws(GitError) -> [String: Made] {
    var made: [String: Made] = [:]
    for start in stride(from: 0, to: blobs.count, by: 1000) {
      let part = blobs[start..<min(start + 1000, blobs.count)]
      let output = try git.output(
        ["cat-file", "--batch"], "read", input: Array(part.map { "\($0)\n" }.joined().utf8))
      var rest = output[...]
      while let end = rest.firstIndex(of: 0x0A) {
        // "ID blob SIZE", or "ID missing".
        let words = rest[..<end].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        rest = rest[(end + 1)...]
        guard words.count == 3, let size = Int(words[2]), rest.count > size else { continue }
        made[words[0]] = examine(Array(rest.prefix(size)))
        rest = rest.dropFirst(size + 1)
      }
    }
    return made
  }
}
