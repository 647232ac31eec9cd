import Fixtures
import Foundation
import PWCore
import Testing

@Suite struct GPGProgramTests {
  private func context(_ home: GPGHome, _ options: String...) throws -> GPGContext {
    try GPGContext(homeDirectory: FilePath(home.path), options: options.map { Array($0.utf8) })
  }

  @Test(arguments: [[], Array("hunter2\n".utf8), [0, 0xFF, 0x0D, 0x0A, 0]] as [[UInt8]])
  func `decrypts what it encrypted`(bytes: [UInt8]) throws {
    let home = try GPGHome()
    let gpg = try context(home, "--quiet")
    let message = try gpg.encrypt(SecretBytes(bytes), to: ["ann@example.org"])
    #expect(try gpg.decrypt(message).withBytes { $0.withUnsafeBytes { Array($0) } } == bytes)
  }

  @Test(arguments: ["--status-fd=1", "--version", "--logger-fd=1"])
  func `takes nothing for a message that is none`(option: String) throws {
    let home = try GPGHome()
    let gpg = try context(home, option, "-v")
    let error = gpgError { _ = try gpg.encrypt(SecretBytes("x"), to: ["ann@example.org"]) }
    #expect(error?.reason == .programFailed)
  }

  @Test func `goes by what gpg says, and not by how it ends`() throws {
    let home = try GPGHome(["ann", "bob"])
    let message = try context(home, "--quiet").encrypt(SecretBytes("x"), to: ["ann@example.org"])
    for options in [["--list-only"], ["--list-only", "--status-fd=2"]] {
      let gpg = try GPGContext(
        homeDirectory: FilePath(home.path), options: options.map { Array($0.utf8) })
      #expect(gpgError { _ = try gpg.decrypt(message) }?.reason == .programFailed)
    }
    // With the wrong key first, gpg ends with 2.
    let hidden = try home.gpg(
      ["-e", "-R", "bob@example.org", "-R", "ann@example.org"], input: [0x78])
    for option in ["--quiet", "--status-fd=2"] {
      #expect(try context(home, option).text(hidden.output) == "x")
    }
    // An empty text is one, too.
    let empty = try context(home, "--quiet").encrypt(SecretBytes(), to: ["ann@example.org"])
    #expect(try context(home, "--status-fd=2").text(empty) == "")
  }

  @Test func `moves large texts both ways at once`() throws {
    let home = try GPGHome()
    let gpg = try context(home, "--quiet")
    var plaintext = SecretBytes(minimumCapacity: 20_000_000)
    for index in 0..<20_000_000 { plaintext.append(UInt8(truncatingIfNeeded: index &* index)) }
    let message = try gpg.encrypt(plaintext, to: ["ann@example.org"])
    // Nothing is compressed.
    #expect(message.count > plaintext.count)
    #expect(try gpg.decrypt(message).isEqual(to: plaintext))
  }

  @Test func `puts the options on the command line`() throws {
    let home = try GPGHome(["ann"])
    let gpg = try context(home, "--throw-keyids", "--armor")
    let message = try gpg.encrypt(SecretBytes("x"), to: ["ann@example.org"])
    #expect(String(decoding: message, as: UTF8.self).hasPrefix("-----BEGIN PGP MESSAGE-----"))
    #expect(try MessageRecipients.keyIDs(of: message) == [MessageRecipients.hiddenKeyID])
    #expect(try gpg.text(message) == "x")
  }

