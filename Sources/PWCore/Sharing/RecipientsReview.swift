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
  private let new: String
  private let theirs: String
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
    (self.new, self.theirs) = (new, theirs)
    outgoing = try repository.differences(from: theirs, to: new)
    let incoming = old == new ? [:] : try repository.differences(from: old, to: new)
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

  /// Whether an entry was saved here since the last push, under the list of recipients
  /// that is still the one that counts for it.
  ///
  /// - Throws: ``GitError``.
  private func isOwn(_ key: ServiceKey) throws -> Bool {
    guard outgoing[key.file] != nil,
      let commit = try repository.lastCommit(of: key.file, in: new, notIn: theirs)
    else { return false }
    let since = try repository.differences(from: commit, to: new)
    return !key.folder.andThoseAbove.contains { folder in
      guard let list = since[folder.appending(RecipientsFile.name)] else { return false }
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
      var readable: [Set<String>: Bool] = [:]
      for key in keys {
        // What may have to be done is looked at first: the rest is the usual case.
        guard let present = try? MessageRecipients(of: root.appending(key.file)).keyIDs else {
          remarks.append("\(key): it is not encrypted by GnuPG, or damaged")
          continue
        }
        let isDuty = outgoing[key.file] != nil
        let ids: [String]
        let wanted: [String]
        do {
          ids = try store.recipients(for: key.folder)
          if !isDuty, unusable.contains(ids) { continue }
          wanted = try reencryption.keyIDs(for: ids, to: "encrypt \(quoted(key.bytes)) anew")
        } catch let error as StoreError where !isDuty {
          if let ids = try? store.recipients(for: key.folder) { unusable.insert(ids) }
          remarks.append(error.description)
          continue
        }
        if Reencryption.agree(present, wanted, isSameList: true) { continue }
        var item = Reencryption.Item(
          key: key, source: root.appending(key.file),
          target: try store.writablePath(key.file, in: root), ids: ids)
        if try !isOwn(key) {
          guard let fewer = try fewer(present, wanted, ids, &readable) else {
            remarks.append(
              "\(key): is left as it is encrypted; \"pwstore init\" encrypts a folder anew")
            continue
          }
          if fewer.count == Set(present).count { continue }
          item = Reencryption.Item(
            key: key, source: item.source, target: item.target, ids: fewer)
        }
        reencryption.insert(item)
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

  /// Those of an entry's readers who are recipients; `nil` if they are not told, or if
  /// we are not among them.
  private func fewer(
    _ present: [String], _ wanted: [String], _ ids: [String],
    _ readable: inout [Set<String>: Bool]
  ) throws(GPGError) -> [String]? {
    let fewer = Set(present).intersection(wanted)
    guard !fewer.isEmpty, !present.contains(MessageRecipients.hiddenKeyID) else { return nil }
    if readable[fewer] == nil {
      readable[fewer] = try !store.gpg.keys(fewer.map { "0x\($0)" }, secret: true).isEmpty
    }
    return readable[fewer] == true ? fewer.sorted() : nil
  }

  /// Whether commits that are not shared yet hold entries for people whom the lists
  /// do not name, neither here nor there.
  ///
  /// What was saved for somebody who was removed meanwhile must not be pushed, not
  /// even as a thing of the past.
  ///
  /// - Throws: ``GitError``, ``SystemError``.
  func exposesFormerRecipients() throws -> Bool {
    let written = try repository.blobs(writtenIn: new, notIn: theirs).filter { path, _ in
      path.ends(with: ServiceKey.suffix)
    }
    let contents = try repository.contents(of: Set(written.values.joined()))
    var reencryption = Reencryption(store)
    var allowed: [FolderName: Set<String>] = [:]
    for (path, blobs) in written {
      let folder = FolderName(holding: path)
      for blob in blobs {
        guard let content = contents[blob],
          let readers = try? MessageRecipients(of: content).keyIDs,
          !readers.contains(MessageRecipients.hiddenKeyID)
        else { continue }
        if allowed[folder] == nil { allowed[folder] = try allow(folder, &reencryption) }
        if allowed[folder]?.isSuperset(of: readers) == false { return true }
      }
    }
    return false
  }

  /// The key ids of all whom the list of a folder names, here or there.
  private func allow(
    _ folder: FolderName, _ reencryption: inout Reencryption
  ) throws -> Set<String> {
    var ids = Set((try? store.recipients(for: folder)) ?? [])
    for above in folder.andThoseAbove {
      let file = above.appending(RecipientsFile.name)
      guard let content = try repository.content(of: file, at: theirs) else { continue }
      ids.formUnion((try? RecipientsFile(content, path: FilePath(file)))?.ids ?? [])
      break
    }
    var allowed = Set<String>()
    // One by one: a key that is not here names nobody.
    for id in ids.sorted() { allowed.formUnion((try? reencryption.keyIDs(for: [id])) ?? []) }
    return allowed
  }
}
