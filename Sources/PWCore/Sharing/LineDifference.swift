/// Which lines of a text differ from those of an older one.
public struct LineDifference: Sendable {
  /// A line that only one of the texts has.
  public struct Line: Hashable, Sendable {
    /// Whether the newer text has it.
    public let isNew: Bool
    /// Where it is in its text, without its end.
    public let range: Range<Int>
  }

  /// The lines, in the order of the texts; where lines were replaced, the old
  /// ones come first.
  public let lines: [Line]

  /// Compares two texts line by line.
  public init(_ old: borrowing SecretBytes, _ new: borrowing SecretBytes) {
    lines = old.withRawBytes { old in
      new.withRawBytes { new in Self.lines(old, new) }
    }
  }

  /// How many lines the newer text has that the older one has not.
  public var addedCount: Int { lines.count { $0.isNew } }
  /// How many lines the older text has that the newer one has not.
  public var removedCount: Int { lines.count - addedCount }

  private static func lines(
    _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer
  ) -> [Line] {
    let before = split(old).map { Line(isNew: false, range: $0) }
    let after = split(new).map { Line(isNew: true, range: $0) }
    func text(_ line: Line) -> UnsafeRawBufferPointer { (line.isNew ? new : old).part(line.range) }
    let difference = after.difference(from: before) { text($0).equals(text($1)) }
    var inserted: [Int: Line] = [:]
    var removed: [Int: Line] = [:]
    for change in difference {
      switch change {
      case .insert(let offset, let line, _): inserted[offset] = line
      case .remove(let offset, let line, _): removed[offset] = line
      }
    }
    var lines: [Line] = []
    var (position, newPosition) = (0, 0)
    while position < before.count || newPosition < after.count {
      if let line = removed[position] {
        lines.append(line)
        position += 1
      } else if let line = inserted[newPosition] {
        lines.append(line)
        newPosition += 1
      } else {
        position += 1
        newPosition += 1
      }
    }
    return lines
  }

  private static func split(_ text: UnsafeRawBufferPointer) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), in: start..<text.count) ?? text.count
      lines.append(start..<end)
      start = end + 1
    }
    return lines
  }
}
