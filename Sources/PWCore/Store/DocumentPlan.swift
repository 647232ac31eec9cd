/// Finds out which entries are not as a document has them, and encrypts those,
/// several at a time.
///
/// Nothing is written: what comes of it is for a ``Change``.
struct DocumentPlan {
  /// An entry of the document, and what is there of it.
  struct Item {
    let wanted: EntryDocument.Item
    /// The file to write, relative to the store.
    let target: [UInt8]
    let ids: [String]
    /// The encrypted bytes that are there now, if there is such an entry.
    let old: [UInt8]?
  }

  /// How an entry is to what the document says.
  enum Outcome {
    case same
    /// Its content is to be this; with the names of the fields that differ.
    case other([UInt8], fields: [String]?)
  }

  private let store: PasswordStore
  let items: [Item]
  /// The entries of the folder that the document does not name, and their files.
  let obsolete: [(key: ServiceKey, file: [UInt8])]

  /// Looks at what is there.
  ///
  /// - Throws: ``DocumentError``, ``StoreError``, ``SystemError``.
  init(
    _ document: EntryDocument, pruning folder: FolderName?, in store: PasswordStore,
    _ root: FilePath
  ) throws {
    self.store = store
    var ids: [FolderName: [String]] = [:]
    var targets: [[UInt8]: EntryDocument.Item] = [:]
    items = try document.items.compactMap { wanted in
      let key = wanted.key
      try store.refuseLongNames(key)
      let target = try store.writablePath(key.file, in: root)
      if let other = targets.updateValue(wanted, forKey: target) {
        // Through a link, one entry can have two keys.
        guard other.content.bytes.isEqual(to: wanted.content.bytes) else {
          throw DocumentError.sameEntry(other.key.bytes, key.bytes)
        }
        return nil
      }
      if ids[key.folder] == nil { ids[key.folder] = try store.recipients(for: key.folder) }
      return Item(
        wanted: wanted, target: target, ids: ids[key.folder] ?? [],
        old: try readFileIfAny(root.appending(target)))
    }
    obsolete =
      try folder.map { folder in
        try Self.entries(below: folder, in: store, root).filter {
          targets[$0.file] == nil
        }
      } ?? []
  }

  /// The entries of a folder and those below it, but hidden ones; links to other
  /// folders are not followed.
  private static func entries(
    below folder: FolderName, in store: PasswordStore, _ root: FilePath
  ) throws -> [(key: ServiceKey, file: [UInt8])] {
    guard FileKind(root.appending(folder.bytes)) == .folder else { return [] }
    let suffix = ServiceKey.suffix
    return try store.files(below: folder, in: root).files.filter { file in
      file.ends(with: suffix)
        && !file.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
    }.map { file in
      let key = ServiceKey(found: Array(file.dropLast(suffix.count)))
      return (key, try store.writablePath(file, in: root, followingLink: false))
    }.sorted { $0.key < $1.key }
  }

  /// Whether the store is as it was for another plan.
  func isSame(as other: DocumentPlan) -> Bool {
    items.elementsEqual(other.items) {
      $0.target == $1.target && $0.ids == $1.ids && $0.old == $1.old
    }
  }

  /// Decrypts the entries that are there, and encrypts those that are to be
  /// others.
  ///
  /// - Parameter encrypts: Whether there is to be a ciphertext; else it is empty.
  /// - Returns: An outcome for each item.
  /// - Throws: ``StoreError``: ``StoreError/Reason/decryption``, unless nobody here
  ///   could decrypt the entry whatever they did, ``StoreError/Reason/encryption``,
  ///   ``StoreError/Reason/interrupted``.
  func run(encrypts: Bool) throws -> [Outcome] {
    guard !items.isEmpty else { return [] }
    // Before anything takes long. What is there already may stay as it is.
    try checkRecipients(of: items.filter { $0.old == nil || !encrypts })
    let (store, items) = (store, items)
    return try store.inParallel(items.count, progress: { store.progress?($0, items.count) }) {
      (gpg, first, number) -> Outcome in
      let item = items[number]
      guard let fields = try Self.difference(item, first, gpg) else { return .same }
      guard encrypts else { return .other([], fields: fields.names) }
      do throws(GPGError) {
        let content = item.wanted.content
        return .other(
          try gpg.encryptDirectly(content.bytes, to: item.ids), fields: fields.names)
      } catch {
        throw StoreError.cannotEncrypt(item.wanted.key, to: "save", error)
      }
    }
  }

  /// Makes sure that entries can be encrypted.
  private func checkRecipients(of items: [Item]) throws {
    var reencryption = Reencryption(store)
    for item in items {
      do throws(GPGError) {
        _ = try reencryption.keyIDs(for: item.ids)
      } catch {
        throw StoreError.cannotEncrypt(item.wanted.key, to: "save", error)
      }
    }
  }

  /// The names of fields that differ, if they are known.
  private struct Difference { let names: [String]? }

  /// In what an entry is not as it should be; `nil` if it is.
  private static func difference(
    _ item: Item, _ first: FirstDecryptions, _ gpg: GPGContext
  ) throws -> Difference? {
    let wanted = item.wanted
    guard let old = item.old else {
      return Difference(names: names(differing: Entry(), Entry(wanted.content.bytes.copy())))
    }
    let text: SecretBytes
    do throws(GPGError) {
      text = try first.decrypt(old, with: gpg)
    } catch {
      guard error.isForGood else { throw StoreError.cannotDecrypt(wanted.key.bytes, error) }
      return Difference(names: nil)
    }
    if text.isEqual(to: wanted.content.bytes) { return nil }
    let names = names(differing: Entry(text), Entry(wanted.content.bytes.copy()))
    return names == [] && !wanted.isExact ? nil : Difference(names: names)
  }

  /// The names of the fields in which two entries differ; `nil` if one is no text.
  private static func names(
    differing old: borrowing Entry, _ new: borrowing Entry
  ) -> [String]? {
    guard let before = try? old.fieldNames(), let after = try? new.fieldNames() else { return nil }
    let (present, future) = (Set(before), Set(after))
    return after.filter { !present.contains($0) || !isSame($0, old, new) }
      + before.filter { !future.contains($0) }
  }

  /// Whether a field that both have is the same in both.
  private static func isSame(
    _ name: String, _ old: borrowing Entry, _ new: borrowing Entry
  ) -> Bool {
    guard let before = value(name, old), let after = value(name, new) else { return false }
    return before.bytes.isEqual(to: after.bytes)
  }

  private static func value(_ name: String, _ entry: borrowing Entry) -> SharedSecret? {
    do throws(EntryError) {
      switch try entry.field(name) {
      case .some(let value): return SharedSecret(value)
      case .none: return nil
      }
    } catch {
      return nil
    }
  }
}
