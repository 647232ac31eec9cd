/// The text of a recipients file, line by line, for who changes it: what is not
/// concerned stays byte for byte.
struct RecipientsLines {
  /// A line with its end, and the id that it names.
  struct Line: Hashable {
    var bytes: [UInt8]
    /// The id; `nil` for a comment or an empty line.
    var id: String?

    /// The line without its end.
    var text: ArraySlice<UInt8> { bytes[...].prefix { $0 != 0x0A && $0 != 0x0D } }
  }

  private(set) var lines: [Line] = []

  /// The ids in the file's order.
  var ids: [String] { lines.compactMap(\.id) }

  /// The whole file.
  var bytes: [UInt8] { lines.flatMap(\.bytes) }

  /// Takes a file apart; lines end as for ``RecipientsFile``.
  init(_ content: [UInt8]) {
    var rest = content[...]
    while !rest.isEmpty {
      let text = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      let isCRLF = rest[text.endIndex...].starts(with: [0x0D, 0x0A])
      let line = rest.prefix(text.count + (isCRLF ? 2 : 1))
      lines.append(Line(bytes: Array(line), id: RecipientsFile.id(in: text)))
      rest = rest[line.endIndex...]
    }
  }

  /// Removes the lines whose id is not wanted.
  mutating func remove(where isUnwanted: (String) -> Bool) {
    lines.removeAll { $0.id.map(isUnwanted) ?? false }
  }

  /// Adds a line at the end, which then ends as the first one does.
  mutating func append(_ text: some Sequence<UInt8>) {
    let isCRLF = lines.first?.bytes.ends(with: [0x0D, 0x0A]) ?? false
    let end: [UInt8] = isCRLF ? [0x0D, 0x0A] : [0x0A]
    if let last = lines.last, last.text.count == last.bytes.count {
      lines[lines.count - 1].bytes += end
    }
    let text = Array(text)
    lines.append(Line(bytes: text + end, id: RecipientsFile.id(in: text[...])))
  }
}
