extension Entry {
  /// Creates an entry from a JSON object, with its members in their order, but
  /// for the password, which is first, and the notes, which are last.
  ///
  /// A string becomes the value as it is; numbers, `true`, `false`, `null`,
  /// arrays and objects become compact JSON text.
  ///
  /// - Parameter json: The object, as RFC 8259 describes it.
  /// - Throws: ``EntryError``, if it is no object, two members have the same
  ///   name, or no field can have such a name or value.
  public init(json: borrowing SecretBytes) throws(EntryError) {
    var writer = EntryWriter()
    try json.withRawBytes { (text) throws(EntryError) in
      var reader = try JSONReader(text)
      try reader.readObject { (name, reader) throws(EntryError) in
        try writer.add(name, reader.readValue())
      }
    }
    bytes = writer.text()
  }

  /// The fields as one JSON object of strings, compact, in the order of
  /// ``fieldNames()``, with a line break at the end.
  ///
  /// - Throws: ``EntryError/notText``.
  public func json() throws(EntryError) -> SecretBytes {
    try withLayout { layout, text in
      var json = SecretBytes(minimumCapacity: text.count + text.count / 8 + 4096)
      json.append(UInt8(ascii: "{"))
      var isFirst = true
      for field in layout.distinctFields {
        if !isFirst { json.append(UInt8(ascii: ",")) }
        isFirst = false
        json.append(UInt8(ascii: "\""))
        SecretBytes(text: field.name).withRawBytes { json.append(jsonString: $0) }
        json.append("\":\"")
        layout.forEachPiece(at: field.place, of: text) { json.append(jsonString: $0) }
        json.append(UInt8(ascii: "\""))
      }
      json.append("}\n")
      return json
    }
  }
}

extension SecretBytes {
  /// Appends text as the inside of a JSON string.
  mutating func append(jsonString text: UnsafeRawBufferPointer) {
    var start = 0
    for position in 0..<text.count {
      let byte = text[position]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        continue
      }
      append(text.part(start..<position))
      appendEscape(byte)
      start = position + 1
    }
    append(text.part(start..<text.count))
  }

  private mutating func appendEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\n"): append("\\n")
    case UInt8(ascii: "\r"): append("\\r")
    case UInt8(ascii: "\t"): append("\\t")
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      append(UInt8(ascii: "\\"))
      append(byte)
    default:
      append(byte < 0x10 ? "\\u000" : "\\u001")
      append(Array("0123456789abcdef".utf8)[Int(byte & 0x0F)])
    }
  }
}

extension SecretBytes {
  /// Appends a JSON string, or `{"base64": "..."}` for bytes that are not UTF-8.
  package mutating func append(json value: borrowing SecretBytes) {
    let isUTF8 = value.withBytes { (try? UTF8Span(validating: $0)) != nil }
    if isUTF8 {
      append("\"")
      value.withRawBytes { append(jsonString: $0) }
      append("\"")
    } else {
      append(#"{"base64":""#)
      append(base64: value)
      append(#""}"#)
    }
  }

  /// Appends the name of a member of an object; what is not UTF-8 is repaired.
  package mutating func append(jsonName name: [UInt8]) {
    append("\"")
    SecretBytes(text: String(decoding: name, as: UTF8.self)).withRawBytes { append(jsonString: $0) }
    append("\"")
  }
}
