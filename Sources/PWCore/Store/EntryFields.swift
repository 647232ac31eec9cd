import FoundationEssentials

/// The fields of an entry for decoding.
struct EntryFields {
  /// The names, in the order of the entry.
  let names: [String]
  /// The values by name.
  let values: [String: String]

  /// The value of a field: by its exact name, else in any case; an empty
  /// password if there is none.
  func text(_ name: String) -> String? {
    if let value = values[name] { return value }
    let lowercased = name.lowercased()
    if let other = names.first(where: { $0.lowercased() == lowercased }) { return values[other] }
    return name == EntrySyntax.password ? "" : nil
  }

  /// The value of the field for `key`.
  ///
  /// - Throws: `DecodingError`, if there is none.
  func requiredText(_ key: any CodingKey) throws -> String {
    guard let text = text(key.stringValue) else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: [], debugDescription: "no such field"))
    }
    return text
  }

  /// Whether there is a field that ``text(_:)`` finds.
  func contains(_ name: String) -> Bool {
    name == EntrySyntax.password
      ? names.contains { $0.lowercased() == name } : text(name) != nil
  }

  /// Makes a value of a field's text.
  ///
  /// JSON goes first, so that a number stays one where the type leaves the
  /// choice; but text in quotes is more likely meant as it stands.
  ///
  /// - Throws: `DecodingError`.
  static func decode<T: Decodable>(_ type: T.Type, from text: String, at key: any CodingKey) throws
    -> T
  {
    if type == String.self, let text = text as? T { return text }
    if type == Bool.self, let value = bool(text) as? T { return value }
    let decoder = JSONDecoder.forEntries
    let isInQuotes = text.first == "\""
    let forms = isInQuotes ? [inQuotes(text), text] : [text, inQuotes(text)]
    for json in forms {
      if let value = try? decoder.decode(type, from: Data(json.utf8)) { return value }
    }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: [key], debugDescription: "not of the form asked for"))
  }

  /// The decoder of a field's text, which is JSON.
  ///
  /// - Throws: `DecodingError`.
  static func parts(of text: String, at key: any CodingKey) throws -> any Decoder {
    let decoder = JSONDecoder.forEntries
    let parts = (try? decoder.parts(of: text)) ?? (try? decoder.parts(of: inQuotes(text)))
    guard let parts else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [key], debugDescription: "not of the form asked for"))
    }
    return parts
  }

  private static func bool(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "on", "1": true
    case "false", "no", "off", "0": false
    default: nil
    }
  }

  private static func inQuotes(_ text: String) -> String {
    // A string is always encoded.
    let data = try? JSONEncoder.forEntries.encode(text)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? text
  }
}
