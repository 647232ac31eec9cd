extension Entry {
  /// Sets a field, and leaves every other byte as it is.
  ///
  /// A field that is there, by its exact name or else in any case, keeps its
  /// place and name; of duplicates, the first is set. Notes are set as a whole,
  /// and stand at the end. A new field comes behind the last field, or else
  /// behind the first line. To set the password to nothing is to remove it. To
  /// set what is there already changes nothing.
  ///
  /// Beyond the field, a line break is added where the text before it has none
  /// at its end, and a line `|` where the line behind it would be taken for a
  /// part of its block.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - value: Any text without a NUL.
  /// - Throws: ``EntryError``; the entry is then as it was.
  public mutating func set(
    _ name: String, to value: borrowing SecretBytes
  ) throws(EntryError) {
    try set(name, to: value) { $0.field(name) }
  }

  /// Sets a field, as ``set(_:to:)-(_,SecretBytes)`` does, but one whose name
  /// differs by case is another.
  mutating func setExactly(
    _ name: String, to value: borrowing SecretBytes
  ) throws(EntryError) {
    try set(name, to: value) { layout in layout.fields.first { $0.name == name } }
  }

  private mutating func set(
    _ name: String, to value: borrowing SecretBytes,
    _ find: (EntryLayout) -> EntryLayout.Field?
  ) throws(EntryError) {
    guard EntrySyntax.isLegal(name) else { throw .illegalName(name) }
    let changed = try value.withRawBytes { (value) throws(EntryError) -> SecretBytes? in
      guard value.isText else { throw .illegalValue(name) }
      return try withLayout { layout, text -> SecretBytes? in
        let field = find(layout)
        if let field, layout.hasValue(value, at: field.place, of: text) {
          return nil
        }
        return EntryEdit(setting: name, field, to: value, in: layout).applied(to: layout, of: text)
      }
    }
    switch consume changed {
    case .some(let changed): bytes = changed
    case .none: break
    }
  }

  /// Removes a field, and leaves every other byte as it is.
  ///
  /// All duplicates go with it, so that no older value comes to light; a field
  /// whose name differs by case stays. In the place of the field, a line `|`
  /// is left where the line behind it would be taken for a part of the block
  /// before it.
  ///
  /// - Parameter name: The field's name.
  /// - Returns: Whether there was such a field.
  /// - Throws: ``EntryError/notText``.
  @discardableResult
  public mutating func remove(_ name: String) throws(EntryError) -> Bool {
    let changed = try withLayout { layout, text -> SecretBytes? in
      guard let field = layout.field(name) else { return nil }
      return EntryEdit(removing: field, in: layout).applied(to: layout, of: text)
    }
    switch consume changed {
    case .some(let changed): bytes = changed
    case .none: return false
    }
    return true
  }
}
