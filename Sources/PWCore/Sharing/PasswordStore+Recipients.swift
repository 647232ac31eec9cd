import Glibc

/// A folder with recipients of its own.
package struct FolderRecipients: Sendable {
  /// The folder; the root for the whole store.
  package let folder: FolderName
  /// Who they are, in the file's order.
  package let recipients: [Recipient]
}

/// What is to be told of a recipient before it keeps anybody from saving.
package struct RecipientWarning: Sendable {
  /// The first folder that is concerned.
  package let folder: FolderName
  /// The recipient, to whom one cannot encrypt, or not much longer.
  package let recipient: Recipient

  /// What there is to tell of recipients, of each once.
  package static func list(of folders: [FolderRecipients]) -> [RecipientWarning] {
    var seen: Set<String> = []
    return folders.flatMap { details in
      details.recipients.filter(\.isWorthAWarning).map {
        RecipientWarning(folder: details.folder, recipient: $0)
      }
    }.filter { seen.insert($0.recipient.key?.fingerprint ?? $0.recipient.id).inserted }
  }
}

extension PasswordStore {
  /// For whom the entries of a folder are encrypted.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: The recipients, and the folder whose file names them: this one or
  ///   one above.
  /// - Throws: What ``recipients(for:)`` throws, ``GPGError``.
  package func recipientDetails(for folder: FolderName) throws -> FolderRecipients {
    let root = try existingRoot()
    if let recipientsOverride {
      return try details([(folder, recipientsOverride)])[0]
    }
    for candidate in folder.andThoseAbove {
      if let ids = try ownRecipients(of: root.appending(candidate.bytes)) {
        return try details([(candidate, ids)])[0]
      }
    }
    _ = try recipients(for: folder)  // Says that there are none.
    return FolderRecipients(folder: folder, recipients: [])
  }

  /// The recipients of all folders that have some of their own, in the order of the
  /// folders' names.
  ///
  /// - Throws: What ``recipients(for:)`` throws, ``GPGError``, ``SystemError``.
  package func allRecipientDetails() throws -> [FolderRecipients] {
    try details(try recipientsFiles(in: try existingRoot()))
  }

  /// The recipients to whom one cannot encrypt, or not for more than 30 days.
  ///
  /// Lists keys, so it is for who is about to tell of them, and not for each save.
  ///
  /// - Returns: Each recipient once.
  /// - Throws: As ``allRecipientDetails()`` does.
  package func recipientWarnings() throws -> [RecipientWarning] {
    RecipientWarning.list(of: try allRecipientDetails())
  }

  /// The recipients files of the store, with the folders that they are for.
  func recipientsFiles(in root: FilePath) throws -> [(folder: FolderName, ids: [String])] {
    let folders = try files(below: .root, in: root).folders.sorted { $0.bytes.isBefore($1.bytes) }
    return try folders.compactMap { folder in
      try ownRecipients(of: root.appending(folder.bytes)).map { (folder, $0) }
    }
  }

  /// The folders below one that have recipients of their own, in the order of their
  /// names.
  ///
  /// - Throws: ``StoreError/Reason/noStore``, ``SystemError``.
  package func foldersWithOwnRecipients(below folder: FolderName) throws -> [FolderName] {
    let root = try existingRoot()
    return try files(below: folder, in: root).folders.filter { below in
      below != folder && FileKind(root.appending(below.appending(RecipientsFile.name))) != nil
    }.sorted { $0.bytes.isBefore($1.bytes) }
  }

  private func details(_ files: [(folder: FolderName, ids: [String])]) throws -> [FolderRecipients]
  {
    let ring = try GPGKeyRing(of: Array(Set(files.flatMap(\.ids))), from: gpg)
    let now = time(nil)
    return try files.map { file in
      let found = try Recipient.list(file.ids, in: ring, now: now).map(withRevocationDate)
      return FolderRecipients(folder: file.folder, recipients: try trustChecked(found, file.ids))
    }
  }

  /// The same recipient with the day on which its key was revoked, if it was.
  ///
  /// - Throws: ``GPGError``.
  func withRevocationDate(_ recipient: Recipient) throws(GPGError) -> Recipient {
    guard case .revoked = recipient.state, let key = recipient.key, key.isRevoked else {
      return recipient
    }
    return recipient.inState(.revoked(try gpg.revocationDate(of: key.fingerprint)))
  }

  /// The user's own trust model may be another than GnuPG's: where keys seem not to
  /// be trusted and all else is well, one encryption of nothing tells.
  private func trustChecked(_ recipients: [Recipient], _ ids: [String]) throws -> [Recipient] {
    let isUntrusted = { (recipient: Recipient) in recipient.state == .untrusted }
    guard recipients.contains(where: isUntrusted),
      recipients.allSatisfy({ $0.isUsable || isUntrusted($0) }),
      (try? gpg.encrypt(SecretBytes(), to: ids)) != nil
    else { return recipients }
    return recipients.map { isUntrusted($0) ? $0.inState(.ok) : $0 }
  }
}
