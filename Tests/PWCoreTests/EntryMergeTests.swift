import PWCore
import Testing

@Suite struct EntryMergeTests {
  /// Three texts, and what becomes of them.
  struct Row: CustomTestStringConvertible {
    var base: String
    var ours: String
    var theirs: String
    var merged: String
    var conflicts: [String]

    init(
      _ base: String, _ ours: String, _ theirs: String, _ merged: String,
      conflicts: [String] = []
    ) {
      (self.base, self.ours, self.theirs, self.merged) = (base, ours, theirs, merged)
      self.conflicts = conflicts
    }

    var testDescription: String { [base, ours, theirs].debugDescription }
  }

  @Test(arguments: [
    // One side only, or both alike.
    Row("p\nu: a\n", "q\nu: a\n", "p\nu: b\n", "q\nu: b\n"),
    Row("p\nu: a\n", "q\nu: a\n", "q\nu: a\nv: b\n", "q\nu: a\nv: b\n"),
    Row("p\nu: a\nv: b\n", "p\nu: a\n", "q\nu: a\nv: b\n", "q\nu: a\n"),
    Row("p\nu: a\nv: b\n", "p\nv: b\n", "p\nu: a\n", "p\n"),
    Row("p\n", "p\nu: a\n", "p\nv: b\n", "p\nu: a\nv: b\n"),
    Row("p", "p\nu: a", "p\nv: b", "p\nu: a\nv: b\n"), Row("", "p\nu: a\n", "p\n", "p\nu: a\n"),
    Row("", "\nu: a\n", "p\n", "p\nu: a\n"), Row("p\n", "", "p\nu: a\n", "\nu: a\n"),
    // Both, each in its own way.
    Row("p\n", "q\n", "r\n", "q\n", conflicts: ["password"]),
    Row("p\nu: a\n", "p\nu: b\n", "q\n", "q\nu: b\n", conflicts: ["u"]),
    Row("", "p\nu: a\n", "p\nu: b\nv: c\n", "p\nu: a\nv: c\n", conflicts: ["u"]),
    Row("p\nu: a\n", "\nu: b\n", "q\nu: c\n", "\nu: b\n", conflicts: ["u", "password"]),
    // Names match exactly.
    Row("p\n", "p\nUser: a\n", "p\nuser: b\n", "p\nUser: a\nuser: b\n"),
    Row("p", "p\nUser: a", "p\nuser: b", "p\nUser: a\nuser: b\n"),
    Row("p\nuser: a\n", "p\nUser: a\n", "q\nuser: a\n", "q\nUser: a\n"),
    Row(
      "p\nuser: a\n", "p\nUser: a\n", "p\nuser: b\n", "p\nUser: a\n", conflicts: ["user"]),
    Row("p\nu: a\nU: b", "p\nU: c", "p\nu: a\nU: b\nx", "p\nU: c\nx\n"),
    // Comments, order and layout of both live.
    Row(
      "p\n\n# one\nu: a\n# two\nv: b\n", "p\n\n# one!\nu: a\n# two\nv: b\n",
      "p\n\n# one\nu: a\n# two\nv:   c\n# three\n",
      "p\n\n# one!\nu: a\n# two\nv:   c\n# three\n"),
    // Notes, line by line.
    Row("p\na\nb\nc\n", "p\nA\nb\nc\n", "p\na\nb\nC\n", "p\nA\nb\nC\n"),
    Row("p\na\n", "p\na\nx\n", "p\na\ny\n", "p\na\nx\ny\n"),
    Row("p\na", "q\na\nx", "p\na\ny", "q\na\nx\ny\n", conflicts: []),
    Row("p\n", "p\nx\n", "p\ny\n", "p\nx\ny\n"), Row("", "p\nx\n", "p\ny\n", "p\nx\ny\n"),
    Row("p\na\n", "p\nx\n", "p\ny\n", "p\nx\n", conflicts: ["notes"]),
    Row("p\na\nb\n", "p\n", "p\na\nb\nc\n", "p\n", conflicts: ["notes"]),
    Row("p\n---\na: b\n", "p\n---\na: b\nx\n", "q\n---\na: b\n", "q\n---\na: b\nx\n"),
    Row("p", "p\n---\nx: y", "p\nz: 1", "p\nz: 1\n---\nx: y"),
    // Blocks.
    Row("p\nk: |\n  a\n  b\n", "p\nk: |\n  a\n  c\n", "q\nk: |\n  a\n  b\n", "q\nk: |\n  a\n  c\n"),
    Row(
      "p\nk: |\n  a\n  b\n", "p\nk: |\n  A\n  b\n", "p\nk: |\n  a\n  B\n", "p\nk: |\n  A\n  b\n",
      conflicts: ["k"]),
    Row("p\n", "p\nk: |\n  a\n", "p\n  b\n", "p\nk: |\n  a\n---\n  b"),
    // CR and LF.
    Row(
      "p\r\nu: a\r\n", "p\r\nu: a\r\nv: b\r\n", "q\r\nu: a\r\n", "q\r\nu: a\r\nv: b\r\n"),
    Row("p\nu: a\n", "p\r\nu: a\r\n", "p\nu: a\nx\n", "p\r\nu: a\r\nx\n"),
    // Several fields of one name.
    Row("p\nu: a\nu: b\n", "p\nu: a\nu: c\n", "q\nu: a\nu: b\n", "q\nu: a\nu: c\n"),
    Row("p\nu: a\nu: b\n", "p\nu: a\nu: b\nx\n", "p\nu: c\nu: b\n", "p\nu: c\nu: b\nx\n"),
    Row(
      "p\nu: a\nu: b\n", "p\nu: a\nu: c\n", "p\nu: a\nu: d\n", "p\nu: a\nu: c\n",
      conflicts: [""]),
    Row("p\nu: a", "p\nu: a\nv: b\nv: c", "p\nu: d", "p\nu: a\nv: b\nv: c", conflicts: [""]),
  ])
  func `merges fields, lines of notes and what is around them`(row: Row) throws {
    let merge = EntryMerge(
      base: secret(row.base), ours: secret(row.ours), theirs: secret(row.theirs))
    #expect(merge.conflicts.map(name) == row.conflicts)
    let ours = merge.conflicts.map { _ in MergeChoice.ours }
    let merged = try merge.text(choosing: ours, label: "theirs")
    #expect(text(merged) == row.merged)
  }

