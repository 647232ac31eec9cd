/// Finds the entries that are not encrypted to the keys that they should be, and
/// encrypts those anew, several at a time.
///
/// Nothing is written: what comes of it is for a ``Change``.
struct Reencryption {
  /// An entry that is to be encrypted anew.
  struct Item {
    let key: ServiceKey
    /// Where it is now.
    let source: FilePath
    /// The file to write, relative to the store.
    let target: [UInt8]
    let ids: [String]
  }

  /// An entry's new ciphertext, or what is wrong with the old one.
  enum Outcome {
    case encrypted(Item, [UInt8])
    /// It cannot be decrypted by anybody here, whatever they try.
    case undecryptable(Item, StoreError)
  }

  private let store: PasswordStore
  private(set) var items: [Item] = []
  /// The ids of the keys that gpg uses for lists of recipients.
  private var keyIDs: [[String]: [String]] = [:]

  init(_ store: PasswordStore) { self.store = store }

  /// The ids of the keys to which gpg encrypts now, for a list of recipients.
  ///
  /// One encryption of nothing tells them: what groups, addresses, expired and
  /// revoked keys come to, gpg knows best.
  ///
  /// - Throws: ``GPGError`` if gpg cannot encrypt to them.
  mutating func keyIDs(for ids: [String]) throws(GPGError) -> [String] {
    if let known = keyIDs[ids] { return known }
    let new = try MessageRecipients.keyIDs(of: try store.gpg.encrypt(SecretBytes(), to: ids))
    keyIDs[ids] = new
    return new
  }

  /// The same, for an error that says what could not be done.
  ///
  /// - Parameters:
  ///   - ids: The recipients.
  ///   - action: What needs them: "save ...".
  /// - Returns: The ids of the keys.
  /// - Throws: ``StoreError/Reason/encryption``.
  mutating func keyIDs(for ids: [String], to action: String) throws(StoreError) -> [String] {
    do throws(GPGError) {
      return try keyIDs(for: ids)
    } catch {
      throw StoreError(
        .encryption, "cannot \(action): \(error)", hint: error.hint, cause: error)
    }
  }

  /// Adds an entry, unless it is encrypted as it should be.
  ///
  /// - Parameters:
  ///   - item: The entry.
  ///   - isSameList: Whether its recipients have been the same ones up to now, by
  ///     their names.
  /// - Throws: ``GPGError`` if gpg cannot encrypt to the ids, ``SystemError``.
  mutating func add(_ item: Item, isSameList: Bool) throws {
    let wanted = try keyIDs(for: item.ids)
    do {
      let present = try MessageRecipients(of: item.source).keyIDs
      if Self.agree(present, wanted, isSameList: isSameList) { return }
    } catch is GPGError {
      // What is wrong with it shows when it is decrypted.
    }
    items.append(item)
  }

  /// Adds an entry that is known to need it.
  mutating func insert(_ item: Item) { items.append(item) }

  /// Whether a message is encrypted to just the keys that are wanted.
  ///
  /// Recipients who are not told can only be counted. That is enough where the
  /// list is the same as before, or each run would encrypt such entries anew.
  static func agree(_ present: [String], _ wanted: [String], isSameList: Bool) -> Bool {
    let hidden = MessageRecipients.hiddenKeyID
    if present.contains(hidden) || wanted.contains(hidden) {
      return isSameList && present.sorted() == wanted.sorted()
    }
    return Set(present) == Set(wanted)
  }

  /// Decrypts the entries that were added, and encrypts them.
  ///
  /// - Parameter sparingBroken: Whether entries that nobody here can decrypt are
  ///   no failure.
  /// - Returns: What became of each.
  /// - Throws: ``StoreError``: ``StoreError/Reason/decryption``,
  ///   ``StoreError/Reason/encryption`` or ``StoreError/Reason/interrupted``; or
  ///   ``SystemError``.
  func run(sparingBroken: Bool) throws -> [Outcome] {
    let (store, items) = (store, items)
    return try store.inParallel(items.count, progress: { store.progress?($0, items.count) }) {
      (gpg, first, number) -> Outcome in
      let item = items[number]
      let old = try readFile(item.source)
      let text: SecretBytes
      do throws(GPGError) {
        text = try Self.decrypt(old, first, gpg, twice: sparingBroken)
      } catch {
        let failure = StoreError.cannotDecrypt(item.key.bytes, error)
        guard sparingBroken, error.isForGood else { throw failure }
        return .undecryptable(item, failure)
      }
      do throws(GPGError) {
        return .encrypted(item, try gpg.encryptDirectly(text, to: item.ids))
      } catch {
        throw StoreError.cannotEncrypt(item.key, to: "encrypt", error)
      }
    }
  }

  /// Decrypts a message; twice if it seems to be no good: perhaps it was gpg or its
  /// agent that broke, and not the message.
  private static func decrypt(
    _ message: [UInt8], _ first: FirstDecryptions, _ gpg: GPGContext, twice: Bool
  ) throws(GPGError) -> SecretBytes {
    do throws(GPGError) {
      return try first.decrypt(message, with: gpg)
    } catch {
      guard twice, error.isForGood else { throw error }
    }
    return try first.decrypt(message, with: gpg)
  }
}

extension GPGError {
  /// Whether a message will not be decrypted here, whatever anybody does.
  var isForGood: Bool { [.noSecretKey, .noData, .corrupt].contains(reason) }
}
