import PWCore
import Testing

@Suite struct EntryMergePropertyTests {
  private static let seeds = (0..<8).map { _ in UInt64.random(in: 0...UInt64.max) }

  @Test(arguments: seeds)
  func `loses nothing, invents nothing and takes no side`(seed: UInt64) throws {
    var random = EntrySamples(seed: seed)
    for _ in 0..<120 {
      let base = random.handWritten()
      let ours = random.changed(base)
      let theirs = random.changed(base)
      let comment: Comment =
        "\([base, ours, theirs].debugDescription), seed \(seed)"
      let (forth, back) = (merge(base, ours, theirs), merge(base, theirs, ours))
      let merged = try Fields(forth.text(choosing: forth.choices(.ours), label: "L"))
      let turned = try Fields(back.text(choosing: back.choices(.theirs), label: "L"))
      if forth.isWhole || back.isWhole { continue }
      #expect(forth.names == back.names, comment)
      #expect(merged.withoutNotes == turned.withoutNotes, comment)
      #expect(merged.sortedNotes == turned.sortedNotes, comment)

      let (before, our, their) = try (Fields(base), Fields(ours), Fields(theirs))
      for side in [our, their] {
        for (name, value) in side.withoutNotes where before.withoutNotes[name] != value {
          #expect(merged.withoutNotes[name] == value || forth.names.contains(name), comment)
        }
      }
      for (name, value) in merged.withoutNotes {
        #expect([our, their].contains { $0.withoutNotes[name] == value }, comment)
      }
      let lines = Set(our.notes + their.notes)
      #expect(merged.notes.allSatisfy(lines.contains), comment)
      if !forth.names.contains("notes") {
        let old = Set(before.notes)
        let new = Set(merged.notes)
        #expect(lines.allSatisfy { new.contains($0) || old.contains($0) }, comment)
      }
      let both = try Fields(forth.text(choosing: forth.choices(.both), label: "L"))
      for name in forth.names where their.all[name] != nil {
        let beside = name.hasSuffix(":") ? "\(name)(L)" : "\(name) (L)"
        let kept = our.all[name] == nil ? name : beside
        #expect(both.all[kept] == their.all[name], comment)
      }
    }
  }

  @Test(arguments: seeds.prefix(2))
  func `is one side's text where the other has changed nothing`(seed: UInt64) throws {
    var random = EntrySamples(seed: seed)
    for _ in 0..<100 {
      let base = random.handWritten()
      let changed = random.changed(base)
      for merge in [merge(base, changed, base), merge(base, base, changed)] {
        #expect(merge.names == [])
        let text = try merge.text(choosing: [], label: "")
        #expect(text.utf8.elementsEqual(changed.utf8), "\(base.debugDescription), seed \(seed)")
      }
    }
  }

  /// A merge that several may look at.
  private final class Merge {
    private let merge: EntryMerge

    init(_ merge: consuming EntryMerge) { self.merge = merge }

    /// The names of the fields in conflict.
    var names: Set<String> {
      Set(
        merge.conflicts.map {
          if case .field(let name) = $0.subject { name } else { "" }
        })
    }

    /// Whether the text as a whole is in conflict.
    var isWhole: Bool { names.contains("") }

    func choices(_ choice: MergeChoice) -> [MergeChoice] { merge.conflicts.map { _ in choice } }

    func text(choosing choices: [MergeChoice], label: String) throws -> String {
      String(decoding: try merge.text(choosing: choices, label: label).unprotected(), as: UTF8.self)
    }
  }

  private func merge(_ base: String, _ ours: String, _ theirs: String) -> Merge {
    Merge(
      EntryMerge(
        base: SecretBytes(base.utf8), ours: SecretBytes(ours.utf8),
        theirs: SecretBytes(theirs.utf8)))
  }

  /// What a text says.
  private struct Fields {
    /// The fields, as bytes.
    let all: [String: [UInt8]]
    /// The lines of notes.
    let notes: [String]

    init(_ text: String) throws {
      all = try Entry(text).dictionary().mapValues { Array($0.utf8) }
      notes = (all["notes"] ?? []).split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The lines of notes in the order of their bytes.
    var sortedNotes: [[UInt8]] {
      notes.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    var withoutNotes: [String: [UInt8]] { all.filter { $0.key != "notes" } }
  }
}

extension EntrySamples {
  /// What somebody may have made of a text: nothing, or changed lines and fields.
  fileprivate mutating func changed(_ text: String) -> String {
    var entry = Entry(text)
    for _ in 0..<Int.random(in: 0...3, using: &self) {
      switch Int.random(in: 0..<5, using: &self) {
      case 0: _ = try? entry.remove(name())
      case 1, 2: try? entry.set(name(), to: value())
      case 3:
        var lines = entry.array.split(separator: 10, omittingEmptySubsequences: false)
        let index = Int.random(in: 0..<lines.count, using: &self)
        if Bool.random(using: &self) { lines.remove(at: index) }
        lines.insert(Array(value().utf8)[...], at: min(index, lines.count))
        entry = Entry(String(decoding: Array(lines.joined(separator: [10])), as: UTF8.self))
      default:
        let names = (try? entry.fieldNames()) ?? []
        if let name = names.randomElement(using: &self) { try? entry.set(name, to: value()) }
      }
    }
    return entry.text
  }
}
