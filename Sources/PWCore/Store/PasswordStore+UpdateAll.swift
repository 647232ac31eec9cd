extension PasswordStore {
  /// Changes several entries in one commit; if one cannot be changed, none is.
  ///
  /// - Parameters:
  ///   - keys: The entries, each once.
  ///   - message: The commit's message.
  ///   - body: Alters an entry. Is called again if another process changes one of
  ///     them meanwhile.
  /// - Throws: ``StoreError``, as ``load(_:)->Entry`` throws it and as
  ///   ``apply(_:pruning:evenAll:)`` does; ``DocumentError/sameEntry(_:_:)`` if two
  ///   keys are one entry, through a link; ``SystemError``, and what `body` throws.
  package func update(
    _ keys: [ServiceKey], message: String, _ body: (ServiceKey, inout Entry) throws -> Void
  ) throws {
    let root = try existingRoot()
    try refuseUnfinished(.root)
    // Decrypting may ask a person for a passphrase, so it comes before the lock
    // is taken; only where others are faster it is done under the lock.
    let first = try replacements(for: keys, in: root, body)
    try whileLocked(root) {
      let isSame = try first.allSatisfy { item in
        try readFileIfAny(root.appending(item.target)) == item.old
          && recipients(for: item.key.folder) == item.ids
      }
      var change = Change(message)
      for item in isSame ? first : try replacements(for: keys, in: root, body) {
        if let new = item.new { change.write(new, to: item.target) }
      }
      try transaction(root).run(change)
    }
  }

  /// What is to take an entry's place.
  private struct Replacement {
    let key: ServiceKey
    /// The file to write, relative to the store.
    let target: [UInt8]
    let ids: [String]
    let old: [UInt8]
    /// `nil` if the entry is to stay as it is.
    var new: [UInt8]?
  }

  private func replacements(
    for keys: [ServiceKey], in root: FilePath, _ body: (ServiceKey, inout Entry) throws -> Void
  ) throws -> [Replacement] {
    var targets: [[UInt8]: ServiceKey] = [:]
    var items = try keys.map { key in
      let target = try writablePath(key.file, in: root)
      if let other = targets.updateValue(key, forKey: target) {
        throw DocumentError.sameEntry(other.bytes, key.bytes)
      }
      return Replacement(
        key: key, target: target, ids: try recipients(for: key.folder),
        old: try ciphertext(of: key))
    }
    let entries = try load(keys)
    for index in items.indices {
      try checkInterruption()
      let key = items[index].key
      var entry = try entries.entry(key)
      let before = entry.bytes.copy()
      try body(key, &entry)
      guard !entry.bytes.isEqual(to: before) else { continue }
      items[index].new = try encrypt(entry.bytes, to: items[index].ids, for: key)
    }
    return items
  }
}
