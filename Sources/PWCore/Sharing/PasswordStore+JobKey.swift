extension PasswordStore {
  /// Lets a new key read a folder: takes its public part into the user's key ring,
  /// vouches for it, and makes it a recipient.
  ///
  /// - Parameters:
  ///   - fingerprint: The key's.
  ///   - publicPart: Its public part.
  ///   - folder: The folder.
  /// - Returns: What was done.
  /// - Throws: ``GPGError``, and what ``addRecipients(_:to:)`` throws; the key is
  ///   then in no key ring.
  package func addNewKey(
    _ fingerprint: String, _ publicPart: [UInt8], to folder: FolderName
  ) throws -> RecipientsChange {
    do {
      _ = try gpg.importKeys(publicPart)
      if let obstacle = try vouch(for: fingerprint) { throw obstacle }
      return try addRecipients([fingerprint], to: folder)
    } catch {
      // What has become of nothing is not to stay.
      try? gpg.deletePublicKey(fingerprint)
      throw error
    }
  }
}
