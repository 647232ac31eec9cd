/// A secret that somebody knows who cannot read its entry any more.
package struct Exposure: Sendable {
  /// The entry.
  package let key: ServiceKey
  /// Who knows it.
  package let people: [KeyHolder]
  /// When the first of them was left out, in seconds since 1970.
  package let since: Int

  /// The day of that, in UTC, as ISO 8601 has it.
  package var day: String { CalendarDate(secondsSince1970: since).description }
}

/// Whoever has a key that a ciphertext names.
package struct KeyHolder: Hashable, Sendable {
  /// The id of the key or subkey, as ciphertexts name it.
  package let keyID: String
  /// The key to which it belongs, if it is on this machine.
  package let key: GPGKey?

  /// Who it is: the key's name, else the key's id.
  package var name: String {
    key.map(\.name).flatMap { $0.isEmpty ? nil : $0 } ?? "unknown key 0x\(keyID)"
  }
}

extension PasswordStore {
  /// The entries whose secret somebody could read who cannot read the entry now, and
  /// that has not been changed since, by git's history.
  ///
  /// Decrypts nothing; see ``SecretHistory``.
  ///
  /// - Returns: In the order of the keys; `nil` if nothing versions the store.
  /// - Throws: ``StoreError/Reason/noStore``, ``GitError``, ``GPGError``.
  package func exposures() throws -> [Exposure]? {
    let root = try existingRoot()
    guard let repository = try GitRepository.find(holding: root, below: root) else { return nil }
    if try repository.isShallow() {
      notice?("only the newest part of the history is here, so what is older is not told of")
    }
    let states = try SecretHistory(of: repository).present.filter { !$0.value.former.isEmpty }
    let ids = Set(states.values.flatMap { Array($0.former.keys) + $0.keyIDs })
    let ring = try GPGKeyRing(of: ids.map { "0x\($0)" }.sorted(), from: gpg, withGroups: false)
    return states.compactMap { path, state in
      // Whoever has got a new key or subkey is still the same.
      let present = Set(state.keyIDs.compactMap { ring.owner(of: $0)?.fingerprint })
      var people: [KeyHolder] = []
      var since: Int?
      for (keyID, time) in state.former.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
        let owner = ring.owner(of: keyID)
        if let owner, present.contains(owner.fingerprint) { continue }
        if let owner, people.contains(where: { $0.key == owner }) { continue }
        people.append(KeyHolder(keyID: keyID, key: owner))
        since = since ?? time
      }
      guard let since else { return nil }
      let key = ServiceKey(found: path.dropLast(ServiceKey.suffix.count))
      return Exposure(key: key, people: people, since: since)
    }.sorted { $0.key < $1.key }
  }

  /// The entries whose present secrets are known to those who were just removed.
  ///
  /// - Throws: As ``exposures()`` does.
  package func exposures(to change: RecipientsChange) throws -> [ServiceKey] {
    let keys = change.recipients.compactMap(\.key)
    let unknown = change.recipients.compactMap { GPGKey.digits(of: $0.id) }
    let ids = Set(keys.flatMap(\.encryptionKeyIDs))
    let known = try exposures() ?? []
    let inHistory = known.filter { exposure in
      exposure.people.contains { person in
        ids.contains(person.keyID) || person.key.map(keys.contains) ?? false
          || unknown.contains { $0.hasSuffix(person.keyID) || person.keyID.hasSuffix($0) }
      }
    }.map(\.key)
    let now = change.reencrypted.filter { key in
      change.formerKeyIDs[key]?.contains(where: ids.contains) ?? false
    }
    return Set(inHistory + now).sorted()
  }
}
