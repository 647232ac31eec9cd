import Fixtures
import Foundation
import Testing

@testable import PWCore

/// The public keys in a store, on a machine that has another key ring.
@Suite struct PublicKeysTests {
  private let (ann, bob): (GPGHome, GPGHome)
  private let folder: TemporaryFolder
  /// The same store in the hands of both.
  private let (anns, bobs): (PasswordStore, PasswordStore)
  private let bobsKey: String

  init() throws {
    (ann, bob) = (try GPGHome(["ann"]), try GPGHome(["bob"]))
    folder = try TemporaryFolder()
    let root = FilePath("\(folder.path)/store")
    anns = PasswordStore(at: root, gpgHome: FilePath(ann.path))
    bobs = PasswordStore(at: root, gpgHome: FilePath(bob.path))
    bobsKey = try bob.fingerprint("bob")
    try anns.initialize(["ann@example.org"], versioned: false)
    try anns.save(SecretBytes("x"), for: "a")
  }

  private var keys: String { "\(folder.path)/store/.public-keys" }

  /// Makes Bob a recipient, whose key Ann does not have, by way of his machine.
  private func addBob() throws {
    _ = try bob.gpg(["--armor", "-o", "\(keys)/\(bobsKey).asc", "--export", bobsKey])
    try Data("ann@example.org\n\(bobsKey)\n".utf8).write(
      to: URL(filePath: "\(folder.path)/store/.gpg-id"))
  }

  @Test func `are offered to who lacks them, imported, and vouched for`() throws {
    #expect(try anns.missingPublicKeys().isEmpty)
    try addBob()
    let error = #expect(throws: StoreError.self) { try anns.save(SecretBytes("y"), for: "a") }
    #expect(error?.exitCode == .cannotEncrypt && error?.description.contains(bobsKey) == true)
    let offers = try anns.missingPublicKeys()
    #expect(offers.map(\.key.fingerprint) == [bobsKey])
    #expect(offers.first?.key.name == "Bob <bob@example.org>")
    // Nothing is imported by looking.
    #expect(try anns.gpg.keys([bobsKey]).isEmpty)
    let results = try anns.importPublicKeys(offers)
    #expect(results.map(\.offer.key.fingerprint) == [bobsKey])
    #expect(results.first?.obstacle == nil)
    #expect(try anns.missingPublicKeys().isEmpty)
    try anns.save(SecretBytes("y"), for: "a")
    #expect(try bobs.load("a").bytes.text == "y")
    // The signature stays on this machine.
    let exported = try ann.gpg(["--export", bobsKey]).output
    let list = try GPGHome([]).gpg(["--import-options", "show-only", "--import"], input: exported)
    #expect(!list.text.contains(try ann.fingerprint("ann").suffix(16)))
  }

  @Test func `say what keeps one from encrypting`() throws {
    try addBob()
    let home = try GPGHome([])
    let store = PasswordStore(at: anns.root, gpgHome: FilePath(home.path))
    let offers = try store.missingPublicKeys()
    #expect(
      Set(offers.map(\.key.name)) == ["Ann <ann@example.org>", "Bob <bob@example.org>"])
    let obstacle = try #require(try store.importPublicKeys(offers).first?.obstacle as? GPGError)
    #expect(obstacle.reason == .noSecretKey && obstacle.task == .certify)
    #expect(try store.gpg.keys([bobsKey]).count == 1)
  }

  @Test func `are refused if they are not what their name says`() throws {
    try addBob()
    let eve = try GPGHome(["eve", "mallory"])
    let file = URL(filePath: "\(keys)/\(bobsKey).asc")
    let good = try Data(contentsOf: file)
    let secret = try bob.gpg(
      ["--armor", "--pinentry-mode", "loopback", "--export-secret-keys"]
    ).output
    #expect(!secret.isEmpty)
    let others = try eve.gpg(["--armor", "--export"]).output
    let other = try eve.gpg(["--armor", "--export", "eve@example.org"]).output
    let rows: [([UInt8], String)] = [
      (other, "it holds the key \(try eve.fingerprint("eve"))"),
      (others, "just one key"), (secret, "not just one armoured public key"),
      (Array(good) + other, "not just one armoured public key"),
      (Array("no key".utf8), "not just one armoured public key"),
      (
        Array(
          String(decoding: secret, as: UTF8.self).replacing("PRIVATE KEY", with: "PUBLIC KEY").utf8),
        "it holds a secret key"
      ),
    ]
    for (content, reason) in rows {
      try Data(content).write(to: file)
      let error = #expect(throws: StoreError.self) { _ = try anns.missingPublicKeys() }
      #expect(error?.reason == .badPublicKey && error?.exitCode == .integrity)
      #expect(error?.description.contains("\(bobsKey).asc") == true)
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
    try good.write(to: file)
    // Those who are nobody's recipients are not offered, and do no harm.
    try Data(other).write(to: URL(filePath: "\(keys)/\(try eve.fingerprint("mallory")).asc"))
    try Data(other).write(to: URL(filePath: "\(keys)/\(try eve.fingerprint("eve")).asc"))
    try Data(other).write(to: URL(filePath: "\(keys)/eve.asc"))
    #expect(try anns.missingPublicKeys().map(\.key.fingerprint) == [bobsKey])
    #expect(try ann.gpg(["--list-keys"]).text.contains("Eve") == false)
  }

  @Test func `fit a recipient who is named by an address`() throws {
    try addBob()
    try Data("ann@example.org\nbob@example.org\n".utf8).write(
      to: URL(filePath: "\(folder.path)/store/.gpg-id"))
    #expect(try anns.missingPublicKeys().map(\.key.fingerprint) == [bobsKey])
  }

  @Test func `warn of each recipient once`() throws {
    try ann.makeKey("soon", expires: "20d")
    try ann.makeExpiredKey("old")
    #expect(try anns.recipientWarnings().isEmpty)
    let ids = "ann@example.org\nsoon@example.org\nold@example.org\n"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/store/d", withIntermediateDirectories: true)
    for file in [".gpg-id", "d/.gpg-id"] {
      try Data(ids.utf8).write(to: URL(filePath: "\(folder.path)/store/\(file)"))
    }
    let warnings = try anns.recipientWarnings()
    #expect(warnings.map(\.recipient.stateName) == ["expires-soon", "expired"])
    #expect(warnings.map(\.folder) == [.root, .root])
    #expect(
      warnings[0].description.hasPrefix(#"the key of "Soon <soon@example.org>" expires on 20"#))
    #expect(
      warnings[1].description
        == #"cannot encrypt to "old@example.org": the key of "Old <old@example.org>" expired on 2020-12-31"#
    )
    #expect(warnings.allSatisfy { $0.hint?.contains("set-expire") == true })
  }
}
