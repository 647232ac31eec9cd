/// Decrypted entries; wiped when the last owner lets go.
public final class LoadedEntries: Sendable {
  private let contents: [ServiceKey: SharedSecret]

  fileprivate init(_ contents: [ServiceKey: SharedSecret]) { self.contents = contents }

  /// A copy of one of the entries.
  ///
  /// - Throws: ``StoreError/Reason/noSuchEntry``, if it is not one that was loaded.
  public func entry(_ key: ServiceKey) throws -> Entry {
    guard let content = contents[key] else { throw StoreError.noSuchEntry(key) }
    return Entry(content.bytes.copy())
  }

  /// The value of what a reference names.
  ///
  /// - Parameters:
  ///   - reference: The field, or the entry.
  ///   - field: The field that is meant by a reference to none; `nil` for the whole
  ///     entry, byte for byte.
  /// - Returns: The value, which may be empty.
  /// - Throws: ``StoreError/Reason/noSuchField``, ``StoreError/Reason/noSuchEntry``,
  ///   ``EntryError/notText``.
  public func value(
    of reference: SecretReference, else field: String? = nil
  ) throws -> SecretBytes {
    let entry = try entry(reference.key)
    guard let name = reference.field ?? field else { return entry.bytes.copy() }
    switch try entry.field(name) {
    case .some(let value): return value
    case .none: throw StoreError.noSuchField(name, of: reference.key)
    }
  }
}

extension PasswordStore {
  /// Reads and decrypts several entries, each once, several at a time.
  ///
  /// - Parameter keys: The entries' keys; the same one may come again.
  /// - Returns: All of them.
  /// - Throws: The first failure: ``StoreError``, as ``load(_:)-(ServiceKeyConvertible)``
  ///   throws it, or ``SystemError``.
  public func load(_ keys: some Sequence<ServiceKey>) throws -> LoadedEntries {
    let keys = Array(Set(keys)).sorted()
    let ciphertexts = try keys.map(ciphertext(of:))
    if keys.count < 2 {
      let contents = try zip(keys, ciphertexts).map { ($0, SharedSecret(try decrypt($1, of: $0))) }
      return LoadedEntries(Dictionary(uniqueKeysWithValues: contents))
    }
    let contents = try inParallel(keys.count) { gpg, first, number in
      do throws(GPGError) {
        return SharedSecret(try first.decrypt(ciphertexts[number], with: gpg))
      } catch {
        throw StoreError.cannotDecrypt(keys[number].bytes, error)
      }
    }
    return LoadedEntries(Dictionary(uniqueKeysWithValues: zip(keys, contents)))
  }
}
