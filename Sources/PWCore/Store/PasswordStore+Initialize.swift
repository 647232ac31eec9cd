/// What ``PasswordStore/initialize(_:folder:versioned:owner:)`` has done.
public struct Initialization: Sendable {
  /// The entries that were encrypted anew, for the new recipients.
  public internal(set) var reencrypted: [ServiceKey] = []
  /// Whether the store has become a git repository by this.
  public internal(set) var madeRepository = false
  /// What keeps an id from being used yet, if anything does.
  public internal(set) var warning: (any Failure)?
}

extension PasswordStore {
  /// Names the recipients of a folder, and makes the store if there is none.
  ///
  /// Entries below the folder that are encrypted to other keys are encrypted
  /// anew, all in one commit with the recipients file; if that fails for one of
  /// them, nothing is changed.
  ///
  /// - Parameters:
  ///   - ids: Key ids, fingerprints, addresses or names of OpenPGP keys; at least
  ///     one.
  ///   - folder: The folder; the root for the whole store.
  ///   - versioned: Whether to make the store a git repository if it is none.
  ///   - owner: Who commits to it, where git does not know the user yet.
  /// - Returns: What was done.
  /// - Throws: ``StoreError/Reason/encryption`` if an id cannot be used (but one
  ///   that is merely not trusted is only warned of, as long as no entry needs
  ///   it), ``StoreError/Reason/badRecipients``, ``StoreError/Reason/decryption``,
  ///   ``StoreError/Reason/outside``, ``StoreError/Reason/inTheWay``,
  ///   ``StoreError/Reason/busy``, ``StoreError/Reason/putBack``; ``GitError`` if
  ///   there can be no repository; or ``SystemError``.
  @discardableResult
  public func initialize(
    _ ids: [String], folder: FolderName = .root, versioned: Bool = true,
    owner: (name: String, address: String)? = nil
  ) throws -> Initialization {
    guard !ids.isEmpty, ids.allSatisfy(RecipientsFile.isLegal) else {
      let culprit = ids.first { !RecipientsFile.isLegal($0) }
      throw StoreError(
        .badRecipients,
        culprit.map { "\(quoted($0)) cannot be the id of a recipient" } ?? "no recipient is named")
    }
    var result = Initialization()
    var wanted: Set<String>?
    do throws(GPGError) {
      // Tells which keys gpg would use, and what is wrong with the ids.
      wanted = Set(try MessageRecipients.keyIDs(of: try gpg.encrypt(SecretBytes(), to: ids)))
    } catch {
      let failure = StoreError(
        .encryption, "cannot use the recipients: \(error)", hint: error.hint, cause: error)
      guard error.reason == .keyUntrusted else { throw failure }
      result.warning = failure
    }

    try makeFolders(root, mode: 0o777 & ~umask)
    let root = try existingRoot()
    return try whileLocked(root) {
      var change = Change(
        "Set GPG id to \(ids.map { printable($0) }.joined(separator: ", "))"
          + (folder.isRoot ? "." : " (\(folder))."))
      if versioned {
        let found = try GitRepository.find(holding: root, below: root)
        let repository = try found ?? GitRepository.create(at: root)
        result.madeRepository = found == nil
        // What is there already belongs to the first commit, also to one that
        // failed before.
        if found == nil || !repository.hasCommits {
          change.alsoCommitted = try files(below: .root, in: root).files
        }
        if let owner, repository.configuration("user.email") == nil {
          try repository.setConfiguration("user.name", to: owner.name)
          try repository.setConfiguration("user.email", to: owner.address)
        }
      }

      let recipientsFile = folder.appending(RecipientsFile.name)
      let content = Array(ids.map { $0 + "\n" }.joined().utf8)
      let target = try writablePath(recipientsFile, in: root)
      if (try? readFile(root.appending(target))) != content { change.write(content, to: target) }
      let attributes = Array(".gitattributes".utf8)
      if versioned, FileKind(root.appending(attributes), followingLinks: false) == nil {
        change.write(Self.gitAttributes, to: attributes)
      }
      for key in try keysGoverned(by: folder) {
        let old = try ciphertext(of: key)
        if let wanted, let present = try? MessageRecipients.keyIDs(of: old), Set(present) == wanted
        {
          continue
        }
        if let warning = result.warning { throw warning }
        change.write(
          try encrypt(try decrypt(old, of: key), to: ids, for: key),
          to: try writablePath(key.file, in: root))
        result.reencrypted.append(key)
      }
      try transaction(root).run(change)
      return result
    }
  }

  /// Keeps git from treating a ciphertext as text, and names pass's diff driver.
  private static let gitAttributes = Array("*.gpg diff=gpg -text merge=binary\n".utf8)

  /// The entries at or below a folder whose nearest recipients file is the
  /// folder's own.
  private func keysGoverned(by folder: FolderName) throws -> [ServiceKey] {
    let root = try existingRoot()
    guard FileKind(root.appending(folder.bytes)) == .folder else { return [] }
    var hasOwnFile: [FolderName: Bool] = [folder: false]
    func isGovernedElsewhere(_ candidate: FolderName) -> Bool {
      if let known = hasOwnFile[candidate] { return known }
      let path = root.appending(candidate.appending(RecipientsFile.name))
      let answer = FileKind(path) != nil || isGovernedElsewhere(candidate.parent)
      hasOwnFile[candidate] = answer
      return answer
    }
    let suffix = ServiceKey.suffix
    return try files(below: folder, in: root).files.compactMap { file in
      guard file.count > suffix.count, file.ends(with: suffix),
        FileKind(root.appending(file), followingLinks: false) == .file
      else { return nil }
      let key = ServiceKey(found: Array(file.dropLast(suffix.count)))
      return isGovernedElsewhere(key.folder) ? nil : key
    }.sorted()
  }
}
