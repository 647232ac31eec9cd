/// Which entries are to be encrypted anew after a merge, since their recipients are
/// others now.
///
/// What was saved here and is not shared yet is encrypted to whom the lists name now.
/// What came from elsewhere is only ever encrypted to fewer: who may push could move
/// an entry, or a list, to where more people can read, and have us do the rest.
struct RecipientsReview {
  private let store: PasswordStore
  private let root: FilePath
  private let repository: GitRepository
  private let outgoing: [[UInt8]: GitRepository.Difference]
  private let incoming: [[UInt8]: GitRepository.Difference]
  /// The entries to look at.
  let keys: [ServiceKey]

  /// Finds the entries.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - root: Its folder, without symbolic links.
  ///   - repository: Its repository.
  ///   - old: Our commit before the merge; `nil` for none.
  ///   - new: Our commit now.
  ///   - theirs: The remote's commit.
  /// - Throws: ``GitError``, ``SystemError``.
  init(
    _ store: PasswordStore, _ root: FilePath, _ repository: GitRepository, old: String?,
    new: String, theirs: String
  ) throws {
    (self.store, self.root, self.repository) = (store, root, repository)
    outgoing = try repository.differences(from: theirs, to: new)
    incoming = old == new ? [:] : try repository.differences(from: old, to: new)
    var keys = Set<ServiceKey>()
    for path in Set(outgoing.keys).union(incoming.keys) {
      if RecipientsFile.isOne(path) {
        keys.formUnion(try store.entries(governedBy: FolderName(holding: path), in: root))
      } else if path.ends(with: ServiceKey.suffix),
        FileKind(root.appending(path), followingLinks: false) == .file
      {
        keys.insert(ServiceKey(found: Array(path.dropLast(ServiceKey.suffix.count))))
      }
    }
    self.keys = keys.sorted()
  }

  /// Whether an entry was saved here, under the list of recipients that is still the
  /// one that counts for it.
  private func isOwn(_ key: ServiceKey) -> Bool {
    guard outgoing[key.file] != nil else { return false }
    if let came = incoming[key.file], came.old == nil { return false }
    return !key.folder.andThoseAbove.contains { folder in
      guard let list = incoming[folder.appending(RecipientsFile.name)] else { return false }
      return list.old == nil || list.new == nil
    }
  }

  /// Encrypts anew what needs it.
  ///
  /// - Returns: Those that were encrypted anew, and why others were not.
  /// - Throws: ``StoreError``.
  func reencrypt() throws -> (done: [ServiceKey], remarks: [String]) {
    var remarks: [String] = []
    var done: [ServiceKey] = []
    try store.whileLocked(root) {
      var reencryption = Reencryption(store)
      var unusable = Set<[String]>()
      var readable: [[String]: Bool] = [:]
      for key in keys {
        let isOwn = isOwn(key)
        let ids: [String]
        do {
          ids = try store.recipients(for: key.folder)
        } catch let error as StoreError where !isOwn {
          remarks.append("\(key): \(error)")
          continue
        }
        let wanted: [String]
        do throws(GPGError) {
          wanted = try reencryption.keyIDs(for: ids)
        } catch {
          let failure = StoreError(
            .encryption, "cannot encrypt \(quoted(key.bytes)) anew: \(error)",
            hint: error.hint, cause: error)
          if isOwn { throw failure }
          if unusable.insert(ids).inserted { remarks.append(failure.description) }
          continue
        }
        let item = Reencryption.Item(
          key: key, source: root.appending(key.file),
          target: try store.writablePath(key.file, in: root), ids: ids)
        if !isOwn {
          guard let present = try? MessageRecipients(of: item.source).keyIDs,
            Set(present) != Set(wanted), !present.contains(MessageRecipients.hiddenKeyID)
          else { continue }
          if readable[ids] == nil {
            readable[ids] = try !store.gpg.keys(ids, secret: true).isEmpty
          }
          guard Set(wanted).isSubset(of: present), readable[ids] == true else {
            remarks.append(
              "\(key): not encrypted anew, since that is for who has changed it or its list:"
                + " \"pwstore init\" does so for a folder")
            continue
          }
        }
        try reencryption.add(item, isSameList: true)
      }
      var change = Change("Reencrypt password store after merge.")
      for outcome in try reencryption.run(sparingBroken: true) {
        switch outcome {
        case .encrypted(let item, let ciphertext):
          change.write(ciphertext, to: item.target)
          done.append(item.key)
        case .undecryptable(_, let failure): remarks.append(failure.description)
        }
      }
      try store.transaction(root).run(change)
    }
    return (done, remarks)
  }

  /// Whether our commits that are not shared yet hold entries for people whom a list
  /// that came does not name any more.
  ///
  /// - Throws: ``GitError``.
  func exposesOwnCommits() throws -> Bool {
    let lists = incoming.filter { $0.key.ends(with: RecipientsFile.name) }
      .filter { RecipientsFile.isOne($0.key) }
    guard !lists.isEmpty else { return false }
    let blobs = lists.values.flatMap { [$0.old?.id, $0.new?.id].compactMap { $0 } }
    let contents = try repository.contents(of: Set(blobs))
    func ids(_ blob: GitBlob?, _ path: [UInt8]) -> Set<String> {
      guard let blob, let content = contents[blob.id] else { return [] }
      return Set((try? RecipientsFile(content, path: FilePath(path)))?.ids ?? [])
    }
    let narrowed = lists.filter { path, list in
      list.old == nil || !ids(list.old, path).isSubset(of: ids(list.new, path))
    }
    let folders = narrowed.keys.map { FolderName(holding: $0) }
    return outgoing.keys.contains { path in
      path.ends(with: ServiceKey.suffix)
        && FolderName(holding: path).andThoseAbove.contains(where: folders.contains)
    }
  }
}
