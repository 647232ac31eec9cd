/// In which fields two texts of an entry differ.
public struct EntryComparison: Sendable {
  /// What became of a field.
  public enum Kind: String, Sendable {
    case added
    case removed
    case changed
  }

  /// A field that differs.
  public struct Field: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// What became of it.
    public let kind: Kind
  }

  /// The fields that differ, the password first and the notes last; none if one of the two is not text,
  /// or if only blank lines, duplicates and the like differ.
  public let fields: [Field]
  /// Whether the two are the same, byte for byte.
  public let isSame: Bool
  /// Whether both are text.
  public let areTexts: Bool

  /// Compares two texts; one that is not there counts as empty.
  public init(_ old: borrowing SecretBytes, _ new: borrowing SecretBytes) {
    isSame = old.isEqual(to: new)
    let found = old.withRawBytes { old in
      new.withRawBytes { new -> [Field]? in
        guard old.isText, new.isText else { return nil }
        return Self.fields(EntryLayout(old), old, EntryLayout(new), new)
      }
    }
    areTexts = found != nil
    fields = found ?? []
  }

  private static func fields(
    _ oldLayout: EntryLayout, _ old: UnsafeRawBufferPointer,
    _ newLayout: EntryLayout, _ new: UnsafeRawBufferPointer
  ) -> [Field] {
    let (before, after) = (oldLayout.distinctFields, newLayout.distinctFields)
    var fields = before.compactMap { field -> Field? in
      guard let same = after.first(where: { $0.name == field.name }) else {
        return Field(name: field.name, kind: .removed)
      }
      let value = newLayout.value(at: same.place, of: new)
      let isSame = value.withRawBytes { oldLayout.hasValue($0, at: field.place, of: old) }
      return isSame ? nil : Field(name: field.name, kind: .changed)
    }
    fields += after.filter { field in !before.contains { $0.name == field.name } }
      .map { Field(name: $0.name, kind: .added) }
    let ends = [EntrySyntax.password, EntrySyntax.notes]
    return fields.filter { $0.name == EntrySyntax.password }
      + fields.filter { !ends.contains($0.name) }
      + fields.filter { $0.name == EntrySyntax.notes }
  }
}
