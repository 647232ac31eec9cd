/// What ``PasswordStore/initialize(_:folder:named:versioned:owner:separately:)`` or
/// ``PasswordStore/deinitialize(_:named:separately:)`` has done.
public struct Initialization: Sendable {
  /// The entries that were encrypted anew, for the new recipients.
  public internal(set) var reencrypted: [ServiceKey] = []
  /// Why the others that needed it were left as they are: nobody here can decrypt
  /// them.
  public internal(set) var undecryptable: [StoreError] = []
  /// Whether the store has become a git repository by this.
  public internal(set) var madeRepository = false
  /// What keeps an id from being used yet, if anything does.
  public internal(set) var warning: (any Failure)?
}

extension PasswordStore {
  /// Names the recipients of a folder, and makes the store if there is none.
  ///
  /// Entries below the folder that are encrypted to other keys are encrypted
  /// anew. All takes effect at once, or if anything fails, nothing; but entries
  /// that nobody here can decrypt are left as they are. Where there are
  /// ``signingKeys``, the recipients file is signed.
  ///
  /// - Parameters:
  ///   - ids: Key ids, fingerprints, addresses or names of OpenPGP keys; at least
  ///     one.
  ///   - folder: The folder; the root for the whole store.
  ///   - name: What to call the folder in the commit's message, if not so.
  ///   - versioned: Whether to make the store a git repository if it is none.
  ///   - owner: Who commits to it, where git does not know the user yet.
  ///   - separately: Whether the recipients file and the entries have a commit
  ///     each, as pass makes them; both take effect at once all the same.
  /// - Returns: What was done.
  /// - Throws: ``StoreError/Reason/encryption`` if an id cannot be used (but one
  ///   that is merely not trusted is only warned of, as long as no entry needs
  ///   it), ``StoreError/Reason/badRecipients``, ``StoreError/Reason/decryption``,
  ///   ``StoreError/Reason/badSignature``, ``StoreError/Reason/outside``,
  ///   ``StoreError/Reason/inTheWay``, ``StoreError/Reason/busy``,
  ///   ``StoreError/Reason/interrupted``, ``StoreError/Reason/putBack``;
  ///   ``GitError`` if there can be no repository; or ``SystemError``.
  @discardableResult
  public func initialize(
    _ ids: [String], folder: FolderName = .root, named name: String? = nil,
    versioned: Bool = true, owner: (name: String, address: String)? = nil,
    separately: Bool = false
  ) throws -> Initialization {
    guard !ids.isEmpty, ids.allSatisfy(RecipientsFile.isLegal) else {
      let culprit = ids.first { !RecipientsFile.isLegal($0) }
      throw StoreError(
        .badRecipients,
        culprit.map { "\(quoted($0)) cannot be the id of a recipient" } ?? "no recipient is named")
    }
    var result = Initialization()
    var reencryption = Reencryption(self)
    do throws(GPGError) {
      // Tells which keys gpg would use, and what is wrong with the ids.
      _ = try reencryption.keyIDs(for: ids)
    } catch {
      let failure = StoreError(
        .encryption, "cannot use the recipients: \(error)", hint: error.hint, cause: error)
      guard error.reason == .keyUntrusted else { throw failure }
      result.warning = failure
    }

    let isNew = FileKind(root) == nil
    try makeFolders(root, mode: 0o777 & ~umask)
    let root = try existingRoot()
    do {
      return try whileLocked(root) {
        try refuseUnfinished(folder)
        var change = Change("")
        let content = Array(ids.map { $0 + "\n" }.joined().utf8)
        let old = try setRecipients(content, of: folder, in: root, &change)
        try planPublicKeys(of: folder, from: old ?? [], to: ids, in: root, &change)
        let suffix = folder.isRoot ? "." : " (\(name ?? "\(folder)"))."
        let list = ids.map { printable($0) }.joined(separator: ", ")
        change.message = "Reencrypt password store using new GPG id \(list)\(suffix)"
        change.firstMessage = "Set GPG id to \(list)\(suffix)"
        let entries = try entries(governedBy: folder, in: root)
        let used = recipientsOverride ?? ids
        if let warning = result.warning, recipientsOverride == nil, !entries.isEmpty {
          throw warning
        }
        try reencrypt(
          entries, to: used, isSameList: old == used, sparingBroken: true, reencryption, &change,
          &result, in: root)
        if !separately { change.joinCommits() }
        if versioned {
          result.madeRepository = try makeRepository(for: &change, owner: owner, in: root)
        }
        try transaction(root).run(change)
        return result
      }
    } catch {
      if isNew { removeEmptyFolders(from: root, below: root.parent) }
      throw error
    }
  }

  /// Takes away a folder's own recipients, so that those of the folder above
  /// apply, and encrypts its entries to these, as
  /// ``initialize(_:folder:named:versioned:owner:separately:)`` does.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - name: What to call the folder in the commit's message, if not so.
  ///   - separately: As for ``initialize(_:folder:named:versioned:owner:separately:)``.
  /// - Returns: What was done.
  /// - Throws: ``StoreError/Reason/notInitialized`` if the folder has no recipients
  ///   of its own, or its entries would have none, and what
  ///   ``initialize(_:folder:named:versioned:owner:separately:)`` throws.
  @discardableResult
  public func deinitialize(
    _ folder: FolderName, named name: String? = nil, separately: Bool = false
  ) throws -> Initialization {
    let given = self.root
    let root = try existingRoot()
    return try whileLocked(root) {
      let name = name ?? "\(folder)"
      let file = folder.appending(RecipientsFile.name)
      guard FileKind(root.appending(file), followingLinks: false) != nil else {
        throw StoreError(
          .notInitialized,
          "\(quoted(given.appending(file).bytes)) does not exist and so cannot be removed")
      }
      var result = Initialization()
      let suffix = folder.isRoot ? "." : " (\(name))."
      var change = Change("Reencrypt password store using new GPG id \(suffix)")
      change.firstMessage = "Deinitialize \(given)/\(folder.isRoot ? "" : name)/.gpg-id\(suffix)"
      for path in [file, file + RecipientsFile.signatureSuffix]
      where FileKind(root.appending(path), followingLinks: false) != nil {
        change.remove(try writablePath(path, in: root, followingLink: false), first: true)
      }
      let old = try? ownRecipients(of: root.appending(folder.bytes))
      try planPublicKeys(of: folder, from: old ?? [], to: [], in: root, &change)
      let entries = try entries(governedBy: folder, in: root)
      if let first = entries.first {
        guard recipientsOverride != nil || !folder.isRoot else {
          throw StoreError(
            .notInitialized, "\(quoted(first.bytes)) would have no recipients any more",
            hint: "name other recipients with init, or delete the entries first")
        }
        let used = try recipients(for: folder.parent)
        try reencrypt(
          entries, to: used, isSameList: old == used, sparingBroken: true, Reencryption(self),
          &change, &result, in: root)
      }
      if !separately { change.joinCommits() }
      try transaction(root).run(change)
      return result
    }
  }
}
