/// For whom a merged entry is to be encrypted.
///
/// In a merge that git makes, the recipients file of the work tree is still that
/// of one side, or has conflicts itself. What each side wanted shows in the key
/// ids that its ciphertext names.
struct MergedRecipients {
  /// The ids that both sides have, and those that one side has added.
  ///
  /// They are empty where the store's own list of recipients is to be used: if all
  /// three ciphertexts agree, or do not tell.
  let keyIDs: Set<String>

  private let store: PasswordStore
  private let folder: FolderName

  /// Merges the recipients of three ciphertexts.
  ///
  /// - Parameters:
  ///   - base: `nil` where both sides have made the entry anew.
  ///   - ours: That of our side.
  ///   - theirs: That of the other side.
  ///   - folder: The entry's folder.
  ///   - store: Its store.
  init(
    base: [UInt8]?, ours: [UInt8], theirs: [UInt8], in folder: FolderName, of store: PasswordStore
  ) {
    (self.store, self.folder) = (store, folder)
    guard store.recipientsOverride == nil, let ours = Self.keyIDs(of: ours),
      let theirs = Self.keyIDs(of: theirs)
    else {
      keyIDs = []
      return
    }
    guard let base else {
      // Whom only one side names may be new there, or gone on the other: rather fewer.
      keyIDs =
        ours == theirs ? [] : ours.isDisjoint(with: theirs) ? ours : ours.intersection(theirs)
      return
    }
    guard let base = Self.keyIDs(of: base), ours != base || theirs != base else {
      keyIDs = []
      return
    }
    // Whom the other side's ciphertext adds, our list has to name: anybody who may push
    // can write a ciphertext for anybody.
    var added = theirs.subtracting(ours).subtracting(base)
    if !added.isEmpty {
      var reencryption = Reencryption(store)
      let ids = (try? store.recipients(for: folder)) ?? []
      added.formIntersection((try? reencryption.keyIDs(for: ids)) ?? [])
    }
    keyIDs = ours.intersection(theirs).union(ours.subtracting(theirs).subtracting(base))
      .union(added)
  }

  /// Whether a message is encrypted as the merged entry is to be.
  func areThose(of message: [UInt8]) -> Bool {
    keyIDs.isEmpty || Self.keyIDs(of: message) == keyIDs
  }

  /// Encrypts a merged entry.
  ///
  /// - Throws: ``StoreError/Reason/encryption``, and those of
  ///   ``PasswordStore/recipients(for:)``.
  func encrypt(_ text: borrowing SecretBytes, for key: ServiceKey) throws -> [UInt8] {
    var ids = keyIDs.sorted()
    if !ids.isEmpty, !store.signingKeys.isEmpty {
      // Anybody can write any ciphertext: only who is on a signed list counts.
      var reencryption = Reencryption(store)
      let signed = try reencryption.keyIDs(for: try store.recipients(for: folder))
      ids = ids.filter(signed.contains)
    }
    if !ids.isEmpty, let message = try? store.gpg.encrypt(text, to: ids) { return message }
    return try store.encrypt(text, to: try store.recipients(for: folder), for: key)
  }

  /// `nil` if the message does not tell them all.
  private static func keyIDs(of message: [UInt8]) -> Set<String>? {
    guard let message = try? MessageRecipients(of: message),
      !message.keyIDs.contains(MessageRecipients.hiddenKeyID)
    else { return nil }
    return Set(message.keyIDs)
  }
}
