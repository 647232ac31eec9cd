import Fixtures
import Foundation
import PWCore
import Testing

@Suite struct GPGEncryptTests {
  @Test(arguments: [[], Array("hunter2\n".utf8), [0, 0xFF, 0x0D, 0x0A, 0]] as [[UInt8]])
  func `decrypts what it encrypted`(bytes: [UInt8]) throws {
    let home = try GPGHome()
    let gpg = try GPGContext(home)
    let message = try gpg.encrypt(SecretBytes(bytes), to: ["ann@example.org"])
    #expect(try gpg.decrypt(message).withBytes { $0.withUnsafeBytes { Array($0) } } == bytes)
  }

  @Test func `takes whatever names a key`() throws {
    let home = try GPGHome(["ann", "bob"])
    try home.configure("group team = ann@example.org bob@example.org")
    let gpg = try GPGContext(home)
    let ann = try #require(try gpg.keys(["ann@example.org"]).first)
    let bob = try #require(try gpg.keys(["bob@example.org"]).first)
    let (annID, bobID) = (ann.subkeys[1].keyID, bob.subkeys[1].keyID)
    for name in [
      ann.fingerprint, String(ann.fingerprint.suffix(16)), "0x" + annID, annID + "!",
      "ann@example.org", "<ann@example.org>", "Ann", "=Ann <ann@example.org>",
      "  ann@example.org\t",
    ] {
      let message = try gpg.encrypt(SecretBytes("x"), to: [name])
      #expect(try MessageRecipients.keyIDs(of: message) == [annID], "\(name)")
    }
    for names in [["team"], ["ann@example.org", "bob@example.org"], ["bob@example.org", "team"]] {
      let message = try gpg.encrypt(SecretBytes("x"), to: names)
      #expect(Set(try MessageRecipients.keyIDs(of: message)) == [annID, bobID])
    }
  }

  @Test func `adds no recipient of its own and does not compress`() throws {
    let home = try GPGHome(["ann", "bob"])
    try home.configure("encrypt-to bob@example.org")
    let gpg = try GPGContext(home)
    let message = try gpg.encrypt(
      SecretBytes([UInt8](repeating: 0x61, count: 50_000)), to: ["ann@example.org"])
    #expect(try MessageRecipients.keyIDs(of: message).count == 1)
    #expect(message.count > 50_000)
  }

  @Test func `takes the valid one of two keys with one address`() throws {
    let home = try GPGHome([])
    let old = try home.makeExpiredKey("ann")
    try home.makeKey("ann")
    let gpg = try GPGContext(home)
    let message = try gpg.encrypt(SecretBytes("x"), to: ["ann@example.org"])
    let new = try #require(try gpg.keys(["ann@example.org"]).first { $0.fingerprint != old })
    #expect(try MessageRecipients.keyIDs(of: message) == [new.subkeys[1].keyID])
  }

  @Test func `uses an untrusted key if told so`() throws {
    let (home, other) = (try GPGHome(), try GPGHome(["bob"]))
    try home.importKey("bob", from: other)
    let message = try GPGContext(home).encrypt(
      SecretBytes("x"), to: ["bob@example.org"], trust: .always)
    #expect(try GPGContext(other).text(message) == "x")
  }

  @Test func `opens what others wrote`() throws {
    let (home, other) = (try GPGHome(), try GPGHome(["bob"]))
    try home.importKey("bob", from: other)
    let gpg = try GPGContext(home)
    let common = [
      "--trust-model", "always", "-e", "-r", "bob@example.org", "-r", "ann@example.org",
    ]
    for options in [[], ["--armor"], ["--throw-keyids"], ["-z", "9"]] {
      let message = try home.gpg(options + common, input: Array("x\r\n".utf8)).output
      #expect(try gpg.text(message) == "x\r\n", "\(options)")
    }
  }

  @Test func `carries 50 MB both ways`() throws {
    let home = try GPGHome()
    let gpg = try GPGContext(home)
    let size = 50 << 20
    var plaintext = SecretBytes(minimumCapacity: size)
    _ = plaintext.append(room: size) { room in
      for position in stride(from: 0, to: size, by: 4096) {
        room[position] = UInt8(truncatingIfNeeded: position >> 12)
      }
      return size
    }
    let back = try gpg.decrypt(gpg.encrypt(plaintext, to: ["ann@example.org"]))
    let isSame = plaintext.withBytes { old in
      back.withBytes { new in
        old.withUnsafeBytes { old in
          new.withUnsafeBytes { new in
            old.count == new.count && memcmp(old.baseAddress!, new.baseAddress!, old.count) == 0
          }
        }
      }
    }
    #expect(isSame)
  }
}
