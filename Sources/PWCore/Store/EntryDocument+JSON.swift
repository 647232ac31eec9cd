// A document in JSON: an object of keys.
//
//   {
//     "mail/alice": {"password": "s3cret", "username": "alice"},
//     "api/token": "the whole entry",
//     "tls/key": {"": {"base64": "AP8="}}
//   }

extension EntryDocument {
  /// Reads a JSON object whose names are keys, and whose values are objects of
  /// fields, or strings: whole entries.
  ///
  /// The member `""` of an entry is its whole content, in which the others are
  /// set; that of an entry which is not text is `{"base64": "..."}`.
  ///
  /// - Parameter json: The object, as RFC 8259 describes it.
  /// - Throws: ``DocumentError``; ``StoreError/Reason/illegalKey``.
  public init(json: borrowing SecretBytes) throws {
    var items: [(name: [UInt8], item: Item)] = []
    var illegalKey: StoreError?
    // The key whose entry is being read.
    var present: [UInt8]?
    do throws(EntryError) {
      try json.withRawBytes { (text) throws(EntryError) in
        var reader = try JSONReader(text)
        try reader.readObject { (name, reader) throws(EntryError) in
          let name = Self.key(named: name)
          present = name
          let key: ServiceKey
          do throws(StoreError) {
            key = try ServiceKey(bytes: name)
          } catch {
            illegalKey = illegalKey ?? error
            _ = try reader.readValue()
            return
          }
          items.append((name, try reader.readEntry(key)))
          present = nil
        }
      }
    } catch {
      throw present.map { DocumentError.illegalEntry($0, error) } ?? .notEntries(error)
    }
    if let illegalKey { throw illegalKey }
    try self.init(items)
  }

  /// The start of the name of a member for a key that is not UTF-8; no key can
  /// begin so.
  static let encodedKeyPrefix = "../base64/"

  private static func key(named name: String) -> [UInt8] {
    guard name.hasPrefix(encodedKeyPrefix) else { return Array(name.utf8) }
    let encoded = SecretBytes(name.utf8.dropFirst(encodedKeyPrefix.utf8.count))
    return encoded.decodingBase64()?.unprotected() ?? Array(name.utf8)
  }
}

extension JSONReader {
  /// Reads what an entry is to be.
  fileprivate mutating func readEntry(
    _ key: ServiceKey
  ) throws(EntryError) -> EntryDocument.Item {
    if nextIs("\"") {
      return try EntryDocument.Item(key, Entry(), in: SharedSecret(try readValue()))
    }
    guard nextIs("{") else {
      throw .json("an entry is an object of fields, or a string")
    }
    var writer = EntryWriter()
    var whole: SharedSecret?
    try readMembers { (name, reader) throws(EntryError) in
      guard name.isEmpty else { return try writer.add(name, reader.readValue()) }
      guard whole == nil else { throw .duplicateName(name) }
      whole = SharedSecret(try reader.readContent())
    }
    return try EntryDocument.Item(key, Entry(writer.text()), in: whole)
  }

  /// Reads bytes: a string, or `{"base64": "..."}`.
  private mutating func readContent() throws(EntryError) -> SecretBytes {
    if nextIs("\"") { return try readValue() }
    let expectation = EntryError.json(#"the member "" is a string or {"base64": "..."}"#)
    guard nextIs("{") else { throw expectation }
    var content: SharedSecret?
    try readMembers { (name, reader) throws(EntryError) in
      guard name == "base64", content == nil, reader.nextIs("\"") else { throw expectation }
      let text = try reader.readValue()
      switch text.decodingBase64() {
      case .some(let bytes): content = SharedSecret(bytes)
      case .none: throw .json("the base64 text is none")
      }
    }
    guard let content else { throw expectation }
    return content.bytes.copy()
  }
}

extension Entry {
  /// What the entry is in a document: an object of its fields, with the member
  /// `""` if these alone do not make the same bytes.
  public func documentJSON() -> SecretBytes {
    var json = SecretBytes(minimumCapacity: bytes.count + bytes.count / 4 + 4096)
    do throws(EntryError) {
      json.append(try self.json())
      // The brace, and the line break.
      json.removeLast()
      if try Entry(json: json).bytes.isEqual(to: bytes) { return json }
      json.removeLast()
      json.append(json.count > 1 ? ",\"\":\"" : "\"\":\"")
      bytes.withRawBytes { json.append(jsonString: $0) }
      json.append("\"}")
    } catch {
      json = SecretBytes(#"{"":{"base64":""#.utf8)
      json.append(base64: bytes)
      json.append(#""}}"#.utf8)
    }
    return json
  }
}

extension ServiceKey {
  /// The name of the member for the key in a document, with its quotes.
  public var documentName: [UInt8] {
    var name = SecretBytes()
    name.append(UInt8(ascii: "\""))
    if String(validating: bytes, as: UTF8.self) != nil {
      bytes.withUnsafeBytes { name.append(jsonString: $0) }
    } else {
      name.append(EntryDocument.encodedKeyPrefix.utf8)
      name.append(base64(bytes.span))
    }
    name.append(UInt8(ascii: "\""))
    return name.unprotected()
  }
}
