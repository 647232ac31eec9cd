/// What one commit did to the entries of a folder, as far as git knows.
public struct FolderEvent: Sendable {
  /// The commit.
  public let commit: CommitSummary
  /// What it did to each entry.
  ///
  /// ``EntryEvent/Action/changed`` may mean that the entry was only encrypted anew.
  public let changes: [Change]

  /// What the commit did to one entry.
  public struct Change: Sendable {
    /// What the entry is called behind the commit.
    public let key: ServiceKey
    /// What was done.
    public let action: EntryEvent.Action
    /// What it was called before, if it has been renamed or copied.
    public let origin: ServiceKey?
  }
}

extension PasswordStore {
  /// What has been done to the entries of a folder and those below it, the newest
  /// first; decrypts nothing.
  ///
  /// - Parameters:
  ///   - folder: The folder, which need not be there now. For the root, commits
  ///     that concern no entry are told as well.
  ///   - limit: How many commits to tell of at most.
  /// - Returns: The commits of the repository that holds the folder; none if it
  ///   knows nothing of the folder.
  /// - Throws: ``HistoryError/notVersioned(_:)``, ``StoreError``, ``GitError``.
  public func history(of folder: FolderName, limit: Int? = nil) throws -> [FolderEvent] {
    let place = try VersionedPlace(folder, in: self)
    let inside = place.path.isEmpty ? [] : place.path + [UInt8(ascii: "/")]
    let ends = try place.repository.shallowEnds()
    func isEntry(_ path: [UInt8]) -> Bool {
      path.starts(with: inside) && path.ends(with: ServiceKey.suffix)
    }
    let commits = try place.repository.log(of: inside.isEmpty ? [] : [inside], limit: limit) {
      $0.changes.contains { isEntry($0.path) } || (inside.isEmpty && $0.parents.count < 2)
    }
    return commits.map { commit in
      let summary = CommitSummary(commit)
      let isReencryption = CommitSubject(commit.subject).kind == .reencryption
      let origins = commit.changes.map { change in
        let told = place.readOrigin(commit.subject, change.path)
        return (moved: commit.moved(change, told)?.path, told: told)
      }
      let left = Set(origins.compactMap(\.moved))
      let changes = zip(commit.changes, origins).compactMap {
        change, origin -> FolderEvent.Change? in
        guard isEntry(change.path) || origin.moved.map(isEntry) ?? false,
          let key = place.key(of: change.path), change.after != nil || !left.contains(change.path)
        else { return nil }
        let isNew = change.before.allSatisfy { $0 == nil }
        var source: [UInt8]?
        let action: EntryEvent.Action
        if ends.contains(commit.id) {
          action = .present
        } else if commit.parents.count > 1 {
          action = .merged
        } else if change.after == nil {
          action = .deleted
        } else if let moved = origin.moved {
          (action, source) = (.renamed, moved)
        } else if let told = origin.told, told.isCopy, isNew, told.sources.count == 1 {
          (action, source) = (.copied, told.sources[0])
        } else if isNew {
          action = .added
        } else if change.before.first??.blob == change.after?.blob {
          action = .mode
        } else {
          action = isReencryption ? .reencrypted : .changed
        }
        return FolderEvent.Change(
          key: key, action: action, origin: source.flatMap { place.key(of: $0) })
      }
      return FolderEvent(commit: summary, changes: changes)
    }
  }
}
