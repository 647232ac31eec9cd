/// Makes values that are `Decodable` of entries, be they written by
/// ``EntryEncoder`` or by hand.
///
/// A property is the field of its name, or else one whose name differs by case.
/// A string is the field's value, whatever it is; a number may have blanks
/// around it; `Bool` is also `yes`, `no`, `on`, `off`, `1` and `0`. All else is
/// JSON text, or what JSON has as a string: a date in ISO 8601, a URL, base64.
/// A missing password is empty.
public struct EntryDecoder: Sendable {
  /// Creates a decoder.
  public init() {}

  /// Makes a value of an entry.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - entry: The entry, which is to be text.
  /// - Returns: The value.
  /// - Throws: ``EntryError``: ``EntryError/noField(_:)`` for a property that is
  ///   not optional, ``EntryError/cannotDecode(field:)`` for one that is not of
  ///   the right form.
  public func decode<T: Decodable>(
    _ type: T.Type, from entry: borrowing Entry
  ) throws(EntryError) -> T {
    let fields = EntryFields(names: try entry.fieldNames(), values: try entry.dictionary())
    do {
      return try FieldsDecoder(fields: fields).decode(type)
    } catch let error as DecodingError {
      throw EntryError(error)
    } catch {
      throw .cannotDecode(field: nil)
    }
  }
}

extension EntryError {
  /// Names the field, and leaves out the text, which may hold the value.
  fileprivate init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context) where context.codingPath.isEmpty:
      self = .noField(key.stringValue)
    case .keyNotFound(_, let context), .valueNotFound(_, let context),
      .typeMismatch(_, let context), .dataCorrupted(let context):
      self = .cannotDecode(field: context.codingPath.first?.stringValue)
    @unknown default: self = .cannotDecode(field: nil)
    }
  }
}
