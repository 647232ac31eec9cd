import PWCore
import Testing

@Suite struct EntryChangesTests {
  /// A text, what to do to it, and what it is then.
  struct Row: CustomTestStringConvertible {
    var old: String
    var name: String
    var value: String?
    var new: String

    init(_ old: String, _ name: String, _ value: String?, _ new: String) {
      (self.old, self.name, self.value, self.new) = (old, name, value, new)
    }

    var testDescription: String { "\(old.debugDescription), \(name) = \(value ?? "nil")" }
  }

  @Test(arguments: [
    // In place, with everything around it as it was.
    Row("p\n# c\nu: a\nU: b\nu: c\n\nx", "u", "z", "p\n# c\nu: z\nU: b\nu: c\n\nx"),
    Row("p\nUser:\ta\n", "user", "b", "p\nUser:\tb\n"), Row("p\nu: a", "u", "b", "p\nu: b"),
    Row("p\r\nu: a\r\nx\n", "u", "b", "p\r\nu: b\r\nx\n"),
    Row("p\r\nu: a\r\n", "u", "b\nc", "p\r\nu: |\r\n  b\r\n  c\r\n"),
    Row("p\nu: |\n  a\n  b\nx\n", "u", "c", "p\nu: c\nx\n"),
    Row("p\nu: |\n  a\n  b", "u", "c\nd", "p\nu: |\n  c\n  d"),
    Row("p\r\nu: a\nx", "u", "\r", "p\r\nu: |\r\n  \r\r\nx"),
    // Blanks behind a value are none of it, and do not become a part of a block.
    Row("p\nu:  a \t\nx\n", "u", "b", "p\nu:  b \t\nx\n"),
    Row("p\nu:  a \t\nx\n", "u", "b\nc", "p\nu:  |\n  b\n  c\nx\n"),
    Row("p\nu: a ", "u", "b\nc", "p\nu: |\n  b\n  c"),
    Row("p\r\nu: a \r\n", "u", "b\nc", "p\r\nu: |\r\n  b\r\n  c\r\n"),
    Row("p\r\nu: a \nx", "u", "\r", "p\r\nu: |\r\n  \r\r\nx"),
    // New ones come behind the last field.
    Row("p\nu: a\nx\n", "v", "b", "p\nu: a\nv: b\nx\n"), Row("p\nx\n", "v", "b", "p\nv: b\nx\n"),
    Row("p\nx\nu: a\n---\ny", "v", "b", "p\nx\nu: a\nv: b\n---\ny"),
    Row("", "v", "b", "\nv: b\n"), Row("p", "v", "b", "p\nv: b\n"),
    Row("p\nu: a", "v", "b", "p\nu: a\nv: b\n"),
    Row("p\r\nu: a", "v", "b", "p\r\nu: a\r\nv: b\r\n"),
    Row("p\r", "v", "b", "p\r\r\nv: b\r\n"), Row("p\nu: |", "v", "b", "p\nu: |\nv: b\n"),
    // The password.
    Row("p\nu: a\n", "password", "q", "q\nu: a\n"), Row("p", "password", "q", "q"),
    Row("", "password", "q", "q\n"), Row("p\r\nx", "password", "q", "q\r\nx"),
    Row("p\nu: a\n", "PASSWORD", "q", "q\nu: a\n"),
    Row("p\nu: a\n", "password", "q\nr", "\npassword: |\n  q\n  r\nu: a\n"),
    Row("p\n  x\n", "password", "q\r", "\npassword: |\n  q\r\n|\n  x\n"),
    Row("\nu: a\npassword: q\nx\n", "password", "r", "r\nu: a\nx\n"),
    Row("\nu: a\npassword: q\nx\n", "password", "r\ns", "\nu: a\npassword: |\n  r\n  s\nx\n"),
    Row("p\npassword: q\n", "password", "r\ns", "\npassword: |\n  r\n  s\npassword: q\n"),
    Row("p\npassword: q\nu: a", "password", "", "\nu: a"),
    Row("p\nu: a\npassword: q", "password", nil, "\nu: a\n"),
    // Notes, as a whole.
    Row("p\nx\nu: a\ny\n---\nz", "notes", "n\nm", "p\nu: a\nn\nm\n"),
    Row("p\nu: a", "notes", "n", "p\nu: a\nn\n"), Row("p\nu: a", "notes", "", "p\nu: a\n---\n"),
    Row("p\nnotes: x\nu: a\n", "Notes", "v: w", "p\nu: a\n---\nv: w"),
    Row("p\r\nx\r\n", "notes", "a\nb", "p\r\na\r\nb\r\n"),
    Row("p\nx\nu: |\n  a\ny\n", "notes", nil, "p\nu: |\n  a\n"), Row("p", "notes", "n", "p\nn\n"),
    Row("p\nu: |\n  a\n", "notes", "|", "p\nu: |\n  a\n---\n|"),
    // A block takes in nothing of what follows.
    Row("p\nu: a\n  x\n", "u", "b\nc", "p\nu: |\n  b\n  c\n|\n  x\n"),
    Row("p\nu: |\n  b\n|\n  x\n", "u", "c", "p\nu: c\n  x\n"),
    Row("p\nu: a\n|\n", "u", "|", "p\nu: |\n  |\n|\n|\n"),
    Row("p\n  x\n", "u", " ", "p\nu: |\n   \n|\n  x\n"),
    Row("p\nu: |\nv: a\nv: b\n  x\n", "v", nil, "p\nu: |\n|\n  x\n"),
    Row("p\r\nu: |\r\n  a\r\nv: b\r\n|\r\n", "v", nil, "p\r\nu: |\r\n  a\r\n|\r\n|\r\n"),
    // Gone with its duplicates, but not with its namesakes in another case.
    Row("p\nu: a\nx\nU: b\nu: c\n", "u", nil, "p\nx\nU: b\n"), Row("p\nu: a", "u", nil, "p\n"),
    Row("p\nU: a\nu: b\n", "U", nil, "p\nu: b\n"), Row("p\nUser: a\n", "user", nil, "p\n"),
    Row("p\nu: a\n", "v", nil, "p\nu: a\n"), Row("", "password", nil, ""),
  ])
  func `changes a field and nothing else`(row: Row) throws {
    var entry = Entry(row.old)
    if let value = row.value {
      try entry.set(row.name, to: value)
      #expect(try entry.value(row.name) == (value.isEmpty && row.name == "password" ? nil : value))
    } else {
      try entry.remove(row.name)
    }
    #expect(entry.text == row.new)
  }

  @Test func `tells whether there was something to remove`() throws {
    var entry = Entry("p\nu: a\n")
    #expect(try entry.remove("u"))
    #expect(try !entry.remove("u"))
  }
}
