import PWCore
import Testing

@Suite struct EntryPropertyTests {
  private static let seeds = (0..<8).map { _ in UInt64.random(in: 0...UInt64.max) }

  @Test(arguments: seeds)
  func `loads the dictionary that was saved`(seed: UInt64) throws {
    var random = EntrySamples(seed: seed)
    for _ in 0..<500 {
      let fields = random.dictionary()
      let expected = fields.filter { $0.key != "password" || !$0.value.isEmpty }
      let entry = try Entry(fields)
      #expect(same(try entry.dictionary(), expected), "\(fields), seed \(seed)")
      for (name, value) in expected {
        #expect(utf8(try entry.value(name)) == Array(value.utf8), "\(fields), seed \(seed)")
      }
      let again = try Entry(json: entry.json())
      #expect(same(try again.dictionary(), expected), "\(fields), seed \(seed)")
    }
  }

  @Test(arguments: seeds)
  func `sets one field of any text and leaves the rest`(seed: UInt64) throws {
    var random = EntrySamples(seed: seed)
    for _ in 0..<300 {
      let (text, name, value) = (random.handWritten(), random.name(), random.value())
      let comment: Comment = "\(text.debugDescription), \(name)=\(value.debugDescription), \(seed)"
      var entry = Entry(text)
      let old = EntryOutline(entry.array)
      try entry.set(name, to: value)
      let new = EntryOutline(entry.array)
      let field = old.field(name) ?? name
      let isNoPassword = field == "password" && value.isEmpty
      if isNoPassword {
        #expect(try !entry.fieldNames().contains("password"), comment)
      } else {
        #expect(utf8(try entry.value(name)) == Array(value.utf8), comment)
      }
      #expect(new.others(than: field) == old.others(than: field), comment)
      // Duplicates stay, in their order.
      if !isNoPassword, field != "notes" {
        #expect(new.values(of: field).dropFirst() == old.values(of: field).dropFirst(), comment)
      }
      expectSame(new.bytes(without: field), old.bytes(without: field), comment)
      // Setting what it is already changes nothing.
      let before = entry.array
      if !isNoPassword { try entry.set(name, to: value) }
      #expect(entry.array == before, comment)
    }
  }

  @Test(arguments: seeds)
  func `removes one field of any text and leaves the rest`(seed: UInt64) throws {
    var random = EntrySamples(seed: seed)
    for _ in 0..<300 {
      let (text, name) = (random.handWritten(), random.name())
      let comment: Comment = "\(text.debugDescription), \(name), seed \(seed)"
      var entry = Entry(text)
      let old = EntryOutline(entry.array)
      let isThere = try entry.value(name) != nil
      #expect(try entry.remove(name) == isThere, comment)
      guard isThere else {
        #expect(utf8(entry.text) == utf8(text), comment)
        continue
      }
      let field = old.field(name) ?? name
      #expect(try !entry.fieldNames().contains(field), comment)
      let new = EntryOutline(entry.array)
      #expect(new.others(than: field) == old.others(than: field), comment)
      expectSame(new.bytes(without: field), old.bytes(without: field), comment)
      #expect(entry.array.count <= text.utf8.count, comment)
    }
  }

  @Test(arguments: seeds)
  func `reads any text by the rules`(seed: UInt64) throws {
    var random = EntrySamples(seed: seed)
    for _ in 0..<300 {
      let text = random.handWritten()
      let entry = Entry(text)
      let outline = EntryOutline(Array(text.utf8))
      for name in try entry.fieldNames() {
        let value = utf8(try entry.value(name))
        #expect(value == outline.values(of: name).first, "\(text.debugDescription), seed \(seed)")
      }
    }
  }

  /// Expects nothing new but a line break before, and a bar that ends a block.
  private func expectSame(_ new: [UInt8], _ old: [UInt8], _ comment: Comment) {
    var rest = old[...]
    var added: [UInt8] = []
    for byte in new {
      if byte == rest.first { rest.removeFirst() } else { added.append(byte) }
    }
    #expect(rest.isEmpty, comment)
    let allowed = ["", "\n", "\r\n", "|\n", "|\r\n", "\n|\n", "\r\n|\r\n", "\n|", "\r\n|", "|"]
    #expect(allowed.contains { Array($0.utf8).sorted() == added.sorted() }, comment)
  }

  /// Compares bytes, where Swift's strings would compare characters.
  private func same(_ one: [String: String], _ other: [String: String]) -> Bool {
    one.count == other.count && one.allSatisfy { utf8(other[$0.key]) == Array($0.value.utf8) }
  }

  private func utf8(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }
}
