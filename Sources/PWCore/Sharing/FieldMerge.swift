/// What both sides have made of the fields of an entry.
struct FieldMerge {
  /// Something that theirs has changed, and that ours is to take over.
  struct Change {
    /// The field.
    var name: String
    /// Its value; `nil` to remove it.
    var value: SharedSecret?
  }

  /// What ours is to take over.
  private(set) var changes: [Change] = []
  /// What both have changed, each in its own way.
  private(set) var conflicts: [EntryMerge.Conflict] = []
  /// Whether a name that stands for several fields has changed, so that setting
  /// fields by their names does not do.
  private(set) var changesDuplicates = false
  /// How often a name may be in the merged text.
  private var counts: [String: Int] = [:]

  /// One side's text, and its fields by their names.
  private struct Side {
    let text: UnsafeRawBufferPointer
    let layout: EntryLayout
    let fields: [String: [EntryLayout.Field]]

    init(_ text: UnsafeRawBufferPointer) {
      self.text = text
      layout = EntryLayout(text)
      fields = Dictionary(grouping: layout.fields, by: \.name)
    }

    func value(_ name: String) -> SharedSecret? {
      fields[name]?.first.map { SharedSecret(layout.value(at: $0.place, of: text)) }
    }

    /// Whether both have the same value, or neither has any.
    func has(_ name: String, as other: Side) -> Bool {
      same(fields[name]?.first, other.fields[name]?.first, other)
    }

    /// Whether both have the same values in the same order.
    func hasAll(_ name: String, as other: Side) -> Bool {
      let (mine, others) = (fields[name] ?? [], other.fields[name] ?? [])
      return mine.count == others.count && zip(mine, others).allSatisfy { same($0, $1, other) }
    }

    private func same(
      _ mine: EntryLayout.Field?, _ its: EntryLayout.Field?, _ other: Side
    ) -> Bool {
      guard let mine, let its else { return mine == nil && its == nil }
      return layout.value(at: mine.place, of: text).withRawBytes {
        other.layout.hasValue($0, at: its.place, of: other.text)
      }
    }
  }

  /// Compares the fields of three texts, which are UTF-8.
  init(
    base: UnsafeRawBufferPointer, ours: UnsafeRawBufferPointer, theirs: UnsafeRawBufferPointer
  ) {
    let (base, ours, theirs) = (Side(base), Side(ours), Side(theirs))
    var names: Set<String> = []
    for name in (ours.layout.fields + theirs.layout.fields + base.layout.fields).map(\.name)
    where names.insert(name).inserted {
      counts[name] = max(ours.fields[name]?.count ?? 0, theirs.fields[name]?.count ?? 0)
      let isMany = [base, ours, theirs].contains { ($0.fields[name]?.count ?? 0) > 1 }
      if isMany, !ours.hasAll(name, as: theirs) { changesDuplicates = true }
      if ours.has(name, as: theirs) || base.has(name, as: theirs) { continue }
      let (our, their) = (ours.value(name), theirs.value(name))
      if base.has(name, as: ours) {
        changes.append(Change(name: name, value: their))
      } else if name == EntrySyntax.notes, let our, let their,
        let notes = Self.notes(base: base.value(name), our, their)
      {
        changes.append(Change(name: name, value: notes))
      } else {
        conflicts.append(EntryMerge.Conflict(subject: .field(name), ours: our, theirs: their))
      }
    }
  }

  /// Notes with the changes of both sides; `nil` if both have changed a line.
  private static func notes(
    base: SharedSecret?, _ our: SharedSecret, _ their: SharedSecret
  ) -> SharedSecret? {
    let none = SharedSecret(SecretBytes())
    return (base ?? none).bytes.withRawBytes { text in
      our.bytes.withRawBytes { our in
        their.bytes.withRawBytes { their in
          let merge = LineMerge(
            base: base == nil ? [] : text.linesBetweenBreaks, ours: our.linesBetweenBreaks,
            theirs: their.linesBetweenBreaks)
          guard let lines = merge.lines else { return nil }
          var notes = SecretBytes(minimumCapacity: our.count + their.count + 1)
          for (index, line) in lines.enumerated() {
            if index > 0 { notes.append("\n") }
            notes.append(line)
          }
          return SharedSecret(notes)
        }
      }
    }
  }

  /// Whether a text has the fields that ours has after the changes, none more
  /// often than on either side.
  func isResult(_ text: UnsafeRawBufferPointer, ours: UnsafeRawBufferPointer) -> Bool {
    guard text.isText else { return false }
    let (merged, ours) = (Side(text), Side(ours))
    var expected = Set(ours.fields.keys)
    for change in changes {
      if change.value == nil { expected.remove(change.name) } else { expected.insert(change.name) }
    }
    let changed = Dictionary(changes.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    return expected.count == merged.fields.count
      && merged.fields.allSatisfy { name, fields in
        guard expected.contains(name), let first = fields.first,
          fields.count <= counts[name] ?? 0
        else { return false }
        guard case .some(.some(let value)) = changed[name] else {
          return merged.has(name, as: ours)
        }
        return value.bytes.withRawBytes {
          merged.layout.hasValue($0, at: first.place, of: text)
        }
      }
  }
}
