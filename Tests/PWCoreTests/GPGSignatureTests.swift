import Fixtures
import PWCore
import Testing

@Suite struct GPGSignatureTests {
  private let bytes = Array("tree 4b825dc\n".utf8)

  @Test func `verifies what it signed`() throws {
    let home = try GPGHome(["ann", "bob"])
    let gpg = try GPGContext(home)
    let bob = try home.fingerprint("bob")
    for armored in [false, true] {
      let signature = try gpg.sign(bytes, by: "bob@example.org", armored: armored)
      #expect(signature.starts(with: Array("-----BEGIN PGP SIGNATURE-----".utf8)) == armored)
      let found = try gpg.verify(signature, of: bytes)
      #expect(found.map(\.primaryFingerprint) == [bob])
      #expect(found.first?.status == .good)
      #expect(found.first.map { $0.validity >= .full } == true)
      #expect((found.first?.date ?? 0) > 1_600_000_000)
    }
    let byDefault = try gpg.verify(gpg.sign(bytes), of: bytes)
    #expect(byDefault.map(\.primaryFingerprint) == [try home.fingerprint("ann")])
  }

  @Test func `signs with the subkey that was named`() throws {
    let home = try GPGHome()
    let key = try home.fingerprint("ann")
    for _ in 1...2 {
      try home.gpg([
        "--pinentry-mode", "loopback", "--passphrase", "", "--quick-add-key", key, "ed25519",
        "sign", "never",
      ])
    }
    let gpg = try GPGContext(home)
    let signers = try #require(try gpg.keys([key]).first).subkeys.filter(\.canSign)
    #expect(signers.count == 3)
    for signer in signers {
      let signature = try gpg.sign(bytes, by: signer.fingerprint + "!")
      let found = try gpg.verify(signature, of: bytes)
      #expect(found.map(\.fingerprint) == [signer.fingerprint])
      #expect(found.map(\.primaryFingerprint) == [key])
    }
  }

  @Test func `tells a bad signature from none`() throws {
    let (home, other) = (try GPGHome(), try GPGHome(["bob"]))
    let gpg = try GPGContext(home)
    let signature = try gpg.sign(bytes)
    let bad = gpgError { _ = try gpg.verify(signature, of: bytes + [0]) }
    #expect(bad?.reason == .badSignature)
    #expect(bad?.exitCode == .integrity)
    let ann = try home.fingerprint("ann")
    #expect(bad?.recipient.map { ann.hasSuffix($0) } == true)

    for nothing in [[], Array("hello".utf8), [0xFF, 0xFF]] as [[UInt8]] {
      let error = gpgError { _ = try gpg.verify(nothing, of: bytes) }
      #expect(error?.reason == .noSignature)
      #expect(error?.exitCode == .integrity)
    }
    let strange = try GPGContext(other).sign(bytes)
    let unknown = gpgError { _ = try gpg.verify(strange, of: bytes) }
    let bob = try other.fingerprint("bob")
    #expect(unknown?.reason == .noSignature)
    #expect(
      unknown?.description
        == "cannot verify: there is no signature by a known key by \"\(bob)\"")

    // Of two, the known one counts; a bad one spoils both.
    #expect(
      try gpg.verify(gpg.sign(bytes, armored: false) + other.sign(bytes), of: bytes).count == 1)
  }

  @Test func `tells what became of the key`() throws {
    let home = try GPGHome(["ann", "bob"])
    let gpg = try GPGContext(home)
    let signature = try gpg.sign(bytes, by: "bob@example.org")
    try home.revoke("bob")
    #expect(try gpg.verify(signature, of: bytes).map(\.status) == [.keyRevoked])
    let error = gpgError { _ = try gpg.sign(bytes, by: "bob@example.org") }
    #expect(
      error?.description.hasPrefix(
        #"cannot sign as "bob@example.org": the key of "Bob <bob@example.org>" was revoked on "#)
        == true)

    try home.makeExpiredKey("exp")
    let old = try home.gpg(
      ["--faked-system-time", "20200601T000000", "-b", "-u", "exp@example.org"], input: bytes
    ).output
    #expect(try gpg.verify(old, of: bytes).map(\.status) == [.keyExpired])
  }

  @Test func `names the signer it cannot be`() throws {
    let (home, other) = (try GPGHome(), try GPGHome(["bob"]))
    try home.importKey("bob", from: other)
    let gpg = try GPGContext(home)
    let missing = gpgError { _ = try gpg.sign(bytes, by: "eve@example.org") }
    #expect(missing?.reason == .noSecretKey)
    #expect(missing?.exitCode == .cannotDecrypt)
    #expect(
      missing?.description == #"cannot sign as "eve@example.org": there is no usable secret key"#)
    let others = gpgError { _ = try gpg.sign(bytes, by: "bob@example.org") }
    #expect(others?.reason == .noSecretKey)
  }

  @Test func `tells why it cannot sign`() throws {
    let home = try GPGHome([])
    try home.makeLockedKey("ann", passphrase: "correct horse")
    let gpg = try GPGContext(home)
    gpg.passphrase = { _, _ in SecretBytes("wrong") }
    #expect(gpgError { _ = try gpg.sign(bytes) }?.reason == .badPassphrase)
    gpg.passphrase = { _, _ in nil }
    #expect(gpgError { _ = try gpg.sign(bytes) }?.reason == .cancelled)
    gpg.passphrase = nil
    try home.answerPinentry(with: nil)
    #expect(gpgError { _ = try gpg.sign(bytes) }?.reason == .noPassphrase)
    try home.answerPinentry(with: "ERR 83886179 Operation cancelled <Pinentry>")
    #expect(gpgError { _ = try gpg.sign(bytes) }?.reason == .cancelled)
  }
}

extension GPGHome {
  /// A detached, binary signature by the home's first key.
  fileprivate func sign(_ bytes: [UInt8]) throws -> [UInt8] { try gpg(["-b"], input: bytes).output }
}
