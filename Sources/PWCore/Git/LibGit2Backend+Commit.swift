import CGit2
import Glibc

extension LibGit2Backend {
  /// Makes a commit of exactly the given files.
  ///
  /// Objects are written first, which nobody sees. Then, in one short moment
  /// under git's own locks, the index is replaced and the branch moved. The
  /// index comes first: a `git commit` of someone else that read the old index
  /// after the branch has moved would undo our change.
  func commit(_ request: GitCommitRequest) throws(GitError) -> GitCommitResult {
    let context = context("commit in")
    try refuseWhatNeedsGit(request, context)
    var outcome = Outcome.moved
    var isContested = false
    do {
      let claim = try GitClaim(places, environment)
      let wait = GitWait(milliseconds: environment.patience)
      while true {
        outcome = try attempt(request, claim, context, &isContested)
        guard case .moved = outcome else { break }
        noteOthers(&isContested)
        guard wait.pause() else {
          let lock = places.lock(of: try head(context).reference)
          throw GitError(.busy(lock: lock), context.operation, context.path)
        }
      }
    }
    guard case .committed(let id, let author) = outcome else {
      var result = GitCommitResult(isContested: isContested)
      if case .refused = outcome { result.isCommitted = false }
      return result
    }
    // Git does not mind how this one ends.
    try? GitHooks(places, settings, environment)
      .run("post-commit", index: places.index, author: author)
    return GitCommitResult(id: id.text, isContested: isContested)
  }

  private enum Outcome {
    case unchanged
    /// HEAD has other files, and no commit was asked for.
    case refused
    case committed(GitID, author: GitIdentity)
    /// HEAD is no longer what it was at the beginning.
    case moved
  }

  private func refuseWhatNeedsGit(
    _ request: GitCommitRequest, _ context: GitContext
  ) throws(GitError) {
    var reason: String?
    if isSigned, request.message != nil {
      let format = settings.value("gpg.format") ?? "openpgp"
      let isOwnProgram = ["gpg.program", "gpg.openpgp.program"].contains {
        settings.value($0) != nil
      }
      if format != "openpgp" || isOwnProgram || request.signer == nil { reason = "a signature" }
    }
    // Git gives new files the group's rights.
    let shared = settings.value("core.sharedRepository") ?? "false"
    if !["false", "umask", "0", "no", "off"].contains(shared) { reason = "core.sharedRepository" }
    if let reason {
      throw GitError(.unsupported("\(reason) needs git"), context.operation, context.path)
    }
    try refuseFilters(request.allPaths, context)
  }

  /// Throws `unsupported` if git changes the content of a file on its way.
  func refuseFilters(_ paths: [[UInt8]], _ context: GitContext) throws(GitError) {
    // Of what is removed, nothing is on its way.
    for path in paths
    where FileKind(places.workTree.appending(path), followingLinks: false) != nil {
      var value: UnsafePointer<CChar>?
      try git("git_attr_get", context) { functions in
        path.withCString {
          functions.git_attr_get(&value, repository.pointer, 0, $0, "filter")
        }
      }
      if let value, LibGit2.functions?.git_attr_value(value) == GIT_ATTR_VALUE_STRING {
        throw GitError(.unsupported("a filter needs git"), context.operation, context.path)
      }
    }
  }

  var isSigned: Bool {
    settings.boolean("commit.gpgSign") == true || settings.boolean("pass.signCommits") == true
  }

  private func attempt(
    _ request: GitCommitRequest, _ claim: borrowing GitClaim, _ context: GitContext,
    _ isContested: inout Bool
  ) throws(GitError) -> Outcome {
    let head = try head(context)
    let oldTree = try tree(of: head, context)
    var newIndex = GitNewIndex(places, context)
    let index = try newIndex.open()
    var files: [GitFile] = []
    for path in request.allPaths {
      guard !index.entry(path, isUnmerged: true) else {
        throw GitError(.unmerged, "commit", places.workTree.appending(path))
      }
      let old = try entry(path, in: oldTree, context)
      let file = try store(path, oldMode: old?.mode, context)
      if file.state != nil, old == nil, try isIgnored(path), index.entry(path) == nil {
        throw GitError(.ignored, "commit", places.workTree.appending(path))
      }
      files.append(file)
    }
    let chain = GitCommitChain(backend: self, head: head, tree: oldTree, context: context)
    let made: GitCommitChain.Link
    switch try chain.write(request, &files, index) {
    case .refused: return .refused
    case .made(let link): made = link
    case .unchanged:
      if !files.allSatisfy({ $0.agrees(with: index.entry($0.path)) }) {
        try newIndex.write(files, into: index)
        let lock = try GitIndexLock(claim, places, patience: environment.patience)
        try newIndex.install()
        newIndex.finish()
        _ = consume lock
        noteOthers(&isContested)
      }
      unlink(places.newIndex)
      return .unchanged
    }

    try newIndex.write(files, into: index)
    let subject = made.message.prefix { $0 != "\n" }
    let entry = "commit\(head.commit == nil ? " (initial)" : ""): \(subject)"
    claim.record(reference: head.reference)
    let hasMoved = try waiting(&isContested) { () throws(GitError) in
      try newIndex.keepOld()
      var isInstalled = false
      do throws(GitError) {
        return try move(
          head, to: made.id, committer: made.committer, message: entry, claim: claim, context
        ) { () throws(GitError) in
          try newIndex.install()
          isInstalled = true
        }
      } catch {
        if isInstalled { newIndex.putBack() }
        throw error
      }
    }
    newIndex.finish()
    if newIndex.isContested { isContested = true }
    return hasMoved ? .committed(made.id, author: made.author) : .moved
  }

  /// Tries again as long as another git holds a lock, and patience lasts.
  private func waiting(
    _ isContested: inout Bool, _ body: () throws(GitError) -> Bool
  ) throws(GitError) -> Bool {
    let wait = GitWait(milliseconds: environment.patience)
    while true {
      do throws(GitError) {
        return try body()
      } catch {
        guard case .busy = error.kind, wait.pause() else { throw error }
        noteOthers(&isContested)
      }
    }
  }

  private func noteOthers(_ isContested: inout Bool) {
    isContested = true
    GitIndexMark(places).noteOthers()
  }

  var program: GitProgram { GitProgram(folder: places.workTree, environment: environment) }
}
