/// What many entries are to be, as a document in JSON or of lines says it.
///
/// ``PasswordStore/apply(_:pruning:evenAll:)`` makes a store say the same.
public struct EntryDocument: Sendable {
  /// What one entry is to be.
  public struct Item: Sendable {
    /// The entry's key.
    public let key: ServiceKey
    /// Its content.
    public let content: SharedSecret
    /// Whether each byte counts; else an entry with the same fields is as good.
    let isExact: Bool
  }

  /// The entries in the order of their keys.
  public let items: [Item]

  /// Puts items in order.
  ///
  /// - Parameter items: What the entries are to be, and how the document names
  ///   them.
  /// - Throws: ``DocumentError/sameEntry(_:_:)``.
  init(_ items: [(name: [UInt8], item: Item)]) throws(DocumentError) {
    var names: [ServiceKey: [UInt8]] = [:]
    for (name, item) in items {
      if let other = names.updateValue(name, forKey: item.key) { throw .sameEntry(other, name) }
    }
    self.items = items.map(\.item).sorted { $0.key < $1.key }
  }

  /// Reads a document of either form: JSON, if it begins with a brace or bracket.
  ///
  /// - Throws: As ``init(json:)`` and ``init(lines:)`` do.
  public init(_ text: borrowing SecretBytes) throws {
    let first = text.withRawBytes { text in
      text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    self = isJSON ? try EntryDocument(json: text) : try EntryDocument(lines: text)
  }
}

extension EntryDocument.Item {
  /// Makes an entry of what a document says.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fields: The fields that it names.
  ///   - whole: The content that it gives as a whole; the fields are then set in
  ///     it.
  /// - Throws: ``EntryError``.
  init(
    _ key: ServiceKey, _ fields: borrowing Entry, in whole: SharedSecret?
  ) throws(EntryError) {
    (self.key, isExact) = (key, whole != nil)
    guard let whole else {
      content = SharedSecret(fields.bytes.copy())
      return
    }
    var entry = Entry(whole.bytes.copy())
    for name in try fields.fieldNames() {
      switch try fields.field(name) {
      case .some(let value): try entry.setExactly(name, to: value)
      case .none: break
      }
    }
    content = SharedSecret(entry.bytes.copy())
  }
}
