/// Collects the fields of a new entry, and writes them in the usual order.
struct EntryWriter: ~Copyable {
  private var password = SecretBytes()
  private var fields = SecretBytes()
  private var notes: SecretBytes?
  private var names: Set<String> = []
  private var endsInBlock = false

  /// Adds a field behind those that are there.
  ///
  /// - Throws: ``EntryError``, if no entry can hold the field.
  mutating func add(_ name: String, _ value: consuming SecretBytes) throws(EntryError) {
    guard EntrySyntax.isLegal(name) else { throw .illegalName(name) }
    guard names.insert(name).inserted else { throw .duplicateName(name) }
    guard value.withRawBytes({ $0.isText }) else { throw .illegalValue(name) }
    switch name {
    case EntrySyntax.password: password = consume value
    case EntrySyntax.notes: notes = consume value
    default:
      endsInBlock = value.withRawBytes { fields.append(field: name, $0, lineBreak: "\n") }
    }
  }

  /// The text with all fields.
  consuming func text() -> SecretBytes {
    var text = SecretBytes(minimumCapacity: password.count + fields.count + 4096)
    guard !names.isEmpty else { return text }
    let isFirstLine = password.withRawBytes { EntrySyntax.fitsFirstLine($0) }
    if isFirstLine { text.append(password) }
    text.append("\n")
    if !isFirstLine {
      let isBlock = password.withRawBytes {
        text.append(field: EntrySyntax.password, $0, lineBreak: "\n")
      }
      if fields.isEmpty { endsInBlock = isBlock }
    }
    text.append(fields)
    switch notes {
    case .some(let notes):
      notes.withRawBytes {
        text.append(notes: $0, isAfterBlock: endsInBlock, lineBreak: "\n")
      }
    case .none: break
    }
    return text
  }
}
