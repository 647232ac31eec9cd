extension GitRepository {
  /// The commits that changed a file, the newest first; those before it was
  /// moved to its present name, too.
  ///
  /// A file was moved by a commit that removed another one with the same
  /// content, or that removed the one of which its message tells.
  ///
  /// - Parameters:
  ///   - path: The file, relative to the work tree. It need not be there now.
  ///   - excluded: Commits that do not count, and neither do those before them.
  ///   - limit: How many there are to be at most.
  ///   - readOrigin: Makes sense of messages.
  /// - Returns: What the commits did.
  /// - Throws: ``GitError``.
  func history(
    of path: [UInt8], excluding excluded: [String] = [], limit: Int? = nil,
    _ readOrigin: GitOriginReader
  ) throws(GitError) -> [GitFileVersion] {
    var (path, starts) = (path, ["HEAD"])
    var history: [GitFileVersion] = []
    while true {
      let needed = limit.map { $0 - history.count }
      var part = try versions(
        of: path, from: starts, excluding: excluded, limit: needed, readOrigin)
      guard let index = part.firstIndex(where: \.isMoved), let origin = part[index].origin else {
        history += part
        break
      }
      if index < part.count - 1 {
        // What had the name before was another file; but what others did on
        // branches of their own was done to this one.
        part = try versions(
          of: path, from: starts, excluding: excluded + part[index].commit.parents, limit: needed,
          readOrigin)
      }
      history += part
      if let limit, history.count >= limit { break }
      // On branches that were merged, it may have kept the old name for longer.
      let movers = part.filter { $0.isMoved && $0.origin?.path == origin.path }
      let others = part.flatMap { version in
        version.commit.parents.count < 2
          ? [] : zip(version.commit.parents, version.change.before).filter { $0.1 == nil }.map(\.0)
      }
      (path, starts) = (origin.path, movers.flatMap(\.commit.parents) + others)
    }
    return limit.map { Array(history.prefix($0)) } ?? history
  }

  /// The commits that changed what has the name.
  private func versions(
    of path: [UInt8], from starts: [String], excluding excluded: [String], limit: Int?,
    _ readOrigin: GitOriginReader
  ) throws(GitError) -> [GitFileVersion] {
    let commits = try log(of: [path], from: starts, excluding: excluded, limit: limit) { commit in
      commit.changes.contains { $0.path == path }
    }
    var versions: [GitFileVersion] = []
    for commit in commits {
      guard let change = commit.changes.first(where: { $0.path == path }) else { continue }
      var version = GitFileVersion(commit: commit, change: change)
      version.origin = try origin(of: change, in: commit, readOrigin)
      version.commit.changes = []
      versions.append(version)
    }
    return versions
  }

  private func origin(
    of change: GitCommit.Change, in commit: GitCommit, _ readOrigin: GitOriginReader
  ) throws(GitError) -> GitFileVersion.Origin? {
    guard let parent = commit.parents.first, commit.parents.count == 1 else { return nil }
    let told = readOrigin(commit.subject, change.path)
    if let origin = commit.moved(change, told) { return origin }
    guard let told, told.isCopy, change.after != nil else { return nil }
    for source in told.sources {
      if let found = try files([source], at: parent).first, found.path == source {
        return GitFileVersion.Origin(path: source, file: found.file, isCopy: true)
      }
    }
    return nil
  }
}

extension GitCommit {
  /// Where a file came from that the commit may have moved.
  ///
  /// - Parameters:
  ///   - change: What it did to the file.
  ///   - told: What its message says of it.
  /// - Returns: The origin; `nil` if the commit has not moved the file.
  func moved(_ change: Change, _ told: GitToldOrigin?) -> GitFileVersion.Origin? {
    guard parents.count == 1, let after = change.after else { return nil }
    let isNew = change.before.allSatisfy { $0 == nil }
    var best: (rank: Int, origin: GitFileVersion.Origin)?
    for other in changes where other.after == nil && other.path != change.path {
      guard let file = other.before.first ?? nil else { continue }
      let isTold = told.map { !$0.isCopy && $0.isSource(other.path) } ?? false
      let isSame = file.blob == after.blob
      // A file that was there is replaced by another only if the message says so,
      // or its content was the other's.
      guard isTold || (isSame && (isNew || change.before.first??.blob != after.blob)) else {
        continue
      }
      let hasSameName = FilePath(other.path).lastComponent == FilePath(change.path).lastComponent
      let rank = (isTold ? 4 : 0) + (isSame ? 2 : 0) + (hasSameName ? 1 : 0)
      if best.map({ rank > $0.rank }) ?? true {
        best = (rank, GitFileVersion.Origin(path: other.path, file: file, isCopy: false))
      }
    }
    return best?.origin
  }
}
