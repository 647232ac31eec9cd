extension SecretBytes {
  mutating func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends what stands behind `name: `, without the last line break.
  ///
  /// - Returns: Whether it is a block.
  mutating func append(fieldValue value: UnsafeRawBufferPointer, lineBreak: StaticString) -> Bool {
    if EntrySyntax.fitsLine(value) {
      append(value)
      return false
    }
    append(EntrySyntax.bar)
    append(lineBreak)
    append(linesOf: value, indentation: EntrySyntax.indentation, lineBreak: lineBreak)
    return true
  }

  /// Appends the line of a field, and the block that belongs to it.
  ///
  /// - Returns: Whether there is a block.
  mutating func append(
    field name: String, _ value: UnsafeRawBufferPointer, lineBreak: StaticString
  ) -> Bool {
    append(name.utf8)
    append(": ")
    let isBlock = append(fieldValue: value, lineBreak: lineBreak)
    append(lineBreak)
    return isBlock
  }

  /// Appends notes, behind a line that sets them apart if they need it.
  mutating func append(
    notes: UnsafeRawBufferPointer, isAfterBlock: Bool, lineBreak: StaticString
  ) {
    if EntrySyntax.areNotes(notes, isAfterBlock: isAfterBlock) {
      append(linesOf: notes, indentation: "", lineBreak: lineBreak)
      append(lineBreak)
    } else {
      append(EntrySyntax.separator)
      append(lineBreak)
      append(notes)
    }
  }

  private mutating func append(
    linesOf text: UnsafeRawBufferPointer, indentation: StaticString, lineBreak: StaticString
  ) {
    var start = 0
    while true {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), in: start..<text.count)
      append(indentation)
      append(text.part(start..<(end ?? text.count)))
      guard let end else { return }
      append(lineBreak)
      start = end + 1
    }
  }
}
