extension Entry {
  /// One field as text; `nil` if there is no such field.
  ///
  ///     let name = try entry.text(of: "username") ?? "nobody"
  ///
  /// A string stays in memory until that is used again, and may be swapped out;
  /// ``field(_:)`` gives bytes that are wiped.
  ///
  /// - Throws: ``EntryError/notText``.
  public func text(of field: String) throws(EntryError) -> String? {
    try withLayout { layout, text in
      layout.field(field).map { found in
        layout.value(at: found.place, of: text)
          .withRawBytes { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  /// Sets a field to some text, and leaves every other byte as it is.
  ///
  /// - Throws: What ``set(_:to:)-(_,SecretBytes)`` throws.
  public mutating func set(_ field: String, to text: String) throws(EntryError) {
    try set(field, to: SecretBytes(text: text))
  }
}

extension SecretBytes {
  /// A copy of the bytes in ordinary memory, which nobody wipes.
  ///
  /// For what is no secret any more, or never was, such as a certificate.
  public borrowing func unprotected() -> [UInt8] {
    withBytes { bytes in bytes.withUnsafeBytes { Array($0) } }
  }
}
