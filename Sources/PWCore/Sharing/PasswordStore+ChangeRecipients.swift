import Glibc

/// What adding or removing recipients has done.
package struct RecipientsChange: Sendable {
  /// Those who were added or removed.
  package var recipients: [Recipient] = []
  /// Those who were to be added and are recipients already.
  package var present: [Recipient] = []
  /// The folder whose recipients a folder without its own had up to now, if it has
  /// got a copy of them.
  package var copiedFrom: FolderName?
  /// The entries that were encrypted anew.
  package var reencrypted: [ServiceKey] = []
  /// For each of these, the ids of the keys that it was encrypted to before.
  var formerKeyIDs: [ServiceKey: [String]] = [:]
}

extension PasswordStore {
  /// Adds recipients to a folder, and encrypts its entries for them, in one commit
  /// or not at all.
  ///
  /// A folder without recipients of its own gets those that it has now, and the new
  /// ones. Keys are written by their fingerprints; names of groups and `KEYID!`
  /// stay as they are given. The other lines of the file stay byte for byte.
  ///
  /// - Parameters:
  ///   - ids: Key ids, fingerprints, addresses or names of OpenPGP keys.
  ///   - folder: The folder.
  /// - Returns: What was done.
  /// - Throws: ``StoreError/Reason/encryption``, with the ``GPGError`` that tells
  ///   why, if one cannot encrypt to an id, or it fits several keys; and what
  ///   ``initialize(_:folder:named:versioned:owner:separately:)`` throws. An entry
  ///   that nobody here can decrypt is a failure, too.
  package func addRecipients(
    _ ids: [String], to folder: FolderName
  ) throws -> RecipientsChange {
    try changeRecipients(of: folder) { lines, change in
      let ring = try GPGKeyRing(of: lines.ids + ids, from: gpg)
      var present = Recipient.list(lines.ids, in: ring, now: time(nil))
      for id in ids {
        let new = Recipient.list([id], in: ring, now: time(nil))
        for failure in try new.map(withRevocationDate).compactMap(\.failure) {
          throw StoreError(
            .encryption, "cannot add the recipient \(quoted(id)): \(failure.cause)",
            hint: failure.hint, cause: failure)
        }
        let isAsGiven = id.hasSuffix("!") || ring.members(of: id) != nil
        let known = present.filter { old in
          isAsGiven
            ? old.id == id : old.key != nil && old.key == new[0].key && !old.id.hasSuffix("!")
        }
        if !known.isEmpty {
          change.present += known
          continue
        }
        lines.append((isAsGiven ? id : new[0].key?.fingerprint ?? id).utf8)
        change.recipients += new
        present += new
      }
      let who = change.recipients.map { printable($0.name) }.joined(separator: ", ")
      return
        "Add recipient\(change.recipients.count == 1 ? "" : "s") \(who) to \(Self.name(of: folder))."
    }
  }

  /// Removes recipients from a folder, and encrypts its entries for the others, in
  /// one commit or not at all.
  ///
  /// What they could read stays readable for them in git's history.
  ///
  /// - Parameters:
  ///   - ids: Fingerprints, key ids, addresses or names, or lines of the file.
  ///   - folder: The folder, which has recipients of its own.
  ///   - evenAllOwn: Whether it may be that no secret key here can read the entries
  ///     then.
  /// - Returns: What was done.
  /// - Throws: ``StoreError/Reason/noSuchRecipient``,
  ///   ``StoreError/Reason/lockedOut``, ``StoreError/Reason/badRecipients`` if
  ///   nobody would be left; and what ``addRecipients(_:to:)`` throws.
  package func removeRecipients(
    _ ids: [String], from folder: FolderName, evenAllOwn: Bool = false
  ) throws -> RecipientsChange {
    try changeRecipients(of: folder) { lines, change in
      let place = Self.name(of: folder)
      if let source = change.copiedFrom {
        throw StoreError(
          .noSuchRecipient,
          "\(place) has no recipients of its own, but those of \(Self.name(of: source))",
          hint: "remove them there, or name others with \"pwstore init -p FOLDER GPG-ID\"")
      }
      let ring = try GPGKeyRing(of: lines.ids + ids, from: gpg)
      let present = Recipient.list(lines.ids, in: ring, now: time(nil))
      for id in ids {
        let meant = try Self.recipients(present, meantBy: id, in: ring, place)
        change.recipients += meant.filter { new in
          !change.recipients.contains { $0.id == new.id }
        }
      }
      let removed = Set(change.recipients.map(\.id))
      lines.remove { removed.contains($0) }
      let rest = present.filter { !removed.contains($0.id) }
      guard !rest.isEmpty else {
        throw StoreError(
          .badRecipients, "cannot remove the last recipient of \(place)",
          hint: "add another one first, or name others with \"pwstore init\"")
      }
      let hadOwn = present.contains { $0.key?.isOwn == true }
      guard evenAllOwn || !hadOwn || rest.contains(where: { $0.key?.isOwn == true }) else {
        throw StoreError(
          .lockedOut, "no secret key here could read the entries of \(place) any more",
          hint: "--force removes the recipient all the same")
      }
      let who = change.recipients.map { printable($0.name) }.joined(separator: ", ")
      return "Remove recipient\(change.recipients.count == 1 ? "" : "s") \(who) from \(place)."
    }
  }

