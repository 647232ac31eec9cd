/// What a script names a secret by: `KEY` for an entry, `KEY#FIELD` for a field.
public struct SecretReference: Hashable, Sendable {
  /// The entry.
  public let key: ServiceKey
  /// The field; `nil` if none is named.
  public let field: String?

  /// Refers to an entry, or to a field of it.
  public init(_ key: ServiceKey, _ field: String? = nil) { (self.key, self.field) = (key, field) }
}

extension SecretReference: CustomStringConvertible {
  /// The reference as messages show it, with control characters escaped.
  public var description: String { field.map { "\(key)#\(printable($0))" } ?? "\(key)" }
}

extension PasswordStore {
  /// Finds out what a reference names; decrypts nothing.
  ///
  /// A key may itself have a `#`: an entry that has the whole name is the one that is
  /// meant. Else the last `#` divides key and field, and one at the end stands before
  /// no field, so that `a#b#` is always the entry `a#b`.
  ///
  /// - Parameter bytes: `KEY` or `KEY#FIELD`.
  /// - Returns: The reference, whose entry need not be there.
  /// - Throws: ``StoreError/Reason/illegalKey``, ``StoreError/Reason/noStore``.
  public func reference(_ bytes: some Collection<UInt8>) throws -> SecretReference {
    let word = Array(bytes)
    guard let mark = word.lastIndex(of: UInt8(ascii: "#")) else {
      return SecretReference(try ServiceKey(bytes: word))
    }
    if let whole = try? ServiceKey(bytes: word), try contains(whole) {
      return SecretReference(whole)
    }
    let key = try ServiceKey(bytes: word[..<mark])
    let name = word[(mark + 1)...]
    guard !name.isEmpty else { return SecretReference(key) }
    guard let field = String(validating: name, as: UTF8.self) else {
      throw StoreError(
        .illegalKey, "illegal reference \(quoted(word)): the name of a field is UTF-8 text")
    }
    return SecretReference(key, field)
  }

  /// Finds out what a reference names; see ``reference(_:)-(Collection<UInt8>)``.
  ///
  /// - Throws: ``StoreError/Reason/illegalKey``, ``StoreError/Reason/noStore``.
  public func reference(_ text: String) throws -> SecretReference { try reference(text.utf8) }
}
