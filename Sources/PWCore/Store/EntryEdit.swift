/// What is to change in an entry's text.
struct EntryEdit {
  /// What is to become of a part.
  private enum Action {
    case remove
    case setValue
  }

  /// A field to add.
  private struct Addition {
    var name: String
    /// The number of parts that come before it.
    var index: Int
  }

  private var value = UnsafeRawBufferPointer(start: nil, count: 0)
  private var firstLine: UnsafeRawBufferPointer?
  private var actions: [Int: Action] = [:]
  private var addition: Addition?
  private var removesNotes = false
  private var addsNotes = false

  /// Sets a field, which is there or is to be added as `name`, to `value`, which
  /// must outlive the edit.
  init(
    setting name: String, _ field: EntryLayout.Field?, to value: UnsafeRawBufferPointer,
    in layout: EntryLayout
  ) {
    let name = field?.name ?? name
    if name == EntrySyntax.password, value.isEmpty {
      if let field { self = EntryEdit(removing: field, in: layout) }
      return
    }
    self.value = value
    switch (name, field?.place) {
    case (EntrySyntax.notes, _): (removesNotes, addsNotes) = (true, true)
    case (EntrySyntax.password, let place) where EntrySyntax.fitsFirstLine(value):
      firstLine = value
      if case .part(let index)? = place { actions[index] = .remove }
    case (_, .part(let index)?): actions[index] = .setValue
    case (EntrySyntax.password, _):
      firstLine = UnsafeRawBufferPointer(start: nil, count: 0)
      addition = Addition(name: name, index: 0)
    default:
      let last = layout.parts.lastIndex { $0.name != nil && $0.name != EntrySyntax.notes }
      addition = Addition(name: name, index: last.map { $0 + 1 } ?? 0)
    }
  }

  /// Removes a field and its duplicates.
  init(removing field: EntryLayout.Field, in layout: EntryLayout) {
    if field.name == EntrySyntax.notes {
      removesNotes = true
      return
    }
    if field.name == EntrySyntax.password {
      firstLine = UnsafeRawBufferPointer(start: nil, count: 0)
    }
    for (index, part) in layout.parts.enumerated() where part.name == field.name {
      actions[index] = .remove
    }
  }

  /// The text with the changes.
  func applied(to layout: EntryLayout, of text: UnsafeRawBufferPointer) -> SecretBytes {
    var draft = EntryDraft(
      capacity: text.count + value.count + 4096, hasCRLF: layout.needsCRLF(in: text))
    draft.append(firstLine ?? text.part(layout.firstLine))
    let rest = layout.parts.first?.lines.lowerBound ?? layout.partsEnd
    draft.append(text.part(layout.firstLine.upperBound..<rest))
    if text.isEmpty, firstLine != nil { draft.endLine() }

    for (index, part) in layout.parts.enumerated() {
      add(at: index, to: &draft)
      let isNotes = part.name == nil || part.name == EntrySyntax.notes
      if isNotes && removesNotes { continue }
      switch actions[index] {
      case .remove: continue
      case .setValue:
        draft.beginPart(text.part(part.lines))
        draft.append(text.part(part.lines.lowerBound..<part.value.lowerBound))
        draft.append(fieldValue: value)
        var rest = part.value.upperBound..<part.lines.upperBound
        // The last line of a block would take blanks behind the old value for its own.
        if !EntrySyntax.fitsLine(value) { rest = EntrySyntax.trimmed(rest, of: text) }
        let lineBreak = text.part(rest)
        // A lone LF would take the value's own CR for half of the line break.
        let takesCR = layout.hasCRLF && lineBreak.count == 1 && value.last == UInt8(ascii: "\r")
        if takesCR { draft.endLine() } else { draft.append(lineBreak) }
      case nil:
        draft.beginPart(text.part(part.lines))
        draft.append(text.part(part.lines))
        draft.isOpen = part.isOpen
      }
    }
    add(at: layout.parts.count, to: &draft)
    if addsNotes {
      draft.append(notes: value)
    } else if layout.remainder != nil, !removesNotes {
      draft.beginPart(text.part(layout.partsEnd..<text.count))
      draft.append(text.part(layout.partsEnd..<text.count))
    }
    return draft.finish()
  }

  private func add(at index: Int, to draft: inout EntryDraft) {
    guard let addition, addition.index == index else { return }
    draft.append(field: addition.name, value)
  }
}