  @Test func `takes what is chosen for a field`() throws {
    let merge = EntryMerge(
      base: secret("p\nu: a\nv: b\n"), ours: secret("q\nv: c\nk: |\n  x\n  y\nnote\n"),
      theirs: secret("r\nu: d\nk: z\n"))
    #expect(merge.conflicts.map(name) == ["password", "v", "k", "u"])
    #expect(merge.conflicts[1].theirs == nil)
    #expect(merge.conflicts[3].ours == nil)
    for (choice, expected) in [
      (MergeChoice.ours, "q\nv: c\nk: |\n  x\n  y\nnote\n"),
      (.theirs, "r\nk: z\nu: d\nnote\n"),
      (.both, "q\nv: c\nk: |\n  x\n  y\nu: d\npassword (L): r\nk (L): z\nnote\n"),
      (
        .value(SharedSecret(secret("n"))), "n\nv: n\nk: n\nu: n\nnote\n"
      ),
    ] {
      let choices = [MergeChoice](repeating: choice, count: 4)
      let merged = try merge.text(choosing: choices, label: "L")
      #expect(text(merged) == expected)
    }
  }

  @Test func `keeps theirs under a name that is free`() throws {
    let merge = EntryMerge(
      base: secret("p\np (L): 1\n"), ours: secret("q\npassword (L): 1\npassword (L, 2): 2\n"),
      theirs: secret("r\n"))
    let merged = try merge.text(choosing: [.both], label: "L")
    #expect(text(merged) == "q\npassword (L): 1\npassword (L, 2): 2\npassword (L, 3): r\n")
    let again = EntryMerge(
      base: secret("p\n"), ours: secret("q\npassword (L): r\n"), theirs: secret("r\n"))
    let same = try again.text(choosing: [.both], label: "L")
    #expect(text(same) == "q\npassword (L): r\n")
  }

  @Test func `keeps both of a field beside one of the same name that is to be kept`() throws {
    let merge = EntryMerge(
      base: SecretBytes("p\nu: q\nu (L): r\n"), ours: SecretBytes("a\nu: b\n"),
      theirs: SecretBytes("c\nu: d\nu (L): e\n"))
    #expect(merge.conflicts.count == 3)
    let text = try merge.text(choosing: [.both, .both, .both], label: "L").text
    #expect(text == "a\nu: b\nu (L): e\npassword (L): c\nu (L, 2): d\n")
  }

  @Test func `refuses a label that no field can have`() {
    let merge = EntryMerge(base: secret("p\n"), ours: secret("q\n"), theirs: secret("r\n"))
    #expect(throws: EntryError.illegalName("password (a\nb)")) {
      _ = try merge.text(choosing: [.both], label: "a\nb")
    }
  }

  @Test(
    arguments: [([0x70, 0], [1], [2]), ([1], [0xFF], [2]), ([1], [2], [0])]
      as [([UInt8], [UInt8], [UInt8])])
  func `takes what is not text as a whole`(base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws {
    let merge = EntryMerge(
      base: SecretBytes(base), ours: SecretBytes(ours), theirs: SecretBytes(theirs))
    #expect(merge.conflicts.map(name) == [""])
    for (choice, expected) in [
      (MergeChoice.ours, ours), (.theirs, theirs), (.both, ours),
      (.value(SharedSecret(SecretBytes([9]))), [9]),
    ] {
      let merged = try merge.text(choosing: [choice], label: "L")
      #expect(merged.unprotected() == expected)
    }
    let alike = EntryMerge(
      base: SecretBytes(base), ours: SecretBytes(theirs), theirs: SecretBytes(theirs))
    #expect(alike.conflicts.isEmpty)
  }

  @Test func `merges long notes`() throws {
    let lines = (0..<5000).map { "line \($0) of the notes" }
    let base = "p\n" + lines.joined(separator: "\n") + "\n"
    let ours = base.replacing("line 17 ", with: "LINE 17 ")
    let theirs = base.replacing("line 4000 ", with: "LINE 4000 ").replacing("p\n", with: "q\n")
    let merge = EntryMerge(base: secret(base), ours: secret(ours), theirs: secret(theirs))
    let merged = try merge.text(choosing: [], label: "")
    #expect(merge.conflicts.isEmpty)
    #expect(text(merged) == theirs.replacing("line 17 ", with: "LINE 17 "))
  }

  private func secret(_ text: String) -> SecretBytes { SecretBytes(text.utf8) }

  private func text(_ bytes: borrowing SecretBytes) -> String {
    String(decoding: bytes.unprotected(), as: UTF8.self)
  }

  /// The field's name, and nothing for the text as a whole.
  private func name(_ conflict: EntryMerge.Conflict) -> String {
    if case .field(let name) = conflict.subject { name } else { "" }
  }
}
