import PWCore

/// Prints for a person in which fields two versions of an entry differ.
struct DiffText {
  private let session: Session
  /// Whether values are shown.
  private let reveals: Bool

  init(_ session: Session, reveals: Bool) {
    (self.session, self.reveals) = (session, reveals)
  }

  /// Prints what differs.
  ///
  /// - Throws: ``StreamError``, or ``EntryError``.
  func write(
    _ comparison: EntryComparison, _ old: borrowing Entry, _ new: borrowing Entry
  ) throws {
    guard comparison.areTexts else {
      return try writeLine("~", "binary, \(old.bytes.count) and \(new.bytes.count) bytes")
    }
    for field in comparison.fields {
      let name = printable(field.name)
      if field.name == "notes" {
        let before = try Self.value(of: old, field.name)
        try writeNotes(field, before, try Self.value(of: new, field.name))
      } else if !reveals {
        try writeLine(Self.mark(field.kind), "\(name) (hidden)")
      } else {
        if field.kind != .added {
          try writeValue("-", name, try Self.value(of: old, field.name))
        }
        if field.kind != .removed {
          try writeValue("+", name, try Self.value(of: new, field.name))
        }
      }
    }
    if comparison.fields.isEmpty {
      try writeLine("~", "only lines that belong to no field, such as blank ones")
    }
  }

  private static func mark(_ kind: EntryComparison.Kind) -> String {
    switch kind {
    case .added: "+"
    case .removed: "-"
    case .changed: "~"
    }
  }

  private static func value(of entry: borrowing Entry, _ name: String) throws -> SecretBytes {
    // A field that is not there has an empty value here.
    try entry.fieldNames().contains(name) ? try entry.field(name) ?? SecretBytes() : SecretBytes()
  }

  private func writeNotes(
    _ field: EntryComparison.Field, _ old: borrowing SecretBytes, _ new: borrowing SecretBytes
  ) throws {
    let difference = ChangedLines(from: old, to: new)
    let added = difference.addedCount
    let counts = "\(added) line\(added == 1 ? "" : "s") added, \(difference.removedCount) removed"
    try writeLine(Self.mark(field.kind), "\(printable(field.name)) (\(counts))")
    guard reveals else { return }
    for line in difference.lines {
      try start(line.isNew ? "+" : "-")
      try line.isNew ? writeSecret(new, line.range) : writeSecret(old, line.range)
      try end()
    }
  }

  /// Prints `MARK NAME: VALUE`, with the mark before each line of the value.
  private func writeValue(
    _ mark: String, _ name: String, _ value: borrowing SecretBytes
  ) throws {
    var position = 0
    var isFirst = true
    repeat {
      let end = value.withBytes { bytes in
        (position..<bytes.count).first { bytes[$0] == UInt8(ascii: "\n") } ?? bytes.count
      }
      try start(mark)
      try session.output.write(isFirst ? "\(name): " : "  ")
      try writeSecret(value, position..<end)
      try self.end()
      (position, isFirst) = (end + 1, false)
    } while position < value.count
  }

  private func writeSecret(_ secret: borrowing SecretBytes, _ range: Range<Int>) throws {
    try secret.withBytes { (bytes) throws(StreamError) in
      try session.output.writeSecret(bytes.extracting(range))
    }
  }

  private func writeLine(_ mark: String, _ text: String) throws {
    try start(mark)
    try session.output.write(text)
    try end()
  }

  private func start(_ mark: String) throws {
    let colors = ["+": "32", "-": "31"]
    if session.terminal.wantsColor {
      try session.output.write("\u{1B}[\(colors[mark] ?? "33")m")
    }
    try session.output.write("\(mark) ")
  }

  private func end() throws {
    try session.output.write(session.terminal.wantsColor ? "\u{1B}[0m\n" : "\n")
  }
}
