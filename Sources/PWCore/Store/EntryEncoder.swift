import FoundationEssentials

/// Makes entries of values that are `Encodable`.
///
///     struct Login: Codable {
///       var password: String
///       var username: String
///       var port: Int?
///     }
///     let entry = try EntryEncoder().encode(Login(password: "s3cret", username: "alice"))
///
/// Each property becomes a field: `password` the first line and `notes` the
/// notes. Strings, and all that JSON has as strings, are what they say; numbers,
/// `true`, `false` and nested values are JSON text. A property that is `nil` is
/// left out, and so is an empty password. A value that is no structure, such as
/// an array, becomes the field `value`.
///
/// The values are strings on their way, which stay in memory until it is used
/// again.
public struct EntryEncoder: Sendable {
  /// Creates an encoder.
  public init() {}

  /// Makes an entry of a value.
  ///
  /// - Throws: ``EntryError``, if the value cannot be encoded, or a property has
  ///   a name or value that no field can have.
  public func encode(_ value: some Encodable) throws(EntryError) -> Entry {
    var json = SecretBytes()
    do {
      var data = try JSONEncoder.forEntries.encode(value)
      data.withUnsafeBytes { json.append($0) }
      data.resetBytes(in: data.indices)
    } catch let error as EncodingError {
      throw .cannotEncode(field: error.field)
    } catch {
      throw .cannotEncode(field: nil)
    }
    if json.withRawBytes({ $0.first == UInt8(ascii: "{") }) { return try Entry(json: json) }
    return try Entry(value: json)
  }
}

extension Entry {
  /// The field of a value that has no properties.
  static let valueName = "value"

  /// Creates an entry with one field from JSON that is no object.
  fileprivate init(value json: borrowing SecretBytes) throws(EntryError) {
    var writer = EntryWriter()
    try json.withRawBytes { (text) throws(EntryError) in
      var reader = try JSONReader(text)
      try writer.add(Self.valueName, reader.readValue())
    }
    self.init(writer.text())
  }
}

extension EncodingError {
  /// The property at the top that holds what could not be encoded.
  fileprivate var field: String? {
    guard case .invalidValue(_, let context) = self else { return nil }
    return context.codingPath.first?.stringValue
  }
}
