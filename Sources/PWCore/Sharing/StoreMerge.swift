/// Merges what another repository has of a store into what is here, without writing
/// anything yet.
///
/// Entries are merged field by field, recipients files as sets, other text line by
/// line. What one side has deleted and the other has changed, stays.
struct StoreMerge {
  let store: PasswordStore
  /// The store's folder, without symbolic links.
  let root: FilePath
  let repository: GitRepository
  /// The last commit that both sides have; `nil` if ours has none at all.
  private let base: String?
  /// Others, which are no less the last ones, if the histories cross.
  private let otherBases: ArraySlice<String>
  /// Our commit; `nil` if there is none yet.
  let ours: String?
  let theirs: String
  /// Chooses where both sides have changed the same.
  let decide: MergeDecision

  /// What is to become of the files of our work tree.
  private(set) var steps: [(path: [UInt8], content: Change.Content)] = []
  /// The entries that were made out of both sides.
  private(set) var merged: [ServiceKey] = []
  /// What people should know of it: one line each.
  var remarks: [String] = []
  /// What nobody has chosen for; then nothing is to be written.
  private(set) var undecided: [MergeConflict] = []
  var contents: [String: [UInt8]] = [:]
  /// What each side, ours first, has done to lists of recipients.
  var listChanges: [[[UInt8]: GitRepository.Difference]] = []
  /// The recipients files as they are to be; `nil` for those that go.
  private(set) var recipientsFiles: [[UInt8]: [UInt8]?] = [:]

  init(
    of store: PasswordStore, _ root: FilePath, _ repository: GitRepository, bases: [String],
    ours: String?, theirs: String, _ decide: @escaping MergeDecision
  ) {
    (base, otherBases) = (bases.first, bases.dropFirst())
    (self.store, self.root, self.repository) = (store, root, repository)
    (self.ours, self.theirs, self.decide) = (ours, theirs, decide)
  }

  /// Merges it all.
  ///
  /// - Throws: ``StoreError``, ``GitError``, and what the choosing throws.
  mutating func run() throws {
    let items = try differingFiles()
    for item in items where ![item.ourPath, item.theirPath].allSatisfy(FolderName.mayBeWritten) {
      throw StoreError(
        .outside, "the remote has a file of the name \(quoted(item.theirPath)), which is not taken",
        hint: "somebody may be up to no good; look at it with git")
    }
    let blobs = items.flatMap { item in
      (item.isTheirsAlone ? [item.theirs] : [item.base, item.ours, item.theirs]).compactMap { $0 }
    }
    contents = try repository.contents(
      of: Set(blobs.filter { $0.mode != "160000" }.map(\.id)))
    // Whom to encrypt for has to be known first.
    let isAboutRecipients: (TreeMerge.Item) -> Bool = { RecipientsFile.isOne($0.path) }
    for item in items.filter(isAboutRecipients) { try settle(item) }
    try dropFormerRecipients()
    try checkRecipients()
    for item in items where !isAboutRecipients(item) { try settle(item) }
  }

  /// The files in which the sides differ, as far as theirs has changed them.
  private mutating func differingFiles() throws -> [TreeMerge.Item] {
    var theirSide = TreeMerge.Side(
      differences: try repository.differences(from: base, to: theirs), moves: [:])
    var ourSide = TreeMerge.Side(differences: [:], moves: [:])
    if let base, let ours, base != ours {
      ourSide.differences = try repository.differences(from: base, to: ours)
      if ourSide.mayHaveMoves { ourSide.moves = try repository.moves(from: base, to: ours) }
      if theirSide.mayHaveMoves { theirSide.moves = try repository.moves(from: base, to: theirs) }
    }
    var contested: [[UInt8]: GitBlob?] = [:]
    for other in otherBases {
      for (path, difference) in try repository.differences(from: base, to: other) {
        contested[path] = .some(difference.old)
      }
    }
    let isList: ([UInt8]) -> Bool = {
      FilePath($0).lastComponent.elementsEqual(RecipientsFile.name)
    }
    listChanges = [ourSide, theirSide].map { side in
      side.differences.filter { isList($0.key) }
    }
    return TreeMerge(ours: ourSide, theirs: theirSide, contested: contested).items
  }

  // MARK: - One file

  /// How a file that both sides have changed is to end.
  enum Outcome {
    case ours
    case theirs
    case new([UInt8])
    case removed
    /// Ours, with theirs beside it under a name of its own.
    case both
    case undecided
  }

