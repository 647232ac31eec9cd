/// What can be wrong with an entry's text, or with what is to become one.
///
/// No message holds a value, since values are secrets.
public enum EntryError: Failure, Hashable {
  /// The entry is not UTF-8, or holds a NUL; so it has no fields.
  case notText
  /// No field can have this name.
  case illegalName(String)
  /// The value for the field of this name is not UTF-8, or holds a NUL.
  case illegalValue(String)
  /// The bytes are no JSON object; the text says what is wrong, and at which
  /// byte, counted from 0.
  case json(String)
  /// A JSON object has two members of this name.
  case duplicateName(String)
  /// The value to encode has in this field something that JSON cannot hold;
  /// without a name, it is the value itself.
  case cannotEncode(field: String?)
  /// The value to decode needs a field of this name, and there is none.
  case noField(String)
  /// The field of this name is not of the form that the value to decode needs;
  /// without a name, it is the entry itself.
  case cannotDecode(field: String?)

  /// What is wrong, and where.
  public var description: String {
    switch self {
    case .notText: "the entry is not text, so it has no fields"
    case .illegalName(let name): "illegal field name \(quoted(name))"
    case .illegalValue(let name): "the value for field \(quoted(name)) is not text"
    case .json(let reason): "not a JSON object: \(reason)"
    case .duplicateName(let name): "the JSON object has two members \(quoted(name))"
    case .cannotEncode(let field?): "cannot encode field \(quoted(field))"
    case .cannotEncode(nil): "cannot encode the value"
    case .noField(let name): "no field \(quoted(name))"
    case .cannotDecode(let field?): "field \(quoted(field)) is not of the form that is asked for"
    case .cannotDecode(nil): "the entry is not of the form that is asked for"
    }
  }

  /// ``ExitCode/usage`` for what the caller gave, ``ExitCode/notFound`` for a
  /// missing field, and ``ExitCode/failure`` for what the entry holds.
  public var exitCode: ExitCode {
    switch self {
    case .illegalName, .illegalValue, .json, .duplicateName: .usage
    case .noField: .notFound
    case .notText, .cannotEncode, .cannotDecode: .failure
    }
  }

  /// What to do instead, where that is known.
  public var hint: String? {
    switch self {
    case .notText: "load it whole, without naming a field"
    case .illegalName:
      "a name is not empty, has no line break, no colon before a blank, and no blank at an end"
    case .illegalValue: "save binary data as a whole entry"
    default: nil
    }
  }
}