  /// The recipients that a user means.
  private static func recipients(
    _ present: [Recipient], meantBy id: String, in ring: GPGKeyRing, _ place: String
  ) throws -> [Recipient] {
    let literal = present.filter { $0.id == id }
    if !literal.isEmpty { return literal }
    let digits = GPGKey.digits(of: id)
    let meant = present.filter { recipient in
      if let key = recipient.key { return key.fits(id) }
      // One whose key is not here may still be named by another form of its id.
      guard let digits, let own = GPGKey.digits(of: recipient.id) else {
        return recipient.id.lowercased() == id.lowercased()
      }
      return own.hasSuffix(digits) || digits.hasSuffix(own)
    }
    guard !meant.isEmpty else {
      throw StoreError(
        .noSuchRecipient, "\(quoted(id)) is no recipient of \(place)",
        hint: "\"pwstore recipients\" lists them")
    }
    if let group = meant.first(where: { ring.members(of: $0.id) != nil }) {
      throw StoreError(
        .badRecipients,
        "\(quoted(id)) is a recipient of \(place) as a member of the group \(quoted(group.id))",
        hint: "take it out of the group in gpg.conf, or remove the group")
    }
    let keys = Set(meant.compactMap { $0.key?.fingerprint })
    guard keys.count < 2 else {
      throw StoreError(
        .badRecipients,
        "\(quoted(id)) means several recipients of \(place): \(keys.sorted().joined(separator: ", "))",
        hint: "name one by its fingerprint")
    }
    return meant
  }

  /// How messages call a folder.
  package static func name(of folder: FolderName) -> String {
    folder.isRoot ? "the store" : quoted(folder.bytes)
  }

  /// Changes a folder's recipients file, and its entries with it.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - edit: Changes the file's lines, and returns the commit's message.
  /// - Returns: What was done.
  /// - Throws: What `edit` throws, and as ``addRecipients(_:to:)`` does.
  private func changeRecipients(
    of folder: FolderName,
    _ edit: (inout RecipientsLines, inout RecipientsChange) throws -> String
  ) throws -> RecipientsChange {
    let root = try existingRoot()
    return try whileLocked(root) {
      var result = RecipientsChange()
      // Also verifies the signature of what is there.
      let old = try ownRecipients(of: root.appending(folder.bytes))
      let source = try folder.andThoseAbove.first {
        try ownRecipients(of: root.appending($0.bytes)) != nil
      }
      guard let source else {
        throw StoreError(
          .notInitialized, "the store \(quoted(root.bytes)) names no recipients",
          hint: "run \"pwstore init GPG-ID\" with the id of your OpenPGP key")
      }
      if old == nil { result.copiedFrom = source }
      let path = root.appending(source.appending(RecipientsFile.name))
      var lines = RecipientsLines(try readFile(path))
      let before = lines.ids
      var change = Change(try edit(&lines, &result))
      guard lines.ids != before else { return result }
      let new = lines.ids
      _ = try setRecipients(lines.bytes, of: folder, in: root, &change)
      try planPublicKeys(of: folder, from: before, to: new, in: root, &change)
      let entries = try entries(governedBy: folder, in: root)
      for key in entries {
        result.formerKeyIDs[key] = try? MessageRecipients(of: root.appending(key.file)).keyIDs
      }
      var reencrypted = Initialization()
      try reencrypt(
        entries, to: recipientsOverride ?? new, isSameList: false, sparingBroken: false,
        Reencryption(self), &change, &reencrypted, in: root)
      result.reencrypted = reencrypted.reencrypted
      try transaction(root).run(change)
      return result
    }
  }
}
