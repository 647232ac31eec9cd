/// Who can read an entry, by what its ciphertext says in the clear.
package struct EntryReaders: Sendable {
  /// The entry.
  package let key: ServiceKey
  /// Those whose keys it names, in its order.
  package let holders: [KeyHolder]
  /// How many more it does not name.
  package let hiddenCount: Int
  /// Whether a passphrase opens it, too.
  package let hasPassphrase: Bool
  /// Those who can read it and are no recipients of its folder.
  package let surplus: [KeyHolder]
  /// Recipients of its folder who cannot read it.
  package let missing: [Recipient]
}

extension PasswordStore {
  /// Tells who can read entries; no secret key is needed, and keys are listed once.
  ///
  /// - Parameter keys: The entries.
  /// - Returns: What is known of each.
  /// - Throws: ``StoreError/Reason/noSuchEntry``, ``GPGError`` if a file is no
  ///   encrypted message, what ``recipients(for:)`` throws, ``SystemError``.
  package func readers(of keys: [ServiceKey]) throws -> [EntryReaders] {
    let messages = try keys.map { key in
      let ciphertext = try ciphertext(of: key)
      do throws(GPGError) {
        return (key, try MessageRecipients(of: ciphertext))
      } catch {
        throw StoreError(
          .decryption, "cannot tell who can read \(quoted(key.bytes)): \(error.cause)",
          hint: error.hint, cause: error)
      }
    }
    var idsOfFolders: [FolderName: [String]] = [:]
    for key in keys where idsOfFolders[key.folder] == nil {
      idsOfFolders[key.folder] = try recipients(for: key.folder)
    }
    let named = Set(
      messages.flatMap { $0.1.keyIDs.map { "0x\($0)" } } + idsOfFolders.values.joined())
    let ring = try GPGKeyRing(of: named.sorted(), from: gpg)
    return messages.map { key, message in
      let known = message.keyIDs.filter { $0 != MessageRecipients.hiddenKeyID }
      let holders = known.map { KeyHolder(keyID: $0, key: ring.owner(of: $0)) }
      let recipients = Recipient.list(idsOfFolders[key.folder] ?? [], in: ring, now: 0)
      var surplus = holders.filter { holder in !recipients.contains { $0.includes(holder) } }
      var missing =
        known.count < message.keyIDs.count
        ? [] : recipients.filter { recipient in !holders.contains(where: recipient.includes) }
      // A key that is not here may be that of a recipient whose key is not here.
      while let holder = surplus.firstIndex(where: { $0.key == nil }),
        let recipient = missing.firstIndex(where: { $0.state == .missing })
      {
        surplus.remove(at: holder)
        missing.remove(at: recipient)
      }
      return EntryReaders(
        key: key, holders: holders, hiddenCount: message.keyIDs.count - known.count,
        hasPassphrase: message.hasPassphrase, surplus: surplus, missing: missing)
    }
  }

  /// The entries that somebody's key can decrypt, by their key ids.
  ///
  /// - Parameters:
  ///   - id: A fingerprint or key id, which need not be known here, or an address or
  ///     name.
  ///   - folder: Where to look.
  ///   - isBroken: Told of files that are no encrypted messages.
  /// - Returns: In the order of the keys.
  /// - Throws: ``StoreError/Reason/noSuchRecipient`` if the id is none and fits no
  ///   key; ``GPGError``, ``SystemError``.
  package func keys(
    readableBy id: String, in folder: FolderName, _ isBroken: (ServiceKey) -> Void
  ) throws -> [ServiceKey] {
    let root = try readableRoot()
    let digits = GPGKey.digits(of: id)
    var owners = try GPGKeyRing(of: [id], from: gpg, withGroups: false).keys(for: id)
    if owners.isEmpty, let digits { owners = try publicKeyInStore(digits, in: root) }
    guard !owners.isEmpty || digits != nil else {
      throw StoreError(
        .noSuchRecipient, "there is no key for \(quoted(id)) here",
        hint: "import it, or give the id of the key that messages name")
    }
    let keyIDs = Set(owners.flatMap(\.encryptionKeyIDs))
    return try EntryFiles(in: root).paths.compactMap { path in
      guard path.ends(with: ServiceKey.suffix),
        folder.isRoot || path.starts(with: folder.appending([]))
      else { return nil }
      let key = ServiceKey(found: EntryFiles.name(of: path))
      do {
        let present = try MessageRecipients(of: root.appending(path)).keyIDs
        let isReadable = present.contains { keyID in
          keyIDs.contains(keyID)
            || digits.map { $0.hasSuffix(keyID) || keyID.hasSuffix($0) } ?? false
        }
        return isReadable ? key : nil
      } catch is GPGError {
        isBroken(key)
        return nil
      }
    }.sorted()
  }
}

extension Recipient {
  /// Whether the holder of a key is this recipient.
  fileprivate func includes(_ holder: KeyHolder) -> Bool {
    switch state {
    case .ambiguous(let fingerprints):
      return holder.key.map { fingerprints.contains($0.fingerprint) } ?? false
    default:
      if let key { return key == holder.key }
      // A key that is not here: its id may be that of the subkey all the same.
      return GPGKey.digits(of: id).map { $0.hasSuffix(holder.keyID) } ?? false
    }
  }
}
