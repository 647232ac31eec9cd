import Glibc

/// Brings a store and a remote to the same state: fetch, merge, encrypt anew what
/// needs it, push; again if somebody else was faster.
struct Synchronization {
  let store: PasswordStore
  /// The store's folder, without symbolic links.
  let root: FilePath
  let repository: GitRepository
  let options: SyncOptions
  /// The branch that is checked out.
  private(set) var branch: String
  private(set) var upstream: GitUpstream
  private(set) var report = SyncReport()
  /// Whether the remote has no branch yet.
  private var isNew = false

  /// Finds out what is shared with whom.
  ///
  /// - Throws: ``StoreError/Reason/noStore``, ``SyncError``, ``GitError``.
  init(_ store: PasswordStore, _ options: SyncOptions) throws {
    (self.store, self.options) = (store, options)
    root = try store.existingRoot()
    repository = try store.sharedRepository()
    guard let branch = try repository.branch() else { throw SyncError.detached }
    self.branch = branch
    upstream = try Self.upstream(of: branch, options.remote, repository)
  }

  /// The branch of the remote that belongs to ours.
  static func upstream(
    of branch: String, _ name: String?, _ repository: GitRepository
  ) throws -> GitUpstream {
    let set = repository.upstream(of: branch)
    if let set, name == nil || name == set.remote { return set }
    let remotes = try repository.remotes()
    if let name {
      guard remotes.contains(name) else { throw SyncError.noSuchRemote(name, remotes) }
      return GitUpstream(remote: name, branch: branch)
    }
    guard let first = remotes.first else { throw SyncError.noRemote }
    guard let remote = remotes.count == 1 ? first : remotes.first(where: { $0 == "origin" }) else {
      throw SyncError.severalRemotes(remotes)
    }
    return GitUpstream(remote: remote, branch: branch)
  }

  /// Does it all.
  ///
  /// - Throws: ``GitTransportError``, ``MergeConflictError``, ``SyncError``,
  ///   ``StoreError``, ``GitError``.
  mutating func run() throws -> SyncReport {
    var attempt = 0
    while true {
      attempt += 1
      if options.pulls || attempt > 1 {
        try fetch()
        try pull()
      }
      report.upstream = upstream.name
      guard options.pushes, var head = try repository.head() else { break }
      let known = try repository.commitID(of: upstream.tracking)
      if known == head { break }
      if let known, try repository.contains(known, in: head) {
        if !options.pulls, attempt == 1 {
          try reencrypt(from: head, to: head, known)
          head = try repository.head() ?? head
        }
        head = try concealed(head, known)
        if known == head { break }
      }
      do {
        try repository.push(head, to: upstream)
        report.pushed +=
          try known.map { try repository.countCommits($0, head).onlyOther }
          ?? repository.countCommits(of: head)
        break
      } catch let error as GitTransportError where error.kind == .outrun && options.pulls {
        guard attempt < options.attempts else { throw error }
        try pause(attempt)
      }
    }
    if repository.upstream(of: branch) == nil, try repository.remotes().contains(upstream.remote) {
      try repository.setUpstream(upstream, of: branch)
    }
    return report
  }

  /// Lets the others go first, each for another time.
  private func pause(_ attempt: Int) throws {
    let most = min(100 << min(attempt, 5), 2000)
    let end = GitWait(milliseconds: Int.random(in: 20...most))
    while end.pause(milliseconds: 20) { try store.checkInterruption() }
  }

  // MARK: - Fetching

  private mutating func fetch() throws {
    do {
      try repository.fetch(upstream)
      isNew = false
    } catch let error as GitTransportError where error.kind == .noBranch {
      try findBranch()
    }
    guard !isNew, let head = try repository.head(),
      let theirs = try repository.commitID(of: upstream.tracking),
      try repository.mergeBases(head, theirs).isEmpty
    else { return }
    // Perhaps the common past was only not cloned.
    if try repository.isShallow() { try repository.fetch(upstream, wholly: true) }
    guard try !repository.mergeBases(head, theirs).isEmpty else {
      throw SyncError.unrelated(upstream.name)
    }
  }

  /// Looks for the branch of a remote that does not have ours.
  private mutating func findBranch() throws {
    let (names, main) = try repository.branches(of: upstream.remote)
    guard !names.isEmpty else {
      // It is empty; whatever we have heard of it is past.
      isNew = true
      return
    }
    guard let other = main ?? (names.count == 1 ? names[0] : nil), names.contains(other) else {
      throw SyncError.noBranch(upstream.name, names)
    }
    let renamed = GitUpstream(remote: upstream.remote, branch: other)
    // A branch beside the one that is shared is not to be mixed with it.
    guard try !repository.isFollowed(renamed, notBy: branch) else {
      throw SyncError.noBranch(upstream.name, names)
    }
    try repository.fetch(renamed)
    if let head = try repository.head(),
      let theirs = try repository.commitID(of: renamed.tracking),
      try repository.mergeBases(head, theirs).isEmpty, try !repository.isShallow()
    {
      throw SyncError.unrelated(renamed.name)
    }
    upstream = renamed
    if try repository.head() == nil {
      // Without a commit, the branch is a mere name.
      try repository.setBranch(other)
      branch = other
    } else {
      report.remarks.append(
        "the remote's branch is called \(quoted(other)); the store follows it now")
    }
    try repository.setUpstream(renamed, of: branch)
  }

  // MARK: - Merging

