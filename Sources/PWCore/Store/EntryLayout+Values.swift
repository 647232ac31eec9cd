extension EntryLayout {
  /// Calls `body` with the pieces that a field's value consists of, in order.
  func forEachPiece(
    at place: Place, of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    switch place {
    case .firstLine: body(text.part(firstLine))
    case .part(let index): forEachPiece(of: parts[index], of: text, body)
    case .notes:
      var isFirst = true
      for part in parts where part.name == nil || part.name == EntrySyntax.notes {
        if !isFirst { Self.withLineBreak(body) }
        forEachPiece(of: part, of: text, body)
        isFirst = false
      }
      guard let remainder else { return }
      if !isFirst { Self.withLineBreak(body) }
      body(text.part(remainder))
    }
  }

  /// Whether a field's value is just `value`.
  func hasValue(
    _ value: UnsafeRawBufferPointer, at place: Place, of text: UnsafeRawBufferPointer
  ) -> Bool {
    var isSame = true
    var position = 0
    forEachPiece(at: place, of: text) { piece in
      let end = min(position + piece.count, value.count)
      isSame = isSame && value.part(position..<end).equals(piece)
      position = end
    }
    return isSame && position == value.count
  }

  private func forEachPiece(
    of part: Part, of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    if let block = part.block {
      forEachLine(in: block, of: text, droppingFirst: 2, body)
    } else if part.name != nil {
      // A bar may have an end without a block.
      body(text.part(part.isBar ? part.value.prefix(1) : part.value))
    } else if hasCRLF {
      forEachLine(in: part.lines, of: text, droppingFirst: 0, body)
    } else {
      body(text.part(part.value))
    }
  }

  private func forEachLine(
    in lines: Range<Int>, of text: UnsafeRawBufferPointer, droppingFirst count: Int,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    var position = lines.lowerBound
    while position < lines.upperBound {
      let (content, next) = line(at: position, of: text)
      if position > lines.lowerBound { Self.withLineBreak(body) }
      body(text.part(content.dropFirst(count)))
      position = next
    }
  }

  private static func withLineBreak(_ body: (UnsafeRawBufferPointer) -> Void) {
    withUnsafeBytes(of: UInt8(ascii: "\n")) { body($0) }
  }
}
