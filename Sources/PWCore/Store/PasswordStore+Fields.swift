extension PasswordStore {
  /// Saves a dictionary under a key; the whole entry is replaced if there is one.
  ///
  /// `load(key).dictionary()` gives the same dictionary back.
  ///
  /// - Parameters:
  ///   - fields: Names and values. `password` becomes the first line, `notes` the
  ///     free text.
  ///   - key: The entry's key.
  /// - Throws: ``EntryError`` for an illegal name, and what
  ///   ``save(_:for:)-(SecretBytes,_)`` throws.
  public func save(_ fields: [String: String], for key: some ServiceKeyConvertible) throws {
    try save(try Entry(fields), for: key)
  }

  /// Saves an entry under a key; the whole entry is replaced if there is one.
  ///
  /// - Throws: What ``save(_:for:)-(SecretBytes,_)`` throws.
  public func save(_ entry: borrowing Entry, for key: some ServiceKeyConvertible) throws {
    try save(entry.bytes, for: key)
  }

  /// Saves exact bytes under a key; the whole entry is replaced if there is one.
  ///
  /// The caller's own copy is the caller's to wipe; ``SecretBytes`` need not be.
  ///
  /// - Throws: What ``save(_:for:)-(SecretBytes,_)`` throws.
  public func save(_ bytes: [UInt8], for key: some ServiceKeyConvertible) throws {
    try save(SecretBytes(copying: bytes.span), for: key)
  }

  /// Saves a value of any encodable type under a key.
  ///
  /// Its properties become fields; see ``EntryEncoder``.
  ///
  /// - Throws: ``EntryError`` if the value cannot be an entry, and what
  ///   ``save(_:for:)-(SecretBytes,_)`` throws.
  public func save(_ value: some Encodable, for key: some ServiceKeyConvertible) throws {
    try save(try EntryEncoder().encode(value), for: key)
  }

  /// Loads a value of any decodable type.
  ///
  /// - Throws: ``EntryError`` if the entry does not hold such a value, and what
  ///   ``load(_:)->Entry`` throws.
  public func load<Value: Decodable>(
    _ type: Value.Type, for key: some ServiceKeyConvertible
  ) throws -> Value {
    try EntryDecoder().decode(type, from: try load(key))
  }

  /// One field of an entry as text; `nil` if the entry has no such field.
  ///
  ///     let user = try store["com.example.app", "username"]
  ///
  /// - Throws: ``EntryError`` if the entry is not text, and what ``load(_:)->Entry``
  ///   throws.
  public subscript(key: some ServiceKeyConvertible, field: String) -> String? {
    get throws {
      try load(key).text(of: field)
    }
  }

  /// Sets one field of an entry and leaves every other byte of it as it was.
  ///
  /// - Throws: ``EntryError``, and what ``update(_:message:_:)`` throws.
  public func set(
    _ field: String, to value: String, for key: some ServiceKeyConvertible
  ) throws {
    let key = try key.serviceKey()
    try update(key, message: "Set \(printable(field)) of \(key).") { try $0.set(field, to: value) }
  }

  /// Removes one field of an entry and leaves every other byte of it as it was.
  ///
  /// - Returns: Whether there was such a field; if not, nothing is written.
  /// - Throws: ``EntryError``, and what ``update(_:message:_:)`` throws.
  @discardableResult
  public func unset(_ field: String, for key: some ServiceKeyConvertible) throws -> Bool {
    let key = try key.serviceKey()
    var wasThere = false
    try update(key, message: "Unset \(printable(field)) of \(key).") { entry in
      wasThere = try entry.remove(field)
    }
    return wasThere
  }
}
