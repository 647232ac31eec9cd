/// Draws the picker on some lines below the prompt, and leaves the cursor on the
/// first of them.
///
///     > git al
///       2/10000
///     > work/github.com/alice
///       web/gitlab.com/alan
///
/// The cursor stays on the first line, so that all that is drawn can be erased even
/// if the terminal has wrapped it anew.
struct PickerDrawing {
  /// The terminal's width.
  let columns: Int
  /// How many lines are used; at least 1.
  let lines: Int
  private let isStyled: Bool
  private let mark: String

  /// Draws on a terminal.
  ///
  /// - Parameters:
  ///   - size: The terminal's present size.
  ///   - isStyled: Whether to use bold and reversed characters.
  ///   - isUTF8: Whether the locale's characters are UTF-8.
  ///   - count: How many keys there are.
  init(_ size: (columns: Int, lines: Int), isStyled: Bool, isUTF8: Bool, keys count: Int) {
    columns = size.columns
    // Some of what stood on the screen stays to be seen.
    let limit = max(1, min(size.lines - 1, max(6, min(15, size.lines * 2 / 5))))
    lines = min(limit, max(count, 1) + 2)
    self.isStyled = isStyled
    mark = isUTF8 ? "…" : "..."
  }

  /// For how many matches there is room.
  var room: Int { lines - header }

  /// The lines above the matches: that of the query, and that of the count.
  private var header: Int { lines < 3 ? 1 : 2 }

  /// Erases what was drawn.
  static let erasing = Array("\r\u{1B}[J".utf8)

  /// Erases what was drawn before the terminal's size has changed.
  ///
  /// Most terminals wrap lines anew then, and so may have moved the cursor down.
  ///
  /// - Parameters:
  ///   - cursor: The column in which the cursor was.
  ///   - columns: The new width.
  /// - Returns: What to write.
  static func erasing(cursor: Int, columns: Int) -> [UInt8] {
    let moved = cursor / max(columns, 1)
    return (moved > 0 ? Array("\u{1B}[\(moved)A".utf8) : []) + erasing
  }

  /// What makes the terminal ready: it is to tell what is pasted.
  static let beginning = Array("\u{1B}[?2004h".utf8)

  /// What leaves the terminal as it was.
  static let ending = erasing + Array("\u{1B}[?2004l".utf8)

  /// The picture of a picker, and the column in which it leaves the cursor.
  func picture(of picker: Picker) -> (bytes: [UInt8], cursor: Int) {
    let widths = ColumnWidths()
    let (query, cursor) = queryLine(picker.query, widths)
    var rows = [query]
    if header == 2 {
      let count = "  \(picker.matches.count)/\(picker.keys.count)"
      // A part of a number would be another one.
      rows.append(count.utf8.count < columns ? count : "")
    }
    if room > 0 {
      for (index, key) in zip(picker.top..., picker.shown) {
        let cells = NameCells(
          picker.keys[key], matching: picker.match.places(in: picker.keys.folded(key)),
          widths)
        rows.append(row(cells, isSelected: index == picker.selection))
      }
    }
    rows += Array(repeating: "", count: max(0, lines - rows.count))
    // Without wrapping, a character that is wider here than for the C library does no
    // harm.
    var text = "\u{1B}[?25l\u{1B}[?7l\r"
    text += rows.prefix(lines).joined(separator: "\u{1B}[K\r\n")
    text += "\u{1B}[J"
    if lines > 1 { text += "\u{1B}[\(lines - 1)A" }
    text += "\r"
    if cursor > 0 { text += "\u{1B}[\(cursor)C" }
    return (Array("\(text)\u{1B}[?7h\u{1B}[?25h".utf8), cursor)
  }

  /// The line with what is typed, and the cursor's column.
  private func queryLine(
    _ query: QueryLine, _ widths: borrowing ColumnWidths
  ) -> (text: String, cursor: Int) {
    let start = columns > 4 ? "> " : ""
    // There is always room for the cursor.
    let room = max(0, columns - start.count - 1)
    var before = NameCells(Array(query.before.utf8), widths)
    before.cut(to: room, mark: mark)
    let cursor = before.width
    var text = before.cells.map(\.text).joined()
    var rest = room - cursor
    for cell in NameCells(Array(query.after.utf8), widths).cells {
      guard cell.width <= rest else { break }
      rest -= cell.width
      text += cell.text
    }
    return (start + text, start.count + cursor)
  }

  private func row(_ cells: NameCells, isSelected: Bool) -> String {
    let start = columns > 4 ? (isSelected ? "> " : "  ") : ""
    var cells = cells
    // A character in the last column would be erased with what is behind it.
    cells.cut(to: columns - start.count - 1, mark: mark)
    var text = start
    var style = ""
    for cell in cells.cells {
      let new = (isSelected ? ";7" : "") + (cell.isMatched ? ";1;4" : "")
      if isStyled, new != style {
        text += "\u{1B}[0\(new)m"
        style = new
      }
      text += cell.text
    }
    return style.isEmpty ? text : text + "\u{1B}[0m"
  }
}
