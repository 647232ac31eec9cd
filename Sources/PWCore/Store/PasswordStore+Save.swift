extension PasswordStore {
  /// Saves exact bytes under a key; the whole entry is replaced if there is one.
  ///
  /// - Parameters:
  ///   - bytes: The entry's text, or anything else.
  ///   - key: The entry's key.
  /// - Throws: ``StoreError``: ``StoreError/Reason/notCommitted`` if the entry is
  ///   saved, but git has no commit of it. For every other reason, nothing was
  ///   changed: ``StoreError/Reason/illegalKey``, ``StoreError/Reason/noStore``,
  ///   ``StoreError/Reason/encryption`` (its cause tells why), those of
  ///   ``recipients(for:)``, ``StoreError/Reason/outside``,
  ///   ``StoreError/Reason/inTheWay``, ``StoreError/Reason/busy``; or
  ///   ``SystemError``.
  public func save(_ bytes: borrowing SecretBytes, for key: some ServiceKeyConvertible) throws {
    let key = try key.serviceKey()
    try save(bytes, for: key, message: "Save \(key).")
  }

  /// Saves exact bytes, with a message of the caller's for the commit.
  ///
  /// - Parameters:
  ///   - bytes: The new content.
  ///   - key: The entry's key.
  ///   - message: The commit's message.
  ///   - check: Throws, while nobody else can write, if it is not to be done.
  /// - Throws: As the function without a message does, and what `check` throws.
  package func save(
    _ bytes: borrowing SecretBytes, for key: ServiceKey, message: String,
    checking check: () throws -> Void = {}
  ) throws {
    try replace(key, with: bytes, message: message) {
      try check()
      return false
    }
  }

  /// Saves exact bytes in place of those that the caller has seen.
  ///
  /// - Parameters:
  ///   - bytes: The new content.
  ///   - key: The entry's key.
  ///   - old: The encrypted bytes that the entry had; `nil` if there was none.
  ///   - message: The commit's message.
  /// - Returns: Whether the entry was saved; `false` if another process has
  ///   changed it since.
  /// - Throws: As ``save(_:for:)-(SecretBytes,_)`` does.
  package func save(
    _ bytes: borrowing SecretBytes, for key: ServiceKey, inPlaceOf old: [UInt8]?, message: String
  ) throws -> Bool {
    try replace(key, with: bytes, message: message) {
      try (self.containsFile(key) ? self.ciphertext(of: key) : nil) != old
    }
  }

  /// The longest name of a file, in bytes, on all of Linux's file systems.
  private static let longestName = 255

  /// Makes sure that an entry can be encrypted, before anybody takes pains over
  /// it.
  ///
  /// - Throws: As ``save(_:for:)-(SecretBytes,_)`` would.
  package func checkCanSave(_ key: ServiceKey) throws {
    let root = try existingRoot()
    _ = try writablePath(key.file, in: root)
    try refuseUnfinished(key.folder)
    try refuseLongNames(key)
    _ = try encrypt(SecretBytes(), to: try recipients(for: key.folder), for: key)
  }

  /// Refuses a key that cannot be the name of a file.
  ///
  /// - Throws: ``StoreError/Reason/illegalKey``.
  func refuseLongNames(_ key: ServiceKey) throws(StoreError) {
    let parts = key.file.split(separator: UInt8(ascii: "/"))
    guard parts.contains(where: { $0.count > Self.longestName }) else { return }
    throw StoreError(
      .illegalKey, "illegal key \(quoted(key.bytes)): a part of it is too long for a file's name",
      key: key.bytes)
  }

  /// Changes an entry in place.
  ///
  /// - Parameters:
  ///   - key: The entry's key.
  ///   - message: The commit's message; `nil` for "Change KEY.".
  ///   - body: Alters the entry. Is called again if another process changes the
  ///     entry meanwhile. If it alters nothing, nothing is written.
  /// - Throws: What ``load(_:)->Entry`` and ``save(_:for:)-(SecretBytes,_)`` throw, and
  ///   what `body` throws.
  public func update(
    _ key: some ServiceKeyConvertible, message: String? = nil,
    _ body: (inout Entry) throws -> Void
  ) throws {
    let key = try key.serviceKey()
    try update(key, message: message ?? "Change \(key).", checking: {}, body)
  }

  /// Changes an entry in place, unless `check` throws; it is called again while
  /// nobody else can write.
  ///
  /// - Throws: As ``update(_:message:_:)`` does, and what `check` throws.
  package func update(
    _ key: ServiceKey, message: String, checking check: () throws -> Void,
    _ body: (inout Entry) throws -> Void
  ) throws {
    try check()
    // Decrypting may ask a person for a passphrase, so it comes before the lock
    // is taken; only where others are faster it is done under the lock.
    if try tryToUpdate(key, message: message, checking: check, body) { return }
    let root = try existingRoot()
    try whileLocked(root) {
      try check()
      let before = try decrypt(try ciphertext(of: key), of: key)
      var entry = Entry(before.copy())
      try body(&entry)
      if entry.bytes.isEqual(to: before) { return }
      var change = Change(message, keepsUncommitted: true)
      change.write(
        try encrypt(entry.bytes, to: try recipients(for: key.folder), for: key),
        to: try writablePath(key.file, in: root))
      try transaction(root).run(change)
    }
  }

  /// Returns `false` if another process has changed the entry meanwhile.
  private func tryToUpdate(
    _ key: ServiceKey, message: String, checking check: () throws -> Void,
    _ body: (inout Entry) throws -> Void
  ) throws -> Bool {
    let old = try ciphertext(of: key)
    let before = try decrypt(old, of: key)
    var entry = Entry(before.copy())
    try body(&entry)
    if entry.bytes.isEqual(to: before) { return true }
    return try replace(key, with: entry.bytes, message: message) {
      try check()
      return try self.ciphertext(of: key) != old
    }
  }

  /// Encrypts and writes an entry.
  ///
  /// - Parameters:
  ///   - key: The entry's key.
  ///   - bytes: The entry's text.
  ///   - message: The commit's message.
  ///   - isStale: Asked when the lock is held; `true` ends the call without a
  ///     change.
  /// - Returns: Whether the entry was written.
  /// - Throws: As ``save(_:for:)-(SecretBytes,_)`` does.
  @discardableResult
  private func replace(
    _ key: ServiceKey, with bytes: borrowing SecretBytes, message: String,
    unless isStale: () throws -> Bool
  ) throws -> Bool {
    let root = try existingRoot()
    // Nothing is asked or encrypted for a path that cannot be written.
    let folder = root.appending(try writablePath(key.file, in: root)).parent
    // Opening the repository takes about as long as encrypting, so both at once.
    let repository = Background { try GitRepository.find(holding: folder, below: root) }
    var result = Replacement.recipientsChanged
    while result == .recipientsChanged {
      // Encrypted before the lock is taken, to hold it for a short time.
      let ids = try recipients(for: key.folder)
      let encrypted = try encrypt(bytes, to: ids, for: key)
      result = try whileLocked(root) {
        if try isStale() { return .isStale }
        if try recipients(for: key.folder) != ids { return .recipientsChanged }
        try refuseBareRepository(repository)
        var change = Change(message, keepsUncommitted: true)
        change.write(encrypted, to: try writablePath(key.file, in: root))
        var transaction = transaction(root)
        transaction.opened = (folder, repository)
        try transaction.run(change)
        return .isDone
      }
    }
    return result == .isDone
  }

  /// Refuses to write where nothing can be committed by any means; other
  /// failures of git do not keep an entry from being saved.
  private func refuseBareRepository(_ repository: Background<GitRepository?>) throws {
    do {
      _ = try repository.value
    } catch let error as GitError where error.kind == .bareRepository {
      throw error
    } catch {
      return
    }
  }

  private enum Replacement {
    case isDone
    case isStale
    case recipientsChanged
  }

  func encrypt(
    _ bytes: borrowing SecretBytes, to ids: [String], for key: ServiceKey
  ) throws -> [UInt8] {
    do throws(GPGError) {
      return try gpg.encrypt(bytes, to: ids)
    } catch {
      throw StoreError.cannotEncrypt(key, to: "save", error)
    }
  }
}
