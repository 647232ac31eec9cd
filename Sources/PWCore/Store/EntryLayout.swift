/// Where the fields of an entry's text are.
///
/// All ranges count bytes of the text that the layout was made from.
struct EntryLayout {
  /// A field with its block, or consecutive lines of notes.
  struct Part {
    /// The field's name; `nil` for notes.
    var name: String?
    /// The lines, with their line breaks.
    var lines: Range<Int>
    /// From behind the name's colon and blank up to the last line break.
    var value: Range<Int>
    /// The indented lines that hold the value, with their line breaks; `nil` if
    /// the field's own line holds it.
    var block: Range<Int>?
    /// Whether the field's own line ends in the bar that announces a block.
    var isBar = false
    /// Whether an indented line behind the part would belong to its block.
    var isOpen = false
  }

  /// A field as the dictionary has it.
  struct Field {
    /// The name as it is written.
    var name: String
    /// Where the value is.
    var place: Place
  }

  /// Where a field's value is.
  enum Place {
    case firstLine
    /// In the part with this index.
    case part(Int)
    /// In all notes together.
    case notes
  }

  /// Whether lines end in CR and LF, as the first one does.
  let hasCRLF: Bool
  /// The first line without its line break.
  let firstLine: Range<Int>
  /// What lies between the first line and the separator.
  private(set) var parts: [Part] = []
  /// Where the line `---` begins; the end of the text if there is none.
  private(set) var partsEnd: Int
  /// What is behind the line `---`; `nil` if there is none.
  private(set) var remainder: Range<Int>?
  /// The fields, duplicates too, in the order of the text, and the notes last.
  private(set) var fields: [Field] = []

  /// Finds the fields of `text`, which is valid UTF-8.
  init(_ text: UnsafeRawBufferPointer) {
    let lineBreak = text.firstIndex(of: UInt8(ascii: "\n"), in: 0..<text.count)
    let end = lineBreak ?? text.count
    hasCRLF = lineBreak != nil && end > 0 && text[end - 1] == UInt8(ascii: "\r")
    firstLine = 0..<(hasCRLF ? end - 1 : end)
    partsEnd = text.count
    var position = lineBreak.map { $0 + 1 } ?? text.count
    while position < text.count {
      let (content, next) = line(at: position, of: text)
      if text.matches(EntrySyntax.separator, in: content) {
        (partsEnd, remainder) = (position, next..<text.count)
        break
      }
      position = add(content, position..<next, of: text)
    }
    findFields(in: text)
  }

  /// Whether new lines are to end in CR and LF.
  ///
  /// A lone first line that ends in CR would lose it to a plain LF.
  func needsCRLF(in text: UnsafeRawBufferPointer) -> Bool {
    hasCRLF || (firstLine.upperBound == text.count && text.last == UInt8(ascii: "\r"))
  }

  /// The line that begins at `start`, without its line break, and where the
  /// next one begins.
  func line(
    at start: Int, of text: UnsafeRawBufferPointer
  ) -> (content: Range<Int>, next: Int) {
    guard let end = text.firstIndex(of: UInt8(ascii: "\n"), in: start..<text.count) else {
      return (start..<text.count, text.count)
    }
    let hasCR = hasCRLF && end > start && text[end - 1] == UInt8(ascii: "\r")
    return (start..<(hasCR ? end - 1 : end), end + 1)
  }

  /// The field of that name: exactly, else in any case; the first of several.
  func field(_ name: String) -> Field? {
    if let field = fields.first(where: { $0.name == name }) { return field }
    let lowercased = name.lowercased()
    return fields.first { $0.name.lowercased() == lowercased }
  }

  /// Adds a line, and returns where the next one to look at begins.
  private mutating func add(
    _ content: Range<Int>, _ lines: Range<Int>, of text: UnsafeRawBufferPointer
  ) -> Int {
    guard let name = EntrySyntax.name(in: text.part(content)) else {
      if let last = parts.indices.last, parts[last].name == nil {
        parts[last].lines = parts[last].lines.lowerBound..<lines.upperBound
        parts[last].value = parts[last].value.lowerBound..<content.upperBound
      } else {
        parts.append(Part(lines: lines, value: content))
      }
      return lines.upperBound
    }
    let value = EntrySyntax.trimmed(
      (content.lowerBound + name.upperBound + 2)..<content.upperBound, of: text)
    var part = Part(
      name: String(decoding: text.part(content).part(name), as: UTF8.self), lines: lines,
      value: value)
    if text.matches(EntrySyntax.bar, in: value) { readBlock(of: &part, in: text) }
    parts.append(part)
    return part.lines.upperBound
  }

  private func readBlock(of part: inout Part, in text: UnsafeRawBufferPointer) {
    let start = part.lines.upperBound
    (part.isBar, part.isOpen) = (true, true)
    var position = start
    while position < text.count {
      let (content, next) = line(at: position, of: text)
      let isIndented =
        content.count >= 2
        && text.matches(EntrySyntax.indentation, in: position..<(position + 2))
      let isEnd = text.matches(EntrySyntax.bar, in: content)
      guard isIndented || isEnd else { return }
      position = next
      part.lines = part.lines.lowerBound..<next
      part.value = part.value.lowerBound..<content.upperBound
      if isEnd {
        part.isOpen = false
        return
      }
      part.block = start..<next
    }
  }

  private mutating func findFields(in text: UnsafeRawBufferPointer) {
    if !firstLine.isEmpty { fields.append(Field(name: EntrySyntax.password, place: .firstLine)) }
    var hasNotes = remainder != nil
    for (index, part) in parts.enumerated() {
      switch part.name {
      // Empty lines alone, which set fields apart, are no notes.
      case nil where EntrySyntax.isAllBlank(text.part(part.value)): continue
      case nil, EntrySyntax.notes: hasNotes = true
      // An empty password is none, so it does not stand in the way of another.
      case EntrySyntax.password where isEmpty(part, in: text): continue
      case let name?: fields.append(Field(name: name, place: .part(index)))
      }
    }
    if hasNotes { fields.append(Field(name: EntrySyntax.notes, place: .notes)) }
  }

  private func isEmpty(_ part: Part, in text: UnsafeRawBufferPointer) -> Bool {
    guard let block = part.block else { return part.value.isEmpty }
    let (content, next) = line(at: block.lowerBound, of: text)
    return content.count == 2 && next == block.upperBound
  }
}
