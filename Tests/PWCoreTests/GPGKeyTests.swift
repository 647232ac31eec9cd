import Fixtures
import PWCore
import Testing

@Suite struct GPGKeyTests {
  @Test func `lists keys with their state`() throws {
    let (home, other) = (try GPGHome(["ann", "rev", "dis"]), try GPGHome(["unt"]))
    try home.makeExpiredKey("exp")
    try home.makeSigningKey("sig")
    try home.revoke("rev")
    try home.disable("dis")
    try home.importKey("unt", from: other)
    let gpg = try GPGContext(home)
    func key(_ name: String) throws -> GPGKey {
      try #require(try gpg.keys(["\(name)@example.org"]).first)
    }
    let ann = try key("ann")
    #expect(ann.fingerprint == (try home.fingerprint("ann")))
    #expect(ann.userIDs.map(\.text) == ["Ann <ann@example.org>"])
    #expect(ann.userIDs.map(\.name) == ["Ann"])
    #expect(ann.userIDs.map(\.address) == ["ann@example.org"])
    #expect(ann.validity == .ultimate && ann.ownerTrust == .ultimate)
    #expect(ann.isUsable && ann.canEncrypt && ann.canSign && ann.expiryDate == nil)
    #expect(ann.subkeys.count == 2 && ann.subkeys[1].fingerprint.hasSuffix(ann.subkeys[1].keyID))
    #expect(try key("exp").isExpired && key("exp").expiryDate == 1_609_416_000)
    #expect(try key("rev").isRevoked && !key("rev").canEncrypt)
    #expect(try key("dis").isDisabled && !key("dis").isUsable)
    #expect(try key("sig").canSign && !key("sig").canEncrypt)
    #expect(try key("unt").validity < .marginal && key("unt").canEncrypt)

    #expect(try gpg.keys().count == 6)
    #expect(try gpg.keys(["ann@example.org", "rev@example.org"]).count == 2)
    #expect(try gpg.keys(["nobody@example.org", "--version"]) == [])
    #expect(try gpg.keys(["unt@example.org"], secret: true) == [])
    #expect(try gpg.keys(secret: true).count == 5)
  }

  @Test func `makes a key that signs and encrypts`() throws {
    let home = try GPGHome([])
    let gpg = try GPGContext(home)
    let open = try gpg.makeKey(userID: "Ann <ann@example.org>", protection: .none)
    let ann = try #require(try gpg.keys([open], secret: true).first)
    #expect(ann.canSign && ann.canEncrypt && ann.expiryDate == nil)
    #expect(try gpg.text(gpg.encrypt(SecretBytes("x"), to: [open])) == "x")

    let again = gpgError {
      _ = try gpg.makeKey(userID: "Ann <ann@example.org>", protection: .none)
    }
    #expect(again?.reason == .keyExists)
    #expect(again?.exitCode == .failure)

    var asked = 0
    let locked = try gpg.makeKey(
      userID: "Bob <bob@example.org>",
      protection: .passphrase { _, _ in
        asked += 1
        return SecretBytes("correct horse")
      },
      lifetime: 86_400)
    #expect(asked > 0)
    let expiry = try #require(try gpg.keys([locked]).first?.expiryDate)
    #expect(expiry > 1_600_000_000)
    try home.answerPinentry(with: nil)
    let message = try gpg.encrypt(SecretBytes("x"), to: [locked])
    #expect(gpgError { _ = try gpg.decrypt(message) }?.reason == .noPassphrase)
    gpg.passphrase = { _, _ in SecretBytes("correct horse") }
    #expect(try gpg.text(message) == "x")
  }

  @Test func `lets pinentry protect a new key`() throws {
    let home = try GPGHome([])
    let gpg = try GPGContext(home)
    try home.answerPinentry(with: "ERR 83886179 Operation cancelled <Pinentry>")
    let cancelled = gpgError {
      _ = try gpg.makeKey(userID: "Ann <ann@example.org>", protection: .pinentry)
    }
    #expect(cancelled?.reason == .cancelled)
    try home.answerPinentry(with: nil)
    let missing = gpgError {
      _ = try gpg.makeKey(userID: "Ann <ann@example.org>", protection: .pinentry)
    }
    #expect(missing?.reason == .noPassphrase)
    #expect(missing?.exitCode == .cannotDecrypt)
    try home.answerPinentry(with: "D correct horse\nOK")
    let key = try gpg.makeKey(userID: "Ann <ann@example.org>", protection: .pinentry)
    #expect(try gpg.keys([key], secret: true).count == 1)
  }

  @Test func `keeps two homes apart`() throws {
    let (one, two) = (try GPGHome(["ann"]), try GPGHome(["bob"]))
    let (first, second) = (try GPGContext(one), try GPGContext(two))
    #expect(try first.keys().map(\.fingerprint) == [try one.fingerprint("ann")])
    #expect(try second.keys().map(\.fingerprint) == [try two.fingerprint("bob")])
    #expect(try first.keys().map(\.fingerprint) == [try one.fingerprint("ann")])
  }
}
