/// What ``PasswordStore/restore(_:at:)-(ServiceKey,_)`` has done.
public struct Restoration: Sendable {
  /// The commit whose state was brought back.
  public let commit: CommitSummary
  /// The entries that have changed by it; none if all was so already.
  public let keys: [ServiceKey]
}

extension PasswordStore {
  /// Brings back what an entry was in a revision, where it may have had another
  /// name; or else what it was before it was deleted, or before its text changed
  /// the last time.
  ///
  /// It is encrypted to the present recipients. Git keeps what is replaced.
  ///
  /// - Parameters:
  ///   - key: The entry.
  ///   - revision: The revision.
  /// - Returns: What was done.
  /// - Throws: ``HistoryError``: `notVersioned`, `noSuchRevision`,
  ///   `notInRevision`, `nothingToRestore`; ``StoreError/Reason/noSuchEntry``,
  ///   ``StoreError/Reason/decryption``, and otherwise as
  ///   ``move(_:to:named:overwriting:)`` does.
  public func restore(_ key: ServiceKey, at revision: Revision? = nil) throws -> Restoration {
    let (old, text) =
      try revision.map { (try version(of: key, at: $0), nil) } ?? lastOther(than: key)
    guard let commit = old.commit, let ciphertext = old.ciphertext else {
      throw HistoryError.nothingToRestore(key.description)
    }
    let item = RestoredEntry(key: key, old: ciphertext, text: text)
    return Restoration(commit: commit, keys: try write([item], "\(key)", from: commit))
  }

  /// Brings back the entries of a folder and those below it as they were in a
  /// revision, all or none, in one commit.
  ///
  /// Entries that were not there then stay.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - revision: The revision.
  /// - Returns: What was done.
  /// - Throws: As for an entry.
  public func restore(_ folder: FolderName, at revision: Revision) throws -> Restoration {
    let place = try VersionedPlace(folder, in: self)
    let commit = try revision.commit(in: place.repository)
    let paths = place.path.isEmpty ? [] : [place.path + [UInt8(ascii: "/")]]
    let items = try place.repository.files(paths, at: commit.id).compactMap {
      path, file -> RestoredEntry? in
      // A link is no entry.
      guard file.mode.hasPrefix("100"), let key = place.key(of: path),
        let content = try place.repository.content(of: path, at: commit.id)
      else { return nil }
      return RestoredEntry(key: key, old: content)
    }
    guard !items.isEmpty else {
      throw HistoryError.notInRevision(name: "\(folder)/", revision: revision.name)
    }
    let summary = CommitSummary(commit)
    return Restoration(commit: summary, keys: try write(items, "\(folder)/", from: summary))
  }

  /// An entry that is to be brought back.
  private struct RestoredEntry {
    let key: ServiceKey
    /// The encrypted bytes that it had.
    let old: [UInt8]
    /// What they say, if that is known.
    var text: SharedSecret?
  }

  /// The newest version of an entry whose text is not the present one, and that
  /// text, if it had to be looked at.
  ///
  /// - Throws: ``HistoryError/nothingToRestore(_:)``,
  ///   ``StoreError/Reason/noSuchEntry``, ``StoreError/Reason/decryption``.
  private func lastOther(than key: ServiceKey) throws -> (EntryVersion, SharedSecret?) {
    let place = try VersionedPlace(key, in: self)
    let versions = try place.history()
    let present = try presentVersion(of: key)
    guard !versions.isEmpty else {
      throw present.exists
        ? HistoryError.nothingToRestore(key.description) : StoreError.noSuchEntry(key)
    }
    let reader = VersionReader(self, place.repository)
    let text = try presentText(present)
    var seen: Set<String> = []
    for state in versions.flatMap(\.states) where seen.insert(state.blob).inserted {
      let version = try version(place, state.path, at: state.commit)
      if !present.exists { return (version, nil) }
      if version.isSame(as: present) { continue }
      let old = try reader.text(state.blob, state.path, at: state.commit, of: version.key).get()
      reader.forget(state.blob)
      if let text, old.bytes.isEqual(to: text.bytes) { continue }
      return (version, old)
    }
    throw HistoryError.nothingToRestore(key.description)
  }

  /// The text of the entry that is in the store; `nil` if nobody here can decrypt
  /// it, whatever they do: a damaged entry is one to be replaced.
  ///
  /// - Throws: ``StoreError/Reason/decryption`` for a failure that need not last.
  private func presentText(_ version: EntryVersion) throws -> SharedSecret? {
    do {
      return SharedSecret(try entry(version).bytes.copy())
    } catch let error as StoreError where (error.cause as? GPGError)?.isForGood == true {
      return nil
    }
  }

  /// Writes old versions of entries as the present ones.
  ///
  /// - Parameters:
  ///   - items: The entries.
  ///   - name: What to call them in the commit's message.
  ///   - commit: Where they come from.
  /// - Returns: Those that were other before.
  /// - Throws: ``StoreError``, ``SystemError``.
  private func write(
    _ items: [RestoredEntry], _ name: String, from commit: CommitSummary
  ) throws -> [ServiceKey] {
    let root = try existingRoot()
    return try whileLocked(root) {
      var change = Change("Restore \(name) from \(commit.abbreviation).")
      var reencryption = Reencryption(self)
      var restored: [ServiceKey] = []
      for (index, item) in items.enumerated() {
        try checkInterruption()
        let target = try writablePath(item.key.file, in: root)
        let present = try readFileIfAny(root.appending(target))
        if present == item.old { continue }
        if present != nil {
          let place = try VersionedPlace(item.key, in: self)
          guard try place.repository.content(of: place.path, at: "HEAD") == present else {
            throw HistoryError.uncommitted(target, root)
          }
        }
        let ids = try recipients(for: item.key.folder)
        let wanted = try reencryption.keyIDs(for: ids, to: "restore \(quoted(item.key.bytes))")
        if isEncrypted(item, to: wanted) {
          change.write(item.old, to: target)
        } else {
          let text = try item.text ?? SharedSecret(try decrypt(item.old, of: item.key))
          change.write(try encrypt(text.bytes, to: ids, for: item.key), to: target)
          progress?(index + 1, items.count)
        }
        restored.append(item.key)
      }
      try transaction(root).run(change)
      return restored
    }
  }

  /// Whether an old ciphertext is for just the keys that it should be for.
  private func isEncrypted(_ item: RestoredEntry, to wanted: [String]) -> Bool {
    guard let present = try? MessageRecipients.keyIDs(of: item.old) else { return false }
    return Reencryption.agree(present, wanted, isSameList: false)
  }
}

extension GitFileVersion {
  /// Where the entry is found as it was behind the commit and before it, if it
  /// was there, the newest first.
  fileprivate var states: [(blob: String, path: [UInt8], commit: String)] {
    let after = change.after.map { ($0.blob, change.path, commit.id) }
    let before = before.flatMap { file in placeBefore.map { (file.blob, $0.path, $0.commit) } }
    return [after, before].compactMap { $0 }
  }
}
