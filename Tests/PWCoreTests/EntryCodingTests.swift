import Foundation
import PWCore
import Testing

@Suite struct EntryCodingTests {
  private struct Login: Codable, Equatable {
    enum Kind: String, Codable { case web, mail }
    enum Factor: Codable, Equatable { case none, code(digits: Int, secret: String) }
    struct Hint: Codable, Equatable { var question: String, answers: [String] }

    var password = "s3cret"
    var username: String?
    var port: UInt16?
    var ratio = -0.5
    var isActive = true
    var kind = Kind.mail
    var factor = Factor.code(digits: 6, secret: "a: b")
    var hints = [Hint(question: "q\n", answers: ["\"", "é"])]
    var ids: [Int: [String: Bool]] = [1: ["a": true]]
    var url = URL(string: "https://example.org/a?b=c%20d")
    var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    var key = Data([0, 255, 16])
    var created = Date(timeIntervalSince1970: 1_700_000_000)
    var changed = Date(timeIntervalSince1970: 1_700_000_000.25)
    var price = Decimal(string: "12345678901234567.89")
    var notes: String? = "line: 1\n"

    enum CodingKeys: String, CodingKey {
      case password, username, port, ratio, isActive = "is active", kind, factor, hints, ids, url
      case id, key, created, changed, price, notes
    }
  }

  @Test func `makes a field of each property`() throws {
    let login = Login(username: "5432", port: 5432)
    let entry = try EntryEncoder().encode(login)
    #expect(
      entry.text == """
        s3cret
        changed: 721692800.25
        created: 2023-11-14T22:13:20Z
        factor: {"code":{"digits":6,"secret":"a: b"}}
        hints: [{"answers":["\\"","é"],"question":"q\\n"}]
        id: E621E1F8-C36C-495A-93FC-0C247A3E6E5F
        ids: {"1":{"a":true}}
        is active: true
        key: AP8Q
        kind: mail
        port: 5432
        price: 12345678901234567.89
        ratio: -0.5
        url: https://example.org/a?b=c%20d
        username: 5432
        ---
        line: 1

        """)
    #expect(try EntryDecoder().decode(Login.self, from: entry) == login)
  }

  @Test func `leaves out what is nil`() throws {
    let entry = try EntryEncoder().encode(Login(password: "", url: nil, notes: nil))
    #expect(try entry.fieldNames().contains("url") == false)
    let login = try EntryDecoder().decode(Login.self, from: entry)
    #expect(login == Login(password: "", url: nil, notes: nil))
  }

  private static let values: [any Codable & Equatable & Sendable] = [
    5, -1.5, Double.infinity, true, "text", "5", "null", "\"q\"", "", " a\nb ", UInt64.max,
    [1, 2], [] as [Int], ["a", "b: c"], [["a"], []], [nil, 1] as [Int?], ["a": 1],
    [1: "a", 2: "5"],
    ["value": 1], ["value": "x"], ["a": nil, "b": 1] as [String: Int?], ["a": ["b": [1.5]]],
    ["password": "p", "notes": "n: 1"], [:] as [String: String], Optional<Int>.none,
    Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 0.1), URL(filePath: "/a b"),
    UUID(), Data("true".utf8), Data(), Decimal(1.5), Login.Kind.web, Login.Factor.none,
    Login.Factor.code(digits: 1, secret: "s"), ["a": Login.Kind.web],
    ["a": Data([1]), "b": Data()], ["a": Date(timeIntervalSince1970: 1)], 1...3, "a"..<"é",
  ]

  @Test(arguments: values.indices)
  func `decodes again what it encoded`(index: Int) throws {
    func check<T: Codable & Equatable>(_ value: T) throws {
      let entry = try EntryEncoder().encode(value)
      let again = try Entry(entry.dictionary())
      #expect(try EntryDecoder().decode(T.self, from: again) == value)
    }
    try check(Self.values[index])
  }

  private struct Account: Codable, Equatable {
    var password = "p"
    var userName = "u"
    var port = 1
    var isActive = false
    var since: Date?
    var site: URL?
    var tags: [String]?
    var id: UUID?
  }

  @Test func `decodes what people write`() throws {
    let entry = Entry(
      """
      12 34
      username: yes
      Port:  5432\u{20}
      isactive: Yes
      since: 2024-02-29T12:00:00Z
      site: https://example.org
      tags: [ "a", "b" ]
      id: e621e1f8-c36c-495a-93fc-0c247a3e6e5f
      other: x
      """)
    let account = try EntryDecoder().decode(Account.self, from: entry)
    #expect(
      account
        == Account(
          password: "12 34", userName: "yes", port: 5432, isActive: true,
          since: Date(timeIntervalSince1970: 1_709_208_000),
          site: URL(string: "https://example.org"),
          tags: ["a", "b"], id: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")))
  }

  @Test(
    arguments: [
      ("p\nuserName: u\nport: s3cret\nisActive: no\n", .cannotDecode(field: "port")),
      ("p\nuserName: u\nport: 1e99\nisActive: no\n", .cannotDecode(field: "port")),
      ("p\nuserName: u\nport: 1\nisActive: no\ntags: [1]\n", .cannotDecode(field: "tags")),
      ("p\nuserName: u\nisActive: no\n", .noField("port")), ("p\0", .notText),
    ] as [(String, EntryError)])
  func `names the field that does not fit, and not its value`(text: String, error: EntryError) {
    #expect(throws: error) { try EntryDecoder().decode(Account.self, from: Entry(text)) }
    #expect(!error.description.contains("s3cret"))
  }

  @Test func `refuses what no entry can hold`() {
    #expect(throws: EntryError.illegalName("a: b")) { _ = try EntryEncoder().encode(["a: b": 1]) }
    #expect(throws: EntryError.illegalValue("a")) { _ = try EntryEncoder().encode(["a": "\0"]) }
    #expect(throws: EntryError.cannotEncode(field: "a")) {
      _ = try EntryEncoder().encode(["a": Refusing()])
    }
  }

  private struct Refusing: Encodable {
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(
        "s3cret", EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "s3cret"))
    }
  }

  @Test func `takes containers within containers and superclasses`() throws {
    let child = Child()
    (child.name, child.inner, child.list, child.size) = ("n", "i", [1, 2], 7)
    let entry = try EntryEncoder().encode(child)
    #expect(
      try entry.dictionary() == [
        "inner": #"{"name":"i"}"#, "list": "[1,2]", "size": "7", "super": #"{"name":"n"}"#,
      ])
    let again = try EntryDecoder().decode(Child.self, from: entry)
    #expect((again.name, again.inner, again.list, again.size) == ("n", "i", [1, 2], 7))
  }

  private class Parent: Codable {
    var name = ""
  }

  private final class Child: Parent {
    enum Key: String, CodingKey { case inner, name, list, size }
    var inner = ""
    var list: [Int] = []
    var size = 0

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let nested = try container.nestedContainer(keyedBy: Key.self, forKey: .inner)
      inner = try nested.decode(String.self, forKey: .name)
      var items = try container.nestedUnkeyedContainer(forKey: .list)
      while !items.isAtEnd { list.append(try items.decode(Int.self)) }
      size = try Int(from: container.superDecoder(forKey: .size))
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
      try nested.encode(inner, forKey: .name)
      var items = container.nestedUnkeyedContainer(forKey: .list)
      for item in list { try items.encode(item) }
      try size.encode(to: container.superEncoder(forKey: .size))
      try super.encode(to: container.superEncoder())
    }
  }
}
