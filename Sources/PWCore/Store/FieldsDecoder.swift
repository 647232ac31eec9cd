/// The decoder at the top: its keys are fields.
struct FieldsDecoder: Decoder {
  let fields: EntryFields
  private static let valueKey = FieldKey(Entry.valueName)
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(FieldsContainer(fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try EntryFields.parts(of: valueText(), at: Self.valueKey).unkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private func valueText() throws -> String { try fields.requiredText(Self.valueKey) }
}

extension FieldsDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { fields.text(Entry.valueName) == "null" && fields.names.count == 1 }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if isPrimitive(type) {
      return try EntryFields.decode(type, from: valueText(), at: Self.valueKey)
    }
    do {
      return try T(from: self)
    } catch {
      // Dates, URLs and the like say in JSON something else than they do here.
      let text = fields.names.count == 1 ? fields.text(Entry.valueName) : nil
      let value = text.flatMap { try? EntryFields.decode(type, from: $0, at: Self.valueKey) }
      guard let value else { throw error }
      return value
    }
  }

  /// Whether the type has no parts, so that only a container can decode it.
  private func isPrimitive(_ type: any Decodable.Type) -> Bool {
    let primitives: [any Decodable.Type] = [
      Bool.self, String.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self,
      Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
      UInt128.self,
    ]
    return primitives.contains { $0 == type }
  }
}
