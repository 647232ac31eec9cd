/// The names of an entry's fields, as far as they can be known.
public enum EntryFieldNames: Sendable, Hashable {
  /// These, in the order of the text.
  case names([String])
  /// The entry is not text.
  case binary
  /// Nobody here can decrypt it.
  case undecryptable
}

extension PasswordStore {
  /// The names of the fields of several entries, each decrypted once, several at a
  /// time.
  ///
  /// - Parameter keys: The entries.
  /// - Returns: The names, in the order of the keys.
  /// - Throws: ``StoreError`` if an entry is not there, or cannot be decrypted for a
  ///   reason that need not last; ``SystemError``.
  public func fieldNames(of keys: [ServiceKey]) throws -> [EntryFieldNames] {
    guard !keys.isEmpty else { return [] }
    _ = try readableRoot()
    let passphrase = try gpg.passphrase
    let first = FirstDecryptions()
    let root = try readableRoot()
    let workers = Workers(count: keys.count) {
      let gpg = try self.newSession()
      if let passphrase { gpg.passphrase = passphrase }
      return gpg
    } work: { (gpg: GPGContext, number: Int) -> EntryFieldNames in
      let ciphertext = try readFile(root.appending(keys[number].file))
      do throws(GPGError) {
        let entry = Entry(try first.decrypt(ciphertext, with: gpg))
        guard let names = try? entry.fieldNames() else { return .binary }
        return .names(names)
      } catch {
        guard error.isForGood else { throw StoreError.cannotDecrypt(keys[number].bytes, error) }
        return .undecryptable
      }
    }
    do {
      return try workers.run(
        threads: min(max(2, Self.processorCount), keys.count), cancel: { $0.cancel() }
      ) { done in
        try checkInterruption()
        progress?(done, keys.count)
      }
    } catch {
      // Ctrl-C ends the gpg processes as well, and so comes as their failure.
      try checkInterruption()
      throw error
    }
  }
}
