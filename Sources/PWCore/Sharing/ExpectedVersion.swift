/// What an entry has to be still, so that a change of it is made.
public enum ExpectedVersion: Hashable, Sendable {
  /// There is no such entry.
  case nothing
  /// The entry is, byte for byte, what this revision has under its key.
  case revision(Revision)
}

extension PasswordStore {
  /// Saves exact bytes under a key if the entry is what the caller thinks it is.
  ///
  /// Nobody can change it between the look at it and the change.
  ///
  /// - Parameters:
  ///   - bytes: The new content.
  ///   - key: The entry's key.
  ///   - expected: What the entry has to be.
  /// - Throws: ``StoreError/Reason/changed`` if it is something else;
  ///   ``HistoryError``: `notVersioned`, `noSuchRevision`; and what
  ///   ``save(_:for:)-(SecretBytes,_)`` throws.
  public func save(
    _ bytes: borrowing SecretBytes, for key: ServiceKey, ifStill expected: ExpectedVersion
  ) throws {
    try check(key, expected)
    try save(bytes, for: key, message: "Save \(key).") { try check(key, expected) }
  }

  /// Changes an entry in place if it is what the caller thinks it is.
  ///
  /// - Throws: As ``save(_:for:ifStill:)`` and ``update(_:message:_:)`` do.
  public func update(
    _ key: ServiceKey, ifStill expected: ExpectedVersion, message: String? = nil,
    _ body: (inout Entry) throws -> Void
  ) throws {
    try update(
      key, message: message ?? "Change \(key).", checking: { try check(key, expected) }, body)
  }

  /// Makes sure that an entry is what the caller thinks it is.
  ///
  /// - Throws: ``StoreError/Reason/changed``, which names the present revision;
  ///   ``HistoryError``, ``GitError``.
  package func check(_ key: ServiceKey, _ expected: ExpectedVersion) throws {
    let present = try presentVersion(of: key)
    switch expected {
    case .nothing:
      guard present.exists else { return }
      throw try changed(key, "there is an entry \(quoted(key.bytes)) already", present)
    case .revision(let revision):
      let place = try VersionedPlace(key, in: self)
      let commit = try revision.commit(in: place.repository)
      let old = try place.repository.content(of: place.path, at: commit.id)
      if !present.exists, old == nil { return }
      guard present.ciphertext == nil || present.ciphertext != old else { return }
      let name = quoted(Array(revision.name.utf8))
      throw try changed(
        key, "the entry \(quoted(key.bytes)) is not what it was in \(name)", present)
    }
  }

  private func changed(
    _ key: ServiceKey, _ what: String, _ present: EntryVersion
  ) throws -> StoreError {
    guard present.exists else {
      return StoreError(.changed, "\(what): it is not there", key: key.bytes)
    }
    guard let place = try? VersionedPlace(key, in: self),
      let last = try place.history(limit: 1).first,
      try place.repository.content(of: place.path, at: "HEAD") == present.ciphertext
    else {
      return StoreError(
        .changed, "\(what): it is not committed as it is", hint: "\"pwstore status\" tells more",
        key: key.bytes)
    }
    let commit = CommitSummary(last.commit)
    return StoreError(
      .changed,
      "\(what): it was changed by the commit \(commit.abbreviation)"
        + " (\(commit.date), \(printable(commit.author)))",
      hint: "see what it is now, then try again with --if-rev \(commit.id)", key: key.bytes)
  }
}