  private mutating func settle(_ item: TreeMerge.Item) throws {
    if item.isTheirsAlone {
      if item.theirPath != item.path { plan(.removed, at: item.path) }
      return plan(try content(of: item.theirs, at: item.theirPath), at: item.theirPath)
    }
    var target = item.newPath
    var copy: [UInt8]?
    if item.isMovedApart {
      let versions = try versions(of: item)
      let conflict = MergeConflict(
        path: item.path, subject: .name(ours: item.ourPath, theirs: item.theirPath),
        ours: versions.ours, theirs: versions.theirs)
      switch try decide(conflict) {
      case .ours, .value: target = item.ourPath
      case .theirs: target = item.theirPath
      case .both: (target, copy) = (item.ourPath, item.theirPath)
      case nil: undecided.append(conflict)
      }
    }
    let outcome = try merge(item)
    let blob: Change.Content
    switch outcome {
    case .undecided: return
    case .ours, .both: blob = try content(of: item.ours, at: item.ourPath)
    case .theirs: blob = try content(of: item.theirs, at: item.theirPath)
    case .new(let bytes): blob = .bytes(bytes)
    case .removed: blob = .removed
    }
    if case .both = outcome {
      let name = try nameBeside(item)
      plan(try content(of: item.theirs, at: name), at: name)
    }
    if let copy { plan(blob, at: copy) }
    if target != item.ourPath, item.ours != nil { plan(.removed, at: item.ourPath) }
    // What is there already need not be written again.
    switch outcome {
    case .ours where target == item.ourPath, .both where target == item.ourPath: return
    case .removed where item.ours == nil: return
    default: plan(blob, at: target)
    }
  }

  mutating func plan(_ content: Change.Content, at path: [UInt8]) {
    let isAboutRecipients = RecipientsFile.isOne(path)
    if isAboutRecipients { steps.removeAll { $0.path == path } }
    steps.append((path, content))
    guard isAboutRecipients else { return }
    switch content {
    case .bytes(let bytes), .executable(let bytes): recipientsFiles[path] = .some(bytes)
    default: recipientsFiles[path] = .some(nil)
    }
  }

  private func content(of blob: GitBlob?, at path: [UInt8]) throws -> Change.Content {
    guard let blob else { return .removed }
    guard let bytes = contents[blob.id] else {
      throw StoreError(
        .inTheWay, "the remote has another repository at \(quoted(path)), which cannot be merged",
        hint: "merge with git itself")
    }
    return switch blob.mode {
    case "120000": .link(to: bytes)
    case "100755": .executable(bytes)
    default: .bytes(bytes)
    }
  }

  // MARK: - Both sides

  private mutating func merge(_ item: TreeMerge.Item) throws -> Outcome {
    if item.ours == item.theirs { return .ours }
    let bytes = [item.base, item.ours, item.theirs].map { blob in
      blob.flatMap { $0.isFile ? contents[$0.id] : nil }
    }
    if item.path.ends(with: RecipientsFile.name), RecipientsFile.isOne(item.path) {
      return try mergeRecipients(item, bytes[0], bytes[1], bytes[2])
    }
    if RecipientsFile.isOne(item.path) { return mergeSignature(item) }
    let key =
      item.path.ends(with: ServiceKey.suffix)
      ? ServiceKey(found: Array(item.newPath.dropLast(ServiceKey.suffix.count))) : nil
    guard item.ours != nil, item.theirs != nil else {
      guard item.isContested else { return try existence(item, key) }
      // Which of the two is the later state, nobody can tell.
      let outcome = try choose(item, .content)
      guard case .both = outcome else { return outcome }
      return item.ours == nil ? .theirs : .ours
    }
    guard let our = bytes[1], let their = bytes[2] else { return try choose(item, .content) }
    if let key { return try mergeEntry(item, key, bytes[0], our, their) }
    // Of two copies of one key, either will do; lines of both would be none.
    if item.path.starts(with: PublicKeyFiles.folder.bytes + "/".utf8) { return .theirs }
    let text = LineMerge.merge(bytes[0] ?? [], our, their)
    return try text.map { $0 == their ? .theirs : .new($0) } ?? choose(item, .content)
  }

  /// One side has deleted what the other has changed: the change stays, unless it
  /// is none to the text.
  private mutating func existence(_ item: TreeMerge.Item, _ key: ServiceKey?) throws -> Outcome {
    let isMoved = item.ourPath != item.path || item.theirPath != item.path
    if let key, !isMoved, let before = item.base, let after = item.ours ?? item.theirs,
      let old = try? text(of: before, key), let new = try? text(of: after, key),
      old.bytes.isEqual(to: new.bytes)
    {
      return item.ours == nil ? .ours : .theirs
    }
    let name = key.map { "\($0)" } ?? printable(item.newPath)
    let (who, did) = (item.ours == nil ? "here" : "there", isMoved ? "moved" : "changed")
    remarks.append("\(name): kept; it was deleted \(who), and \(did) on the other side")
    return item.ours == nil ? .theirs : .ours
  }

  private func text(of blob: GitBlob, _ key: ServiceKey) throws -> SharedSecret {
    SharedSecret(try store.decrypt(contents[blob.id] ?? [], of: key))
  }

