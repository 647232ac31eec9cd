/// A three-way merge of an entry's decrypted text.
///
/// A field that only one side has changed, added or removed is as on that side;
/// of the notes, that goes for each line. Names match exactly. What both have
/// changed, each in its own way, is a conflict. All else of the text is as in
/// ours, and where the sides have changed different lines, as on both.
package struct EntryMerge: ~Copyable {
  /// Something that both sides have changed.
  package struct Conflict: Sendable {
    /// What it is: a field, or the text as a whole, if a side is not UTF-8 or has
    /// several fields of one name where they matter.
    package let subject: MergeConflict.Subject
    /// The value on our side; `nil` if it is not there any more.
    package let ours: SharedSecret?
    /// The value on the other side.
    package let theirs: SharedSecret?
  }

  /// What needs a choice.
  package let conflicts: [Conflict]
  /// The text with all that needs none; else as in ours.
  private let merged: SecretBytes

  /// Merges what two sides have made of `base`, which is empty where both have
  /// made the entry anew.
  package init(
    base: borrowing SecretBytes, ours: borrowing SecretBytes, theirs: borrowing SecretBytes
  ) {
    if ours.isEqual(to: theirs) || base.isEqual(to: theirs) {
      conflicts = []
      merged = ours.copy()
      return
    }
    if base.isEqual(to: ours) {
      conflicts = []
      merged = theirs.copy()
      return
    }
    switch Self.merge(base, ours, theirs) {
    case .some(let outcome):
      conflicts = outcome.conflicts
      merged = outcome.text.copy()
    case .none:
      let (our, their) = (SharedSecret(ours.copy()), SharedSecret(theirs.copy()))
      conflicts = [Conflict(subject: .content, ours: our, theirs: their)]
      merged = ours.copy()
    }
  }

  /// The merged text.
  ///
  /// - Parameters:
  ///   - choices: One for each conflict, in their order. To keep both of a field
  ///     is to have theirs as `NAME (LABEL)`, or as `NAME` if ours is gone. Both of
  ///     the text as a whole are too much for one entry: the result is ours, and
  ///     it is the caller who keeps theirs elsewhere.
  ///   - label: What tells a field of theirs from ours, such as `theirs,
  ///     2026-11-30`. If there is such a field already with another value, a
  ///     number follows.
  /// - Returns: The text, in which nothing else has changed.
  /// - Throws: ``EntryError``, if a value that was chosen, or the label, is one
  ///   that no field can have.
  package func text(
    choosing choices: [MergeChoice], label: String
  ) throws(EntryError) -> SecretBytes {
    var entry = Entry(merged.copy())
    var kept: [(name: String, theirs: SharedSecret)] = []
    for (conflict, choice) in zip(conflicts, choices) {
      guard case .field(let name) = conflict.subject else {
        switch choice {
        case .ours, .both: continue
        case .theirs: entry = Entry(conflict.theirs?.bytes.copy() ?? SecretBytes())
        case .value(let value): entry = Entry(value.bytes.copy())
        }
        continue
      }
      switch choice {
      case .ours: continue
      case .theirs: try entry.replace(name, by: conflict.theirs)
      case .value(let value): try entry.replace(name, by: value)
      case .both:
        guard let theirs = conflict.theirs else { continue }
        if conflict.ours == nil {
          try entry.replace(name, by: theirs)
        } else {
          kept.append((name, theirs))
        }
      }
    }
    // Comes last: fields of such names may be among the conflicts.
    for (name, theirs) in kept {
      try entry.replace(try entry.nameBeside(name, label, for: theirs), by: theirs)
    }
    return entry.bytes.copy()
  }

  /// A merged text, and what it leaves open.
  private struct Outcome: ~Copyable {
    let conflicts: [Conflict]
    let text: SecretBytes
  }

  /// Merges field by field; `nil` if that cannot be done.
  private static func merge(
    _ base: borrowing SecretBytes, _ ours: borrowing SecretBytes, _ theirs: borrowing SecretBytes
  ) -> Outcome? {
    base.withRawBytes { base in
      ours.withRawBytes { our in
        theirs.withRawBytes { their in
          guard base.isText, our.isText, their.isText else { return nil }
          let fields = FieldMerge(base: base, ours: our, theirs: their)
          if fields.conflicts.isEmpty {
            switch joined(base, our, their) {
            case .some(let text) where text.withRawBytes { fields.isResult($0, ours: our) }:
              return Outcome(conflicts: [], text: text)
            default: break
            }
          }
          if fields.changesDuplicates { return nil }
          var entry = Entry(SecretBytes(copying: our.bindMemory(to: UInt8.self).span))
          do throws(EntryError) {
            for change in fields.changes { try entry.replace(change.name, by: change.value) }
          } catch {
            return nil
          }
          guard entry.bytes.withRawBytes({ fields.isResult($0, ours: our) }) else { return nil }
          return Outcome(conflicts: fields.conflicts, text: entry.bytes.copy())
        }
      }
    }
  }

  /// The lines of both sides, so that comments and order live; `nil` if both have
  /// changed the same ones.
  private static func joined(
    _ base: UnsafeRawBufferPointer, _ ours: UnsafeRawBufferPointer,
    _ theirs: UnsafeRawBufferPointer
  ) -> SecretBytes? {
    let merge = LineMerge(
      base: base.linesWithBreaks, ours: ours.linesWithBreaks, theirs: theirs.linesWithBreaks)
    guard let lines = merge.lines else { return nil }
    var text = SecretBytes(minimumCapacity: ours.count + theirs.count + 1)
    for (index, line) in lines.enumerated() {
      // A last line without its end would run into what is behind it now.
      guard index == lines.count - 1 || line.last == UInt8(ascii: "\n") else { return nil }
      text.append(line)
    }
    return text
  }
}

extension Entry {
  /// Sets the field of just this name, or removes it.
  fileprivate mutating func replace(
    _ name: String, by value: SharedSecret?
  ) throws(EntryError) {
    if let value {
      try setExactly(name, to: value.bytes)
    } else if try fieldNames().contains(name) {
      try remove(name)
    }
  }

  /// A name for a second value of a field.
  fileprivate borrowing func nameBeside(
    _ name: String, _ label: String, for value: SharedSecret
  ) throws(EntryError) -> String {
    let names = Set(try fieldNames())
    // A colon and a blank would end the name.
    let start = name.hasSuffix(":") ? name : "\(name) "
    var number = 1
    while true {
      let beside = "\(start)(\(label)\(number == 1 ? "" : ", \(number)"))"
      guard names.contains(beside) else { return beside }
      switch try field(beside) {
      case .some(let present) where present.isEqual(to: value.bytes): return beside
      default: number += 1
      }
    }
  }
}
