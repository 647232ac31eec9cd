import Glibc

/// Settles the conflicts of entries in one repository, first in memory, then in the
/// work tree and the index.
struct Resolution {
  private let store: PasswordStore
  private let root: FilePath
  private let repository: GitRepository
  private let decide: MergeDecision
  /// The entries that are settled.
  private(set) var resolved: [ServiceKey] = []
  /// What people should know of it.
  private(set) var remarks: [String] = []
  private var files: [GitUnmergedFile] = []
  /// What to write, by paths relative to the store; `nil` to remove it.
  private var steps: [(path: [UInt8], content: [UInt8]?)] = []
  private var contents: [String: [UInt8]] = [:]

  init(
    of store: PasswordStore, _ root: FilePath, _ repository: GitRepository,
    _ decide: @escaping MergeDecision
  ) {
    (self.store, self.root, self.repository, self.decide) = (store, root, repository, decide)
  }

  /// The path in the store of one in the repository.
  func inStore(_ path: [UInt8]) -> [UInt8] {
    FolderName(found: repository.workTree.relative(to: root) ?? []).appending(path)
  }

  /// Merges the entries that have conflicts.
  ///
  /// - Parameter keys: The entries; none for all.
  /// - Throws: ``MergeConflictError``, ``StoreError``, ``GitError``.
  mutating func plan(_ keys: [ServiceKey]) throws {
    files = try repository.unmergedFiles().filter { file in
      guard file.path.ends(with: ServiceKey.suffix) else { return false }
      return keys.isEmpty || keys.contains(key(of: file))
    }
    contents = try repository.contents(
      of: Set(files.flatMap { [$0.base?.id, $0.ours?.id, $0.theirs?.id].compactMap { $0 } }))
    var undecided: [MergeConflict] = []
    for file in files { try settle(file, &undecided) }
    guard undecided.isEmpty else { throw MergeConflictError(conflicts: undecided) }
    resolved = files.map(key)
  }

  private func key(of file: GitUnmergedFile) -> ServiceKey {
    ServiceKey(found: Array(inStore(file.path).dropLast(ServiceKey.suffix.count)))
  }

  private mutating func settle(
    _ file: GitUnmergedFile, _ undecided: inout [MergeConflict]
  ) throws {
    let key = key(of: file)
    let path = inStore(file.path)
    let base = file.base.flatMap { contents[$0.id] }
    let ours = file.ours.flatMap { contents[$0.id] }
    guard let theirs = file.theirs.flatMap({ contents[$0.id] }), let ours else {
      return try settleExistence(key, path, base, ours ?? file.theirs.flatMap { contents[$0.id] })
    }
    let merge = try CiphertextMerge(of: key, base: base, ours: ours, theirs: theirs, in: store)
    var choices: [MergeChoice] = []
    var label = ""
    if !merge.conflicts.isEmpty {
      var sides = try versions(of: file)
      label = "theirs, \(CalendarDate(secondsSince1970: sides.theirs.seconds))"
      for conflict in merge.conflicts {
        (sides.ours.value, sides.theirs.value) = (conflict.ours, conflict.theirs)
        let whole = MergeConflict(
          path: path, subject: conflict.subject, ours: sides.ours, theirs: sides.theirs)
        if let choice = try decide(whole) {
          choices.append(choice)
        } else {
          undecided.append(whole)
        }
      }
      guard choices.count == merge.conflicts.count else { return }
    }
    steps.append((path, try merge.ciphertext(choosing: choices, label: label)))
    if merge.conflicts.first?.subject == .content, case .both? = choices.first {
      let beside = nameBeside(key, label)
      steps.append((beside.file, try merge.theirCiphertext()))
      remarks.append("\(key): theirs is kept as \(beside)")
    }
  }

  /// What one side has deleted and the other has changed stays, unless the change
  /// is none to the text.
  private mutating func settleExistence(
    _ key: ServiceKey, _ path: [UInt8], _ base: [UInt8]?, _ kept: [UInt8]?
  ) throws {
    guard let base, let kept else { return steps.append((path, kept)) }
    let old = SharedSecret(try store.decrypt(base, of: key))
    let new = try store.decrypt(kept, of: key)
    let isDeleted = new.isEqual(to: old.bytes)
    steps.append((path, isDeleted ? nil : kept))
    remarks.append(
      isDeleted
        ? "\(key): deleted; the other side has only encrypted it anew"
        : "\(key): kept; it was deleted on one side, and changed on the other")
  }

  /// A key for theirs beside ours that is free.
  private func nameBeside(_ key: ServiceKey, _ label: String) -> ServiceKey {
    var number = 1
    while true {
      let suffix = " (\(label)\(number == 1 ? "" : ", \(number)"))"
      let name = ServiceKey(found: key.bytes + Array(suffix.utf8))
      if FileKind(root.appending(name.file), followingLinks: false) == nil { return name }
      number += 1
    }
  }

  /// Who has changed a file on each side, and when.
  private func versions(
    of file: GitUnmergedFile
  ) throws -> (ours: MergeConflict.Version, theirs: MergeConflict.Version) {
    func version(_ commit: String) -> MergeConflict.Version {
      // Of a patch by mail there is no commit.
      let last = try? repository.lastChange(of: file.path, in: commit, since: nil)
      return MergeConflict.Version(author: last?.author ?? "", seconds: last?.seconds ?? 0)
    }
    return (version("HEAD"), version(repository.unfinished?.otherSide ?? "refs/stash"))
  }

  /// Writes what was planned, and stages it.
  ///
  /// - Throws: ``StoreError``, ``GitError``, ``SystemError``.
  func carryOut() throws {
    let now = try repository.unmergedFiles()
    guard files.allSatisfy(now.contains) else {
      throw StoreError(
        .conflict, "nothing was changed: the conflict is another one now", hint: "try again")
    }
    var staged: [[UInt8]] = []
    for step in steps {
      let target = root.appending(try store.writablePath(step.path, in: root))
      if let content = step.content {
        try replace(target, content)
      } else {
        try removeFile(target)
        removeEmptyFolders(from: target.parent, below: repository.workTree)
      }
      if let path = target.relative(to: repository.workTree) { staged.append(path) }
    }
    try repository.stage(staged)
  }

  private func replace(_ target: FilePath, _ content: [UInt8]) throws(SystemError) {
    let mode = 0o666 & ~store.umask
    try makeFolders(target.parent, mode: 0o777 & ~store.umask)
    let name = "\(FolderName.ownPrefix)resolve.\(getpid())"
    let temporary = target.parent.appending(name)
    try removeFile(temporary)
    try writeNewFile(temporary, content, mode: mode)
    do throws(SystemError) {
      try FileDescriptor(temporary, O_RDONLY | O_NOFOLLOW, action: "write").synchronize()
      try moveFile(temporary, to: target)
    } catch {
      try? removeFile(temporary)
      throw error
    }
    try synchronizeFolder(target.parent)
  }
}
