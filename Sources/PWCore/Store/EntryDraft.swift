/// A text in the making, which is kept from saying something else than its
/// parts did.
struct EntryDraft: ~Copyable {
  /// Whether an indented line would now belong to the block before it.
  var isOpen = false
  private var bytes: SecretBytes
  private let lineBreak: StaticString
  private let hasCRLF: Bool

  /// Creates an empty text.
  ///
  /// - Parameters:
  ///   - capacity: The room to reserve, in bytes.
  ///   - hasCRLF: Whether CR and LF end the lines that are not copied.
  init(capacity: Int, hasCRLF: Bool) {
    bytes = SecretBytes(minimumCapacity: capacity)
    self.hasCRLF = hasCRLF
    lineBreak = hasCRLF ? "\r\n" : "\n"
  }

  /// Makes ready for `text`, which is to begin on a line of its own.
  mutating func beginPart(_ text: UnsafeRawBufferPointer) {
    endLine()
    if isOpen, EntrySyntax.continuesBlock(text, hasCRLF: hasCRLF) {
      bytes.append(EntrySyntax.bar)
      endLine()
    }
    isOpen = false
  }

  /// Ends the last line, if it has no line break.
  mutating func endLine() {
    let hasEnded = bytes.withRawBytes { $0.last == UInt8(ascii: "\n") }
    if !hasEnded { bytes.append(lineBreak) }
  }

  /// Appends a copy of old text.
  mutating func append(_ text: UnsafeRawBufferPointer) { bytes.append(text) }

  /// Appends a value, without a line break at its end.
  mutating func append(fieldValue value: UnsafeRawBufferPointer) {
    isOpen = bytes.append(fieldValue: value, lineBreak: lineBreak)
  }

  /// Appends a field.
  mutating func append(field name: String, _ value: UnsafeRawBufferPointer) {
    endLine()
    isOpen = bytes.append(field: name, value, lineBreak: lineBreak)
  }

  /// Appends notes, as the last part.
  mutating func append(notes: UnsafeRawBufferPointer) {
    endLine()
    bytes.append(notes: notes, isAfterBlock: isOpen, lineBreak: lineBreak)
  }

  /// The text.
  consuming func finish() -> SecretBytes { bytes }
}
