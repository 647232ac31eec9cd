import Fixtures
import Glibc
import PWCore
import Testing

@Suite struct EntryMemoryTests {
  @Test func `leaves no plaintext in memory`() throws {
    let marker = MemoryMarker()
    #expect(try marker.occurrences() == 0)
    try use(marker)
    #expect(try marker.occurrences() == 0)
  }

  private func use(_ marker: MemoryMarker) throws {
    var text = SecretBytes("p\nuser: ".utf8)
    marker.forEachByte { text.append($0) }
    var entry = Entry(text)
    try entry.set("codes", to: value(of: "user", in: entry))
    try entry.set("password", to: value(of: "user", in: entry))
    try entry.set("notes", to: value(of: "codes", in: entry))
    entry = try Entry(json: entry.json())
    try entry.remove("codes")
    // Password, user and notes.
    let count = try marker.occurrences()
    #expect(count == 3)
    // The entry is to live until here.
    #expect(try entry.fieldNames() == ["password", "user", "notes"])
  }

  private func value(of name: String, in entry: borrowing Entry) throws -> SecretBytes {
    switch try entry.field(name) {
    case .some(let value): value.copy()
    case .none: SecretBytes()
    }
  }

  @Test func `keeps 50 MB of any bytes`() {
    let pattern = (0..<65536).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    var bytes = SecretBytes()
    for _ in 0..<800 { bytes.append(pattern.span) }
    let entry = Entry(bytes.copy())
    #expect(entry.bytes.count == 800 * 65536)
    let isSame = equal(entry.bytes, bytes)
    #expect(isSame)
    #expect(throws: EntryError.notText) { try entry.fieldNames() }
  }

  @Test func `changes one field among 50 MB`() throws {
    let lines = Array(String(repeating: "any line of notes\nname: value\n", count: 2000).utf8)
    var text = SecretBytes("p\nuser: alice\n".utf8)
    for _ in 0..<50 { text.append(lines.span) }
    let notes = Array((String(repeating: "x", count: 79) + "\n").utf8)
    let page = Array(repeating: notes, count: 1000).flatMap { $0 }
    for _ in 0..<590 { text.append(page.span) }
    #expect(text.count > 50_000_000)
    var expected = SecretBytes("p\nuser: bob\n".utf8)
    text.withBytes { expected.append($0.extracting(14...)) }

    var entry = Entry(text)
    try entry.set("user", to: "bob")
    let isSame = equal(entry.bytes, expected)
    #expect(isSame)
    #expect(try entry.value("name") == "value")
  }

  private func equal(_ one: borrowing SecretBytes, _ other: borrowing SecretBytes) -> Bool {
    one.withBytes { one in
      other.withBytes { other in
        one.withUnsafeBytes { one in
          other.withUnsafeBytes { other in
            one.count == other.count && memcmp(one.baseAddress!, other.baseAddress!, one.count) == 0
          }
        }
      }
    }
  }
}
