/// The fields of an entry as the properties of a value.
struct FieldsContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: EntryFields
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { fields.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { fields.contains(key.stringValue) }

  func decodeNil(forKey key: Key) throws -> Bool { try text(key) == "null" }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try EntryFields.decode(type, from: text(key), at: key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard contains(key) else { return nil }
    // The word may be a value like any other.
    if try decodeNil(forKey: key) { return try? decode(type, forKey: key) }
    return try decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    contains(key) ? try text(key) : nil
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try parts(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try parts(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let key = FieldKey("super")
    return try EntryFields.parts(of: fields.requiredText(key), at: key)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try parts(key) }

  private func parts(_ key: Key) throws -> any Decoder {
    try EntryFields.parts(of: text(key), at: key)
  }

  private func text(_ key: Key) throws -> String { try fields.requiredText(key) }
}
