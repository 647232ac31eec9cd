extension PasswordStore {
  /// Makes entries what a document says, in one commit; if one cannot be, none is.
  ///
  /// Entries that have the very same fields already are left alone. One that
  /// nobody here can decrypt is replaced.
  ///
  /// - Parameters:
  ///   - document: What the entries are to be.
  ///   - folder: The folder of which all entries that the document does not name
  ///     are to be deleted; `nil` for none.
  ///   - evenAll: Whether that may be all entries of the folder.
  /// - Returns: What was changed.
  /// - Throws: ``DocumentError``; ``StoreError``: ``StoreError/Reason/noStore``,
  ///   those of ``recipients(for:)``, ``StoreError/Reason/decryption``,
  ///   ``StoreError/Reason/encryption``, ``StoreError/Reason/outside``,
  ///   ``StoreError/Reason/inTheWay``, ``StoreError/Reason/busy``,
  ///   ``StoreError/Reason/interrupted``, ``StoreError/Reason/putBack``; or
  ///   ``SystemError``.
  public func apply(
    _ document: EntryDocument, pruning folder: FolderName? = nil, evenAll: Bool = false
  ) throws -> DocumentChanges {
    try check(document, pruning: folder, evenAll: evenAll)
    let root = try existingRoot()
    try refuseUnfinished(.root)
    // Decrypting may ask a person for a passphrase, so it comes before the lock
    // is taken; only where others are faster it is done under the lock.
    let first = try DocumentPlan(document, pruning: folder, in: self, root)
    let outcomes = try first.run(encrypts: true)
    return try whileLocked(root) {
      let plan = try DocumentPlan(document, pruning: folder, in: self, root)
      let outcomes = plan.isSame(as: first) ? outcomes : try plan.run(encrypts: true)
      let changes = Self.changes(plan, outcomes)
      var change = Change(changes.message)
      for (item, outcome) in zip(plan.items, outcomes) {
        if case .other(let ciphertext, _) = outcome { change.write(ciphertext, to: item.target) }
      }
      for entry in plan.obsolete { change.remove(entry.file) }
      try transaction(root).run(change)
      return changes
    }
  }

  /// Tells what ``apply(_:pruning:evenAll:)`` would change; changes nothing.
  ///
  /// - Throws: As that does.
  public func changes(
    by document: EntryDocument, pruning folder: FolderName? = nil, evenAll: Bool = false
  ) throws -> DocumentChanges {
    try check(document, pruning: folder, evenAll: evenAll)
    let plan = try DocumentPlan(document, pruning: folder, in: self, try readableRoot())
    return Self.changes(plan, try plan.run(encrypts: false))
  }

  private func check(
    _ document: EntryDocument, pruning folder: FolderName?, evenAll: Bool
  ) throws(DocumentError) {
    guard let folder, !evenAll else { return }
    // All of the store is more than what anybody names by the way.
    guard !folder.isRoot else { throw .emptiesFolder(folder) }
    let isNamed = document.items.contains { item in
      item.key.folder.andThoseAbove.contains { $0 == folder }
    }
    guard isNamed else { throw .emptiesFolder(folder) }
  }

  private static func changes(
    _ plan: DocumentPlan, _ outcomes: [DocumentPlan.Outcome]
  ) -> DocumentChanges {
    var changes = DocumentChanges()
    for (item, outcome) in zip(plan.items, outcomes) {
      switch outcome {
      case .same: changes.unchanged.append(item.wanted.key)
      case .other(_, let fields):
        let entry = DocumentChanges.Entry(key: item.wanted.key, fields: fields)
        if item.old == nil { changes.created.append(entry) } else { changes.changed.append(entry) }
      }
    }
    changes.deleted = plan.obsolete.map(\.key)
    return changes
  }
}
