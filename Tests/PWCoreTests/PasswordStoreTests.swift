import Fixtures
import Testing

@testable import PWCore

/// The library as a Swift program uses it.
@Suite struct PasswordStoreTests {
  private let home: GPGHome
  private let folder: TemporaryFolder
  private let store: PasswordStore

  init() throws {
    home = try GPGHome()
    folder = try TemporaryFolder()
    store = PasswordStore(at: FilePath("\(folder.path)/store"), gpgHome: FilePath(home.path))
    try store.initialize(["ann@example.org"], versioned: false)
  }

  @Test func `is a keychain`() throws {
    let fields = ["username": "alice", "password": "s3cret", "notes": "one\n\ntwo"]
    try store.save(fields, for: "com.example.app")
    #expect(try store.contains("com.example.app"))
    #expect(try store.load("com.example.app").dictionary() == fields)
    #expect(try store["com.example.app", "username"] == "alice")
    #expect(try store["com.example.app", "url"] == nil)
    try store.set("username", to: "bob", for: "com.example.app")
    #expect(try store["com.example.app", "username"] == "bob")
    try store.save([UInt8]([0, 255]), for: "bytes")
    #expect(try store.load("bytes").bytes.withBytes { $0.count } == 2)
    #expect(try store.keys().map(\.description) == ["bytes", "com.example.app"])
    try store.delete("com.example.app")
    #expect(try !store.contains("com.example.app"))
    let error = #expect(throws: StoreError.self) { _ = try store["com.example.app", "username"] }
    #expect(error?.reason == .noSuchEntry && error?.exitCode == .notFound)
  }

  @Test func `keeps values of any type`() throws {
    struct Account: Codable, Equatable {
      var username: String
      var port: Int
      var tags: [String]
      var password: String?
    }
    let account = Account(username: "a", port: 993, tags: ["x", "y"], password: "p w")
    try store.save(account, for: "mail")
    #expect(try store.load(Account.self, for: "mail") == account)
    #expect(try store["mail", "port"] == "993")
  }

  @Test func `leaves no copy of what it loaded in memory`() throws {
    let marker = MemoryMarker()
    var text = SecretBytes()
    marker.forEachByte { text.append($0) }
    try store.save(text, for: "marked")
    func load() throws -> Int {
      let entry = try store.load("marked")
      return entry.bytes.count
    }
    #expect(try load() == text.count)
    let secret = text.count
    text = SecretBytes()
    #expect(secret > 0)
    #expect(try marker.occurrences() == 0)
    let entry = try store.load("marked")
    #expect(try marker.occurrences() == 1)
    #expect(entry.bytes.count == secret)
  }

  @Test func `loses no update of another process`() throws {
    try store.save(["a": "0", "b": "0"], for: "shared")
    let other = PasswordStore(at: store.root, gpgHome: FilePath(home.path))
    var calls = 0
    try store.update("shared") { entry in
      calls += 1
      // The other one comes in between, once.
      if calls == 1 { try other.set("b", to: "1", for: "shared") }
      try entry.set("a", to: SecretBytes("1".utf8))
    }
    #expect(calls == 2)
    #expect(try store.load("shared").dictionary() == ["a": "1", "b": "1"])
  }

  @Test func `removes a field, and says whether it was there`() throws {
    try store.save(["password": "p", "url": "x", "user": "y"], for: "k")
    #expect(try store.unset("url", for: "k"))
    #expect(try store.load("k").dictionary() == ["password": "p", "user": "y"])
    let before = try store.ciphertext(of: try ServiceKey("k"))
    #expect(try !store.unset("url", for: "k"))
    #expect(try store.ciphertext(of: try ServiceKey("k")) == before)
  }

  @Test func `writes nothing if nothing changes`() throws {
    try store.save(["a": "1"], for: "same")
    let before = try store.ciphertext(of: try ServiceKey("same"))
    try store.set("a", to: "1", for: "same")
    #expect(try store.ciphertext(of: try ServiceKey("same")) == before)
  }
}
