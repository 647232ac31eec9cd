import PWCore

/// What the lines of an entry are: the rules once more, written for arrays and
/// without any speed, to compare with.
struct EntryOutline {
  struct Part {
    var name: String?
    var lines: [UInt8]
    var value: [UInt8]
  }

  private(set) var parts: [Part] = []
  private var firstLine: [UInt8]
  private var firstBreak: [UInt8] = []
  private var separator: [UInt8] = []
  private var remainder: [UInt8]?
  private let hasCRLF: Bool

  init(_ text: [UInt8]) {
    var lines = text.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) + [10] }
    lines[lines.count - 1].removeLast()
    if lines.last == [] { lines.removeLast() }
    hasCRLF = lines.first?.suffix(2) == [13, 10]
    firstLine = []
    guard !lines.isEmpty else { return }
    let first = lines.removeFirst()
    firstLine = content(first)
    firstBreak = Array(first.dropFirst(firstLine.count))
    while !lines.isEmpty {
      let line = lines.removeFirst()
      let content = content(line)
      if content == Array("---".utf8) {
        (separator, remainder) = (line, lines.flatMap { $0 })
        return
      }
      guard let colon = Self.colon(of: content) else {
        parts.append(Part(name: nil, lines: line, value: content))
        continue
      }
      var part = Part(
        name: String(decoding: content[..<colon], as: UTF8.self), lines: line,
        value: Self.trimmed(content[(colon + 2)...]))
      if part.value == Array("|".utf8) { addBlock(to: &part, from: &lines) }
      parts.append(part)
    }
  }

  private static func trimmed(_ value: ArraySlice<UInt8>) -> [UInt8] {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    var trimmed = value.drop(while: isBlank)
    while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
    return Array(trimmed)
  }

  /// The name of the field that `name` means; `nil` if there is none.
  func field(_ name: String) -> String? {
    let names = fields.map(\.name)
    return names.first { $0 == name } ?? names.first { $0.lowercased() == name.lowercased() }
  }

  /// The values of all fields that are not `name`, with duplicates.
  func others(than name: String) -> [String] {
    fields.filter { $0.name != name }.map { "\(Array($0.name.utf8)): \($0.value)" }
  }

  /// The values of the field and its duplicates.
  func values(of name: String) -> [[UInt8]] { fields.filter { $0.name == name }.map(\.value) }

  /// The text without the field, its duplicates, and what sets notes apart.
  func bytes(without name: String) -> [UInt8] {
    let kept = parts.filter { ($0.name ?? "notes") != name }.flatMap(\.lines)
    return (name == "password" ? [] : firstLine) + firstBreak + kept
      + (name == "notes" ? [] : separator + (remainder ?? []))
  }

  private var fields: [(name: String, value: [UInt8])] {
    var fields: [(name: String, value: [UInt8])] = []
    if !firstLine.isEmpty { fields.append(("password", firstLine)) }
    for part in parts {
      guard let name = part.name, name != "notes" else { continue }
      if name != "password" || !part.value.isEmpty { fields.append((name, part.value)) }
    }
    let notes =
      parts.filter { ($0.name ?? "notes") == "notes" }.map(\.value) + (remainder.map { [$0] } ?? [])
    let isVisible = parts.contains { part in
      part.name == "notes" || (part.name == nil && !part.value.allSatisfy(Self.blanks.contains))
    }
    if isVisible || remainder != nil {
      fields.append(("notes", Array(notes.joined(separator: [10]))))
    }
    return fields
  }

  private func content(_ line: [UInt8]) -> [UInt8] {
    guard line.last == 10 else { return line }
    return line.dropLast(hasCRLF && line.suffix(2) == [13, 10] ? 2 : 1)
  }

  private func addBlock(to part: inout Part, from lines: inout [[UInt8]]) {
    var values: [[UInt8]] = []
    while let line = lines.first, line.starts(with: [32, 32]) {
      values.append(Array(content(lines.removeFirst()).dropFirst(2)))
      part.lines += line
    }
    if let line = lines.first, content(line) == Array("|".utf8) {
      part.lines += lines.removeFirst()
    }
    if !values.isEmpty { part.value = Array(values.joined(separator: [10])) }
  }

  private static let blanks: [UInt8] = [32, 9, 10, 11, 12, 13]

  private static func colon(of line: [UInt8]) -> Int? {
    let colon = line.indices.first {
      line[$0] == 0x3A && $0 + 1 < line.count && [32, 9].contains(line[$0 + 1])
    }
    guard let colon, colon > 0, !blanks.contains(line[0]), !blanks.contains(line[colon - 1]) else {
      return nil
    }
    return colon
  }
}
