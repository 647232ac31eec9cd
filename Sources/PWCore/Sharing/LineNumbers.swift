/// Numbers for lines, the same for the same bytes.
struct LineNumbers {
  /// A line; it must outlive the numbers.
  typealias Line = UnsafeRawBufferPointer

  /// The line of each number.
  private(set) var lines: [Line] = []
  private var numbers: [Content: Int] = [:]

  private struct Content: Hashable {
    let line: Line

    static func == (one: Content, other: Content) -> Bool { one.line.equals(other.line) }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: line) }
  }

  /// The numbers of lines; new ones for those that were not seen before.
  mutating func numbered(_ lines: [Line]) -> [Int] {
    lines.map { line in
      if let number = numbers[Content(line: line)] { return number }
      self.lines.append(line)
      numbers[Content(line: line)] = self.lines.count - 1
      return self.lines.count - 1
    }
  }
}
