import Glibc

extension GitProgramBackend {
  /// Makes a commit of exactly the given files: `git commit --only`; or two.
  func commit(_ request: GitCommitRequest) throws(GitError) -> GitCommitResult {
    let mark = GitIndexMark(places)
    var result = GitCommitResult(isContested: mark.isContested())
    let unmerged = try unmergedPaths()
    if let path = request.allPaths.first(where: unmerged.contains) {
      throw GitError(.unmerged, "commit", places.workTree.appending(path))
    }
    let before = try entries(request.allPaths)
    for path in request.allPaths where before[path] == nil {
      let file = places.workTree.appending(path)
      if GitFileIdentity(at: file) != nil, try isIgnored(path) {
        throw GitError(.ignored, "commit", file)
      }
    }
    do throws(GitError) {
      try stage(request.allPaths)
      let changed = try changedPaths(among: request.allPaths)
      guard !changed.isEmpty else { return result }
      guard let message = request.message else {
        try restore(before, request.allPaths)
        result.isCommitted = false
        return result
      }
      let first = Set(request.first?.paths ?? [])
      if let part = request.first, !first.isDisjoint(with: changed) {
        let old = try? head()
        try commit(changed.filter(first.contains), part.message)
        let rest = changed.filter { !first.contains($0) }
        do throws(GitError) {
          if !rest.isEmpty { try commit(rest, message) }
        } catch {
          try? moveBack(to: old)
          throw error
        }
      } else {
        try commit(changed, message)
      }
      result.id = try head()
      mark.set(on: places.index)
      return result
    } catch {
      try? restore(before, request.allPaths)
      throw error
    }
  }

  private func head() throws(GitError) -> String {
    let id = try program.output(["rev-parse", "--verify", "HEAD"], "commit in")
    return String(decoding: id.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// Takes the branch back to a commit; `nil` for none, as before the first one.
  private func moveBack(to commit: String?) throws(GitError) {
    try environment.waiting { () throws(GitError) in
      _ = try program.output(
        ["update-ref"] + (commit.map { ["HEAD", $0] } ?? ["-d", "HEAD"]), "commit in")
    }
  }

  func isCommitted(_ paths: [[UInt8]]) throws(GitError) -> Bool {
    // Without optional locks: it must not write the index.
    let lines = try program.output(
      ["--no-optional-locks", "status", "--porcelain", "-z", "--untracked-files=all", "--"],
      paths: paths, "read")
    return lines.isEmpty
  }

  private static func list(_ paths: [[UInt8]]) -> [UInt8] { Array(paths.map { $0 + [0] }.joined()) }

  /// The lines of the index about these paths.
  private func entries(_ paths: [[UInt8]]) throws(GitError) -> [[UInt8]: [UInt8]] {
    let lines = try program.output(["ls-files", "-z", "--stage"], "read the index of")
    let wanted = Set(paths)
    var entries: [[UInt8]: [UInt8]] = [:]
    for line in lines.split(separator: 0) {
      let path = Array(line.drop { $0 != 0x09 }.dropFirst())
      if wanted.contains(path) { entries[path] = Array(line) }
    }
    return entries
  }

  private func stage(_ paths: [[UInt8]]) throws(GitError) {
    try environment.waiting { () throws(GitError) in
      _ = try program.output(
        ["update-index", "--add", "--remove", "--replace", "-z", "--stdin"], "commit in",
        input: Self.list(paths))
    }
  }

  private func changedPaths(among paths: [[UInt8]]) throws(GitError) -> [[UInt8]] {
    let names = try program.output(
      ["diff", "--cached", "--name-only", "--no-renames", "--no-ext-diff", "-z"], "commit in")
    let wanted = Set(paths)
    return names.split(separator: 0).map { Array($0) }.filter(wanted.contains)
  }

  private func commit(_ paths: [[UInt8]], _ message: String) throws(GitError) {
    var arguments = [
      "commit", "--quiet", "--only", "--message", message, "--pathspec-from-file=-",
      "--pathspec-file-nul",
    ]
    if booleanConfiguration("pass.signCommits") == true { arguments.append("--gpg-sign") }
    let input = Self.list(paths)
    try environment.waiting { () throws(GitError) in
      let result = try program.run(arguments, "commit in", input: input)
      // What hooks say is for the user, who would see it from git.
      if result.status == 0 || !result.hasReason {
        _ = result.errors.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
      }
      guard result.status != 0 else { return }
      if !result.hasReason, let hook = failedHook() {
        let kind = GitError.Kind.hookFailed(name: hook, status: result.status)
        throw GitError(kind, "commit in", places.workTree)
      }
      throw result.error("commit in", places.workTree)
    }
  }

  /// The hook that most likely ended a commit without a word of git's.
  private func failedHook() -> String? {
    let folder: FilePath
    if let path = program.setting("core.hooksPath", type: "path") {
      folder = FilePath(path).isAbsolute ? FilePath(path) : places.workTree.appending(path)
    } else {
      folder = places.commonDirectory.appending("hooks")
    }
    return ["pre-commit", "prepare-commit-msg", "commit-msg"].first { name in
      folder.appending(name).withCString { access($0, X_OK) } == 0
    }
  }

  /// Puts the index back as it was for these paths.
  private func restore(_ entries: [[UInt8]: [UInt8]], _ paths: [[UInt8]]) throws(GitError) {
    let old = paths.compactMap { entries[$0] }
    let new = paths.filter { entries[$0] == nil }
    try environment.waiting { () throws(GitError) in
      try program.output(
        ["update-index", "--force-remove", "-z", "--stdin"], "commit in", input: Self.list(new))
      try program.output(
        ["update-index", "-z", "--index-info"], "commit in", input: Self.list(old))
    }
  }
}
