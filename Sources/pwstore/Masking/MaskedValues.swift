import PWCore

/// The values that are to be hidden, and the forms in which programs print them.
struct MaskedValues {
  private let automaton = PatternAutomaton()

  /// The shortest value that is hidden: a shorter one is in too much of all text.
  static let shortest = PatternAutomaton.shortestPattern

  /// The longest value that is hidden, in bytes: each takes 20 bytes of memory.
  static let longest = 262_144

  /// The longest value that is looked for in other forms, too.
  private static let longestEncoded = 16384

  /// Ends the list.
  ///
  /// - Returns: What finds the values.
  func finish() -> PatternAutomaton {
    automaton.finish()
    return automaton
  }

  /// Adds a value, and if it has several lines, each of them.
  ///
  /// - Returns: Whether it will be hidden; an empty one needs not be.
  @discardableResult
  func add(_ value: borrowing SecretBytes) -> Bool {
    value.withBytes { bytes in
      guard bytes.count <= Self.longest else { return false }
      addForms(of: bytes)
      let lines = Self.lines(of: bytes)
      guard !lines.isEmpty else { return bytes.count == 0 }
      // Of one line, too: it is printed without the blanks around it.
      for line in lines where line.count < bytes.count { addForms(of: bytes.extracting(line)) }
      return lines.contains { $0.count >= Self.shortest }
    }
  }

  /// The lines of a value that are not blank, without blanks and CR at their ends.
  static func lines(of bytes: Span<UInt8>) -> [Range<Int>] {
    let blanks = Array(" \t\r".utf8)
    var lines: [Range<Int>] = []
    var start = 0
    for index in 0...bytes.count
    where index == bytes.count || bytes[index] == UInt8(ascii: "\n") {
      var line = start..<index
      while let first = line.first, blanks.contains(bytes[first]) { line = line.dropFirst() }
      while let last = line.last, blanks.contains(bytes[last]) { line = line.dropLast() }
      if !line.isEmpty { lines.append(line) }
      start = index + 1
    }
    return lines
  }

  private func addForms(of bytes: Span<UInt8>) {
    guard bytes.count >= Self.shortest else { return }
    automaton.add(bytes)
    guard bytes.count <= Self.longestEncoded else { return }
    for offset in 0..<3 { Base64Forms(bytes, behind: offset).add(to: automaton) }
    // Most values are the same in all other forms.
    guard !bytes.indices.allSatisfy({ PercentForm.isAlwaysSafe(bytes[$0]) }) else { return }
    for form in PercentForm.all { automaton.add(form.encode(bytes)) }
    for form in EscapedForm.all { automaton.add(form.encode(bytes)) }
  }
}
