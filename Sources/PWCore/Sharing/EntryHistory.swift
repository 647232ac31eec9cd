/// What one commit did to an entry.
public struct EntryEvent: Sendable {
  /// The commit.
  public let commit: CommitSummary
  /// What the entry is called behind it.
  public let key: ServiceKey
  /// What was done.
  public let action: Action
  /// What it was called before, if it has been renamed or copied.
  public var origin: ServiceKey?
  /// What has become of the text, if it was looked at.
  public var text: TextChange?

  /// What can be done to an entry; the raw values are for programs.
  public enum Action: String, Sendable {
    case added
    case deleted
    case renamed
    case copied
    case changed
    /// The same text for other keys, or for the same ones once more.
    case reencrypted
    /// Two branches were merged, and what came of it is in neither.
    case merged
    /// Only the mode of the file has changed.
    case mode
    /// It was there where the history ends that a shallow clone has.
    case present
  }

  /// What can become of a text.
  public enum TextChange: Hashable, Sendable {
    /// It is the same.
    case none
    /// These fields have been added, removed or changed; none if only blank
    /// lines and the like differ.
    case fields([String])
    /// At least one of the two is not text.
    case binary
    /// At least one of the two cannot be decrypted here.
    case undecryptable
  }
}

extension PasswordStore {
  /// Tells what has been done to an entry, the newest first, also before it was
  /// renamed, and if it is deleted now.
  ///
  /// The texts before and after a change are decrypted, each once; not for pure
  /// renames and merges.
  ///
  /// - Parameters:
  ///   - key: The entry.
  ///   - limit: How many commits to tell of at most.
  ///   - body: Is told of one after the other.
  /// - Throws: ``HistoryError/notVersioned(_:)``,
  ///   ``StoreError/Reason/noSuchEntry`` if no commit knows the entry,
  ///   ``StoreError/Reason/decryption`` for a failure that need not last; those
  ///   of ``load(_:)->Entry``, ``GitError``, and what `body` throws.
  public func history(
    of key: some ServiceKeyConvertible, limit: Int? = nil, _ body: (EntryEvent) throws -> Void
  ) throws {
    let key = try key.serviceKey()
    let place = try VersionedPlace(key, in: self)
    let versions = try place.history(limit: limit)
    guard !versions.isEmpty else {
      throw StoreError.noSuchEntry(key, hint: "no commit has it under this name")
    }
    let ends = try place.repository.shallowEnds()
    let reader = VersionReader(self, place.repository)
    var uses: [String: Int] = [:]
    for blob in versions.flatMap(\.comparedBlobs) { uses[blob, default: 0] += 1 }
    for version in versions {
      let name = place.key(of: version.change.path) ?? key
      var event = EntryEvent(
        commit: CommitSummary(version.commit), key: name,
        action: version.action(isShallowEnd: ends.contains(version.commit.id)))
      event.origin = version.origin.flatMap { place.key(of: $0.path) }
      if !version.comparedBlobs.isEmpty {
        event = event.comparing(try compare(version, name, by: reader))
      }
      for blob in version.comparedBlobs {
        uses[blob, default: 0] -= 1
        if uses[blob] == 0 { reader.forget(blob) }
      }
      try body(event)
    }
  }

  private func compare(
    _ version: GitFileVersion, _ key: ServiceKey, by reader: VersionReader
  ) throws -> EntryEvent.TextChange {
    guard let (parent, path) = version.placeBefore, let before = version.before,
      let after = version.change.after
    else { return .none }
    guard
      case .success(let new) = try reader.text(
        after.blob, version.change.path, at: version.commit.id, of: key),
      case .success(let old) = try reader.text(before.blob, path, at: parent, of: key)
    else { return .undecryptable }
    let comparison = EntryComparison(old.bytes, new.bytes)
    if comparison.isSame { return .none }
    return comparison.areTexts ? .fields(comparison.fields.map(\.name)) : .binary
  }
}

extension EntryEvent {
  /// The event when the texts are known.
  fileprivate func comparing(_ text: TextChange) -> EntryEvent {
    let action = self.action == .changed && text == .none ? .reencrypted : self.action
    return EntryEvent(commit: commit, key: key, action: action, origin: origin, text: text)
  }
}

extension GitFileVersion {
  /// The contents that tell what has changed; none where nothing can have.
  fileprivate var comparedBlobs: [String] {
    guard commit.parents.count < 2, let before, let after = change.after,
      before.blob != after.blob
    else { return [] }
    return [before.blob, after.blob]
  }

  /// What was done, as far as git knows.
  fileprivate func action(isShallowEnd: Bool) -> EntryEvent.Action {
    if isShallowEnd { return .present }
    if commit.parents.count > 1 { return .merged }
    guard let after = change.after else { return .deleted }
    if let origin { return origin.isCopy ? .copied : .renamed }
    guard let before else { return .added }
    return before.blob == after.blob ? .mode : .changed
  }
}
