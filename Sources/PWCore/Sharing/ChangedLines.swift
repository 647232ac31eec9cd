/// Which lines of a text differ from those of an older one.
public struct ChangedLines: Sendable {
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
  public init(from old: borrowing SecretBytes, to new: borrowing SecretBytes) {
    lines = old.withRawBytes { old in
      new.withRawBytes { new in
        let (before, after) = (Self.split(old), Self.split(new))
        var numbers = LineNumbers()
        let difference = LineDiff(
          from: numbers.numbered(before.map(old.part)), to: numbers.numbered(after.map(new.part)))
        return difference.changes.flatMap { change in
          before[change.old].map { Line(isNew: false, range: $0) }
            + after[change.new].map { Line(isNew: true, range: $0) }
        }
      }
    }
  }

  /// How many lines the newer text has that the older one has not.
  public var addedCount: Int { lines.count { $0.isNew } }
  /// How many lines the older text has that the newer one has not.
  public var removedCount: Int { lines.count - addedCount }

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