  private mutating func pull() throws {
    guard !isNew, let theirs = try repository.commitID(of: upstream.tracking) else { return }
    while true {
      let head = try repository.head()
      if head == theirs { return }
      let bases = try head.map { try repository.mergeBases($0, theirs) } ?? []
      if bases.first != theirs, try !merge(head, theirs, bases) { continue }
      let now = try repository.head()
      report.pulled +=
        try head.map { try repository.countCommits($0, theirs).onlyOther }
        ?? repository.countCommits(of: theirs)
      if let now { try reencrypt(from: head, to: now, theirs) }
      return
    }
  }

  /// Merges theirs, and writes what comes of it.
  ///
  /// - Returns: `false` if somebody else has changed the store meanwhile.
  private mutating func merge(
    _ head: String?, _ theirs: String, _ bases: [String]
  ) throws -> Bool {
    let base = bases.first
    // Before a person is asked what has been decided already.
    try ChangeTransaction.refuseUnfinished(repository, in: root)
    try SignedCommits(store, repository).check(theirs, since: head)
    var merge = StoreMerge(
      of: store, root, repository, bases: bases, ours: head, theirs: theirs, options.decide)
    try merge.run()
    guard merge.undecided.isEmpty else { throw MergeConflictError(conflicts: merge.undecided) }
    var change = Change("Merge \(upstream.name).")
    change.merge = Change.Merge(head: head, other: theirs, isFastForward: head == base)
    for (path, content) in merge.steps { change.add(content, at: path) }
    let isDone = try store.whileLocked(root) {
      guard try repository.head() == head else { return false }
      try refuseToOverwrite(merge.steps)
      do {
        try store.transaction(root).run(change)
        return true
      } catch let error as StoreError where error.reason == .putBack {
        // A git beside us, who does not know of our lock, was faster.
        guard try repository.head() != head else { throw error }
        return false
      }
    }
    guard isDone else { return false }
    report.merged += merge.merged
    report.remarks += merge.remarks
    return true
  }

  /// Refuses to write over what nobody has committed.
  private func refuseToOverwrite(
    _ steps: [(path: [UInt8], content: Change.Content)]
  ) throws {
    for (path, content) in steps {
      if case .removed = content { continue }
      // Git can put a file where a folder was, in one go.
      var folder = root.appending(path)
      var isBlocked = FileKind(folder, followingLinks: false) == .folder
      while !isBlocked, folder.parent != root {
        folder = folder.parent
        isBlocked = FileKind(folder, followingLinks: false) == .file
      }
      if isBlocked { throw SyncError.inTheWay(path, upstream.name) }
    }
    let uncommitted = try repository.uncommittedPaths()
    for (path, content) in steps {
      let file = root.appending(path)
      guard uncommitted.contains(path) || isUnknown(path, file) else { continue }
      switch content {
      case .bytes(let bytes), .executable(let bytes):
        if try FileKind(file, followingLinks: false) == .file && readFile(file) == bytes {
          continue
        }
      case .removed:
        if FileKind(file, followingLinks: false) == nil { continue }
      default: break
      }
      throw SyncError.uncommitted(path, root)
    }
    for (path, _) in steps {
      // A folder may have become a link to elsewhere.
      var folder = root.appending(path).parent
      while FileKind(folder, followingLinks: false) == nil { folder = folder.parent }
      guard (try? folder.resolved()) == folder else {
        throw StoreError(
          .outside, "cannot write \(quoted(path)): a symbolic link is on the way",
          hint: "remove the link \(quoted(folder.bytes)), or merge with git")
      }
    }
  }

  /// Whether git is told to ignore a file that is there.
  private func isUnknown(_ path: [UInt8], _ file: FilePath) -> Bool {
    guard FileKind(file, followingLinks: false) != nil else { return false }
    return (try? repository.content(of: path, at: "HEAD")) == .some(nil)
  }

  // MARK: - Recipients

  /// Encrypts entries anew that came, or are to go, encrypted to others than the
  /// present recipients.
  ///
  /// - Parameters:
  ///   - old: Our commit before the merge.
  ///   - new: Our commit now.
  ///   - theirs: The remote's commit.
  /// - Throws: ``StoreError``, ``GitError``, ``GPGError``.
  private mutating func reencrypt(from old: String?, to new: String, _ theirs: String) throws {
    let review = try RecipientsReview(store, root, repository, old: old, new: new, theirs: theirs)
    guard !review.keys.isEmpty else { return }
    try options.recipientsMayBeNew()
    let result = try review.reencrypt()
    report.reencrypted += result.done
    report.remarks += result.remarks
  }

  /// Joins our commits into one, if former recipients could read what is in them.
  ///
  /// - Parameters:
  ///   - head: Our commit.
  ///   - theirs: The remote's commit, which is among its ancestors.
  /// - Returns: Our commit then.
  /// - Throws: ``GitError``, ``StoreError``, ``SystemError``.
  private mutating func concealed(_ head: String, _ theirs: String) throws -> String {
    let review = try RecipientsReview(
      store, root, repository, old: head, new: head, theirs: theirs)
    guard try review.exposesFormerRecipients() else { return head }
    let subjects = try repository.subjects(from: theirs, to: head)
    let message = ["Sync changes as one.", ""] + subjects.map { "- \($0)" }
    try store.unlockSigning(in: repository)
    try store.whileLocked(root) {
      try repository.join(head, onto: theirs, message: message.joined(separator: "\n"))
    }
    report.remarks.append(
      "what was not shared yet was joined into one commit: former recipients could read the others")
    return try repository.head() ?? head
  }
}