  @Test func `follows the options to another home, also to list keys`() throws {
    let (home, other) = (try GPGHome(), try GPGHome(["bob"]))
    for options in [["--homedir", other.path], ["--homedir=\(other.path)"]] {
      let gpg = try GPGContext(
        homeDirectory: FilePath(home.path), options: options.map { Array($0.utf8) })
      #expect(
        try gpg.text(try gpg.encrypt(SecretBytes("x"), to: ["bob@example.org"])) == "x")
      #expect(gpgError { _ = try gpg.encrypt(SecretBytes("x"), to: ["ann@example.org"]) } != nil)
      #expect(try gpg.keys().map { $0.userIDs.first?.address } == ["bob@example.org"])
    }
  }

  @Test(arguments: ["--hidden", "--output", "-v", "--", "--yes@example.org", "@"])
  func `takes no recipient for an option`(recipient: String) throws {
    let home = try GPGHome()
    let gpg = try context(home, "--quiet")
    let error = gpgError { _ = try gpg.encrypt(SecretBytes("x"), to: [recipient]) }
    #expect(error?.reason == .programFailed && error?.exitCode == .cannotEncrypt)
    #expect(error?.description == "cannot encrypt: gpg ended with status 2")
  }

  @Test func `uses a key that looks like an option, and none in its place`() throws {
    let home = try GPGHome([])
    try home.gpg([
      "--pinentry-mode", "loopback", "--passphrase", "", "--quick-gen-key", "--", "--armor at home",
      "future-default", "default", "never",
    ])
    let gpg = try context(home, "--quiet")
    let message = try gpg.encrypt(SecretBytes("x"), to: ["--armor at home"])
    #expect(message.first.map { $0 & 0x80 } == 0x80)
    #expect(try gpg.text(message) == "x")
  }

  @Test func `names the options where gpg refuses them`() throws {
    let home = try GPGHome()
    let gpg = try context(home, "--no-such-option")
    let encryption = gpgError { _ = try gpg.encrypt(SecretBytes("x"), to: ["ann@example.org"]) }
    #expect(encryption?.reason == .programFailed)
    #expect(encryption?.hint?.contains("PASSWORD_STORE_GPG_OPTS") == true)
    let decryption = gpgError { _ = try gpg.decrypt([1, 2, 3]) }
    #expect(decryption?.description == "cannot decrypt: gpg ended with status 2")
    #expect(decryption?.exitCode == .cannotDecrypt)
    #expect(gpgError { _ = try gpg.sign([1]) }?.reason == .programFailed)
    #expect(gpgError { _ = try gpg.verify([1], of: [1]) }?.reason == .programFailed)
  }

  @Test func `yields nothing of a message that is damaged in the end`() throws {
    let home = try GPGHome()
    let gpg = try context(home, "--quiet")
    var message = try gpg.encrypt(
      SecretBytes([UInt8](repeating: 0x61, count: 200_000)), to: ["ann@example.org"])
    message[message.count - 3] ^= 1
    #expect(gpgError { _ = try gpg.decrypt(message) }?.reason == .programFailed)
    #expect(gpgError { _ = try gpg.decrypt(Array(message.prefix(100_000))) } != nil)
    #expect(gpgError { _ = try gpg.decrypt([]) } != nil)
  }

  @Test func `encrypts to a stranger's key if the options say so`() throws {
    let (home, other) = (try GPGHome(), try GPGHome(["bob"]))
    try home.importKey("bob", from: other)
    let refusing = try context(home, "--batch")
    #expect(gpgError { _ = try refusing.encrypt(SecretBytes("x"), to: ["bob@example.org"]) } != nil)
    let trusting = try context(home, "--trust-model", "always")
    let message = try trusting.encrypt(SecretBytes("x"), to: ["bob@example.org"])
    #expect(try GPGContext(other).text(message) == "x")
  }

  @Test(arguments: [true, false])
  func `signs and verifies`(armored: Bool) throws {
    let home = try GPGHome(["ann", "bob"])
    // Status lines that go elsewhere do not matter.
    let gpg = try context(home, "--status-fd=2")
    let bytes = Array("content\n".utf8)
    let signature = try gpg.sign(bytes, by: "bob@example.org", armored: armored)
    #expect((signature.first == UInt8(ascii: "-")) == armored)
    let found = try gpg.verify(signature, of: bytes)
    let expected = try GPGContext(home).verify(signature, of: bytes)
    #expect(found == expected)
    #expect(found.first?.primaryFingerprint == (try home.fingerprint("bob")))
    #expect(gpgError { _ = try gpg.verify(signature, of: [1]) }?.reason == .badSignature)
    #expect(gpgError { _ = try gpg.verify([1, 2], of: [1]) }?.reason == .noSignature)
    let other = try GPGHome(["cat"])
    let stranger = try context(other, "--quiet")
    #expect(gpgError { _ = try stranger.verify(signature, of: bytes) }?.reason == .noSignature)
    #expect(gpgError { _ = try gpg.sign([1], by: "nobody@example.org") }?.reason == .programFailed)
  }

  @Test func `verifies by a key that is no longer in force`() throws {
    let home = try GPGHome(["ann"])
    let gpg = try context(home, "--quiet")
    let signature = try gpg.sign([1, 2, 3])
    try home.revoke("ann")
    #expect(
      try gpg.verify(signature, of: [1, 2, 3])
        == GPGContext(home).verify(signature, of: [1, 2, 3]))
  }
}
