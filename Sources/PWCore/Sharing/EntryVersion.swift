/// What an entry was in a commit, or is now; still encrypted.
public struct EntryVersion: Sendable {
  /// The commit that has it so; `nil` for what is in the store now, and for what
  /// the entry was before there was one.
  public let commit: CommitSummary?
  /// What the entry is called there.
  public let key: ServiceKey
  /// The encrypted bytes; `nil` if there is no such entry.
  let ciphertext: [UInt8]?

  /// Whether there is such an entry.
  public var exists: Bool { ciphertext != nil }

  /// Whether two versions are the same, byte for byte, as long as they are
  /// encrypted.
  public func isSame(as other: EntryVersion) -> Bool { ciphertext == other.ciphertext }
}

extension PasswordStore {
  /// The version of an entry that is in the store now.
  ///
  /// - Throws: ``StoreError/Reason/noStore``, ``SystemError``.
  public func presentVersion(of key: ServiceKey) throws -> EntryVersion {
    let ciphertext = try containsFile(key) ? ciphertext(of: key) : nil
    return EntryVersion(commit: nil, key: key, ciphertext: ciphertext)
  }

  /// The version of an entry in a revision, where it may have had another name.
  ///
  /// - Throws: ``HistoryError``: `notVersioned`, `noSuchRevision`,
  ///   `notInRevision`; ``StoreError``, ``GitError``.
  public func version(of key: ServiceKey, at revision: Revision) throws -> EntryVersion {
    let place = try VersionedPlace(key, in: self)
    let commit = try revision.commit(in: place.repository)
    let later = try place.history(excluding: [commit.id])
    let path = later.last(where: \.isMoved)?.origin?.path ?? place.path
    guard let ciphertext = try place.repository.content(of: path, at: commit.id) else {
      throw HistoryError.notInRevision(name: key.description, revision: revision.name)
    }
    return EntryVersion(
      commit: CommitSummary(commit), key: place.key(of: path) ?? key, ciphertext: ciphertext)
  }

  /// The version of an entry before the last commit that changed it, also if that
  /// only encrypted it anew; or the last committed one, if the entry in the store
  /// is another one now.
  ///
  /// - Returns: The version; one that does not exist, if the entry was new then.
  /// - Throws: ``HistoryError/notVersioned(_:)``,
  ///   ``StoreError/Reason/noSuchEntry`` if there is and was no such entry;
  ///   ``GitError``.
  public func previousVersion(of key: ServiceKey) throws -> EntryVersion {
    let place = try VersionedPlace(key, in: self)
    let versions = try place.history()
    let present = try presentVersion(of: key)
    let none = EntryVersion(commit: nil, key: key, ciphertext: nil)
    guard let last = versions.first else {
      guard present.exists else { throw StoreError.noSuchEntry(key) }
      return none
    }
    let committed = try last.change.after.map { _ in
      try version(place, last.change.path, at: last.commit.id)
    }
    if let committed, !committed.isSame(as: present), present.exists { return committed }
    if committed == nil, present.exists { return none }
    let change = versions.first { $0.before?.blob != $0.change.after?.blob }
    guard let (commit, path) = change?.placeBefore else { return none }
    return try version(place, path, at: commit)
  }

  /// Decrypts a version of an entry.
  ///
  /// - Returns: The entry; an empty one, if there is none.
  /// - Throws: ``StoreError/Reason/decryption``.
  public func entry(_ version: EntryVersion) throws -> Entry {
    guard let ciphertext = version.ciphertext else { return Entry() }
    return Entry(try decrypt(ciphertext, of: version.key))
  }

  /// A version that is known to be there.
  ///
  /// - Throws: ``GitError``.
  func version(
    _ place: VersionedPlace, _ path: [UInt8], at id: String
  ) throws -> EntryVersion {
    let repository = place.repository
    guard let key = place.key(of: path), let commit = try repository.commit(named: id),
      let ciphertext = try repository.content(of: path, at: id)
    else {
      throw GitError(
        .corrupt("the commit \(id) lacks the file"), "read", repository.workTree.appending(path))
    }
    return EntryVersion(commit: CommitSummary(commit), key: key, ciphertext: ciphertext)
  }
}