  private mutating func mergeEntry(
    _ item: TreeMerge.Item, _ key: ServiceKey, _ base: [UInt8]?, _ our: [UInt8], _ their: [UInt8]
  ) throws -> Outcome {
    let old: SharedSecret
    let ours: SharedSecret
    let theirs: SharedSecret
    do {
      ours = SharedSecret(try store.decrypt(our, of: key))
      theirs = SharedSecret(try store.decrypt(their, of: key))
      // Both may have been encrypted anew, and no more.
      if ours.bytes.isEqual(to: theirs.bytes) { return .theirs }
      old = SharedSecret(try base.map { try store.decrypt($0, of: key) } ?? SecretBytes())
    } catch let error as StoreError {
      guard (error.cause as? GPGError)?.isForGood == true else { throw error }
      return try choose(item, .content)
    }
    let merge = EntryMerge(base: old.bytes, ours: ours.bytes, theirs: theirs.bytes)
    var choices: [MergeChoice] = []
    var versions: (ours: MergeConflict.Version, theirs: MergeConflict.Version)?
    for conflict in merge.conflicts {
      var sides = try versions ?? self.versions(of: item)
      versions = sides
      (sides.ours.value, sides.theirs.value) = (conflict.ours, conflict.theirs)
      let whole = MergeConflict(
        path: item.newPath, subject: conflict.subject, ours: sides.ours, theirs: sides.theirs)
      if let choice = try decide(whole) {
        choices.append(choice)
      } else {
        undecided.append(whole)
      }
    }
    guard choices.count == merge.conflicts.count else { return .undecided }
    if merge.conflicts.first?.subject == .content, case .both? = choices.first { return .both }
    let label = "theirs, \(CalendarDate(secondsSince1970: versions?.theirs.seconds ?? 0))"
    let text = try merge.text(choosing: choices, label: label)
    if text.isEqual(to: theirs.bytes) { return .theirs }
    if text.isEqual(to: ours.bytes) { return .ours }
    merged.append(key)
    let isMoved = item.ourPath != item.theirPath || hasOtherList(key)
    return .new(try encrypt(text, for: key, base, our, their, isMoved: isMoved))
  }

  /// Encrypts a merged entry.
  ///
  /// A recipient's key may have come with what is merged, and so not be here yet:
  /// then it is for those for whom both sides have encrypted it, and is encrypted
  /// anew before it is pushed.
  private func encrypt(
    _ text: borrowing SecretBytes, for key: ServiceKey, _ base: [UInt8]?, _ our: [UInt8],
    _ their: [UInt8], isMoved: Bool
  ) throws -> [UInt8] {
    do {
      // Another list may name more people, for whom nobody here meant it.
      if isMoved {
        return try MergedRecipients(
          base: base, ours: our, theirs: their, in: key.folder, of: store
        ).encrypt(text, for: key)
      }
      return try store.encrypt(text, to: try recipients(for: key.folder), for: key)
    } catch let error as StoreError where error.reason == .encryption {
      let both = MergedRecipients(base: base, ours: our, theirs: their, in: key.folder, of: store)
      guard !both.keyIDs.isEmpty else { throw error }
      return try both.encrypt(text, for: key)
    }
  }

  /// Lets a person choose one side of what cannot be merged.
  mutating func choose(
    _ item: TreeMerge.Item, _ subject: MergeConflict.Subject
  ) throws -> Outcome {
    let versions = try versions(of: item)
    let conflict = MergeConflict(
      path: item.newPath, subject: subject, ours: versions.ours, theirs: versions.theirs)
    switch try decide(conflict) {
    case .ours: return .ours
    case .theirs: return .theirs
    case .both: return .both
    case .value(let value): return .new(value.bytes.unprotected())
    case nil:
      undecided.append(conflict)
      return .undecided
    }
  }

  /// A name for theirs beside ours: `KEY (theirs, DATE)`.
  private func nameBeside(_ item: TreeMerge.Item) throws -> [UInt8] {
    let date = CalendarDate(secondsSince1970: try versions(of: item).theirs.seconds)
    let isEntry = item.newPath.ends(with: ServiceKey.suffix)
    let stem = isEntry ? item.newPath.dropLast(ServiceKey.suffix.count) : item.newPath[...]
    var number = 1
    while true {
      let label = " (theirs, \(date)\(number == 1 ? "" : ", \(number)"))"
      let name = Array(stem) + label.utf8 + (isEntry ? ServiceKey.suffix : [])
      // It must be free on both sides, and in what is planned.
      if FileKind(root.appending(name), followingLinks: false) == nil,
        !steps.contains(where: { $0.path == name }),
        try repository.content(of: name, at: theirs) == nil
      {
        return name
      }
      number += 1
    }
  }

  /// Who has changed a file on each side, and when.
  private func versions(
    of item: TreeMerge.Item
  ) throws -> (ours: MergeConflict.Version, theirs: MergeConflict.Version) {
    func version(_ path: [UInt8], _ commit: String?) throws -> MergeConflict.Version {
      let last = try commit.flatMap { commit in
        try repository.lastChange(of: path, in: commit, since: base)
          ?? repository.lastChange(of: path, in: commit, since: nil)
      }
      return MergeConflict.Version(author: last?.author ?? "", seconds: last?.seconds ?? 0)
    }
    return (try version(item.ourPath, ours), try version(item.theirPath, theirs))
  }
}

extension TreeMerge.Side {
  /// Whether there are files that went, and others that came.
  fileprivate var mayHaveMoves: Bool {
    differences.values.contains { $0.new == nil } && differences.values.contains { $0.old == nil }
  }
}
