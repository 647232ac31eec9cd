import PWCore

/// A text as a row of cells, to be cut where there is no room for all of it.
struct NameCells {
  /// What stands or falls together: a character with what combines with it, or the
  /// escape in the place of one.
  struct Cell: Equatable {
    var text: String
    var width: Int
    /// Whether it is what was looked for.
    var isMatched: Bool
  }

  private(set) var cells: [Cell] = []

  /// The cells of a name.
  ///
  /// - Parameters:
  ///   - bytes: The name.
  ///   - places: The places of the name in lower case that match.
  ///   - widths: How wide characters are.
  init(_ bytes: [UInt8], matching places: Set<Int> = [], _ widths: borrowing ColumnWidths) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      for (place, byte) in bytes.enumerated() {
        cells.append(Self.escape(printable([byte]), places.contains(place)))
      }
      return
    }
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    var place = 0
    for scalar in text.unicodeScalars {
      // As FuzzyMatch.folded(_:) has it.
      let length = isASCII ? 1 : scalar.properties.lowercaseMapping.utf8.count
      let isMatched = (place..<place + length).contains { places.contains($0) }
      place += length
      let shown = printable(String(scalar))
      let width = widths.width(of: scalar)
      if shown.unicodeScalars.count > 1 {
        cells.append(Self.escape(shown, isMatched))
      } else if width == 0, let last = cells.indices.last {
        cells[last].text += shown
        cells[last].isMatched = cells[last].isMatched || isMatched
      } else {
        cells.append(Cell(text: shown, width: width, isMatched: isMatched))
      }
    }
  }

  private static func escape(_ text: String, _ isMatched: Bool) -> Cell {
    Cell(text: text, width: text.utf8.count, isMatched: isMatched)
  }

  /// The columns of all cells.
  var width: Int { cells.reduce(0) { $0 + $1.width } }

  /// Cuts cells away until the rest has room: first those on the left, but not what
  /// matches.
  ///
  /// - Parameters:
  ///   - columns: The room.
  ///   - mark: What stands for what was cut away, each character one column wide.
  mutating func cut(to columns: Int, mark: String) {
    guard width > columns else { return }
    let markCell = Cell(text: mark, width: mark.count, isMatched: false)
    guard columns > mark.count else {
      let text = String(mark.prefix(max(columns, 0)))
      return cells = [Cell(text: text, width: text.count, isMatched: false)]
    }
    var (start, room) = (cells.count, columns - markCell.width)
    while start > 0, cells[start - 1].width <= room {
      start -= 1
      room -= cells[start].width
    }
    if let matched = cells.firstIndex(where: \.isMatched) { start = min(start, matched) }
    var shown = start > 0 ? [markCell] : []
    room = columns - (start > 0 ? markCell.width : 0)
    let rest = cells[start...]
    if rest.reduce(0, { $0 + $1.width }) <= room {
      shown += rest
    } else {
      room -= markCell.width
      for cell in rest {
        guard cell.width <= room else { break }
        room -= cell.width
        shown.append(cell)
      }
      shown.append(markCell)
    }
    cells = shown
  }
}
