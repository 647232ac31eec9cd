import Fixtures
import Testing

@testable import PWCore

/// How scripts name secrets, and get many of them at once.
@Suite struct SecretReferenceTests {
  private let home: GPGHome
  private let folder: TemporaryFolder
  private let store: PasswordStore

  init() throws {
    home = try GPGHome()
    folder = try TemporaryFolder()
    store = PasswordStore(at: FilePath("\(folder.path)/store"), gpgHome: FilePath(home.path))
    try store.initialize(["ann@example.org"], versioned: false)
  }

  @Test func `names an entry or a field of it`() throws {
    try store.save(["password": "p"], for: "C#/x")
    let cases: [(text: String, key: String, field: String?)] = [
      ("db", "db", nil), ("db#user", "db", "user"), ("/a//b#c d", "a/b", "c d"), ("db#", "db", nil),
      ("a#b#c", "a#b", "c"), ("a#b#", "a#b", nil), ("C#/x", "C#/x", nil),
      ("C#/x#user", "C#/x", "user"),
      ("C#/x#", "C#/x", nil),
    ]
    for (text, key, field) in cases {
      let reference = try store.reference(text)
      #expect(reference == SecretReference(try ServiceKey(key), field), "\(text)")
    }
    for text in ["", "#field", "..#x", ".git/a#x"] {
      let error = #expect(throws: StoreError.self) { _ = try store.reference(text) }
      #expect(error?.reason == .illegalKey, "\(text)")
    }
    let word = Array("a#".utf8) + [0xFF]
    #expect(throws: StoreError.self) { _ = try store.reference(word) }
  }

  @Test func `loads many entries, and takes values out of them`() throws {
    for number in 0..<5 {
      try store.save(["password": "p\(number)", "user": "u"], for: "k\(number)")
    }
    let keys = try (0..<5).map { try ServiceKey("k\($0)") }
    let entries = try store.load(keys + keys)
    for (number, key) in keys.enumerated() {
      #expect(try entries.value(of: SecretReference(key), else: "password").text == "p\(number)")
      #expect(try entries.value(of: SecretReference(key)).text == "p\(number)\nuser: u\n")
    }
    let missing = #expect(throws: StoreError.self) {
      _ = try entries.value(of: SecretReference(keys[0], "url"))
    }
    #expect(missing?.reason == .noSuchField)
    let none = #expect(throws: StoreError.self) {
      _ = try store.load([keys[0], try ServiceKey("k9")])
    }
    #expect(none?.reason == .noSuchEntry)
    #expect(throws: StoreError.self) {
      _ = try entries.value(of: SecretReference(try ServiceKey("k9")))
    }
  }
}
