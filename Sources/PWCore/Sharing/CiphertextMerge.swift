/// A three-way merge of an encrypted entry.
///
/// It takes three private-key operations at most, and none where only one side
/// has changed the file.
final class CiphertextMerge {
  /// The entry's key.
  let key: ServiceKey
  /// The merge of the texts; `nil` if the ciphertexts tell all.
  private let merge: EntryMerge?
  private let ours: [UInt8]
  private let theirs: [UInt8]
  private let recipients: MergedRecipients
  /// What the sides say, to keep a ciphertext that says it already.
  private let texts: (ours: SharedSecret, theirs: SharedSecret)?
  /// The result where no text had to be looked at.
  private let settled: [UInt8]?

  /// What needs a choice.
  var conflicts: [EntryMerge.Conflict] {
    switch merge {
    case .some(let merge): merge.conflicts
    case .none: []
    }
  }

  /// Decrypts and merges.
  ///
  /// - Parameters:
  ///   - key: The entry's key.
  ///   - base: The ciphertext that both sides come from; `nil` if both have made
  ///     the entry anew.
  ///   - ours: That of our side.
  ///   - theirs: That of the other side.
  ///   - store: The store.
  /// - Throws: ``StoreError/Reason/decryption``.
  init(
    of key: ServiceKey, base: [UInt8]?, ours: [UInt8], theirs: [UInt8], in store: PasswordStore
  ) throws {
    (self.key, self.ours, self.theirs) = (key, ours, theirs)
    recipients = MergedRecipients(
      base: base, ours: ours, theirs: theirs, in: key.folder, of: store)
    if ours == theirs || base == theirs || base == ours {
      settled = base == ours ? theirs : ours
      merge = nil
      texts = nil
      return
    }
    settled = nil
    let our = SharedSecret(try store.decrypt(ours, of: key))
    let their = SharedSecret(try store.decrypt(theirs, of: key))
    texts = (our, their)
    if our.bytes.isEqual(to: their.bytes) {
      merge = EntryMerge(base: our.bytes, ours: our.bytes, theirs: their.bytes)
    } else {
      let base = try base.map { try store.decrypt($0, of: key) } ?? SecretBytes()
      merge = EntryMerge(base: base, ours: our.bytes, theirs: their.bytes)
    }
  }

  /// The merged ciphertext.
  ///
  /// - Parameters: As for ``EntryMerge/text(choosing:label:)``.
  /// - Throws: What ``EntryMerge/text(choosing:label:)`` and
  ///   ``MergedRecipients/encrypt(_:for:)`` throw.
  func ciphertext(choosing choices: [MergeChoice], label: String) throws -> [UInt8] {
    if let settled { return settled }
    let text: SecretBytes
    switch merge {
    case .some(let merge): text = try merge.text(choosing: choices, label: label)
    case .none: return ours
    }
    if let texts {
      if texts.ours.bytes.isEqual(to: text), recipients.areThose(of: ours) { return ours }
      if texts.theirs.bytes.isEqual(to: text), recipients.areThose(of: theirs) { return theirs }
    }
    return try recipients.encrypt(text, for: key)
  }

  /// The other side's text, encrypted for an entry of its own.
  ///
  /// - Throws: As ``MergedRecipients/encrypt(_:for:)`` does.
  func theirCiphertext() throws -> [UInt8] {
    guard let texts, !recipients.areThose(of: theirs) else { return theirs }
    return try recipients.encrypt(texts.theirs.bytes, for: key)
  }
}
