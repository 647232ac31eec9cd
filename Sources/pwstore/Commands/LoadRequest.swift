import PWCore

/// What the words behind `load` ask for.
enum LoadRequest {
  /// One whole entry.
  case entry(ServiceKey)
  /// One field, by the entry's key and the field's name.
  case field(SecretReference, name: String)
  /// Any number of entries and fields, with the words that name them.
  case references([SecretReference], words: [[UInt8]])

  /// Finds out what words ask for; decrypts nothing.
  ///
  /// - Throws: ``StoreError/Reason/illegalKey``, ``StoreError/Reason/noStore``,
  ///   ``UsageError``.
  init(_ words: [Argument], in store: PasswordStore) throws {
    let areReferences =
      try words.count > 2 || words.contains { try Self.isReference($0, in: store) }
    if areReferences || words.count < 2 {
      let references = try words.map { try store.reference($0.bytes) }
      if let only = references.first, words.count == 1, only.field == nil {
        self = .entry(only.key)
      } else {
        self = .references(references, words: words.map(\.bytes))
      }
    } else {
      let field = try text(words[1])
      self = .field(SecretReference(try ServiceKey(bytes: words[0].bytes), field), name: field)
    }
  }

  /// Whether a word has a `#` behind the key of an entry that is there, and so is
  /// neither a whole key nor a field's name.
  private static func isReference(_ word: Argument, in store: PasswordStore) throws -> Bool {
    guard word.bytes.contains(UInt8(ascii: "#")),
      let reference = try? store.reference(word.bytes)
    else { return false }
    return try reference.key.bytes != word.bytes && store.contains(reference.key)
  }

  /// All that is asked for.
  var references: [SecretReference] {
    switch self {
    case .entry(let key): [SecretReference(key)]
    case .field(let reference, _): [reference]
    case .references(let references, _): references
    }
  }

  /// What the values are called in an object.
  var names: [[UInt8]] {
    switch self {
    case .entry(let key): [key.bytes]
    case .field(_, let name): [Array(name.utf8)]
    case .references(_, let words): words
    }
  }
}
