import Fixtures
import Foundation
import Testing

@testable import PWCore
@testable import pwstore

/// What a command does with the public keys that a store has.
@Suite struct PublicKeyOfferTests {
  @Test func `imports the keys to which the user has agreed`() throws {
    let (ann, bob) = (try TestStore(["ann"]), try GPGHome(["bob"]))
    let key = try bob.fingerprint("bob")
    try bob.gpg(["--armor", "-o", "\(ann.root)/.public-keys/\(key).asc", "--export", key])
    try ann.shell("echo \(key) >>store/.gpg-id")
    #expect(try ann.pwstore("save", "a", "x=y").status == 5)
    let session = Session("pwstore", environment: Environment(ann.pwstore.environment))
    let store = PasswordStore(at: FilePath(ann.root), gpgHome: FilePath(ann.gpg.path))
    try session.offerPublicKeys(of: store, importing: true)
    #expect(try ann.pwstore("save", "a", "x=y").status == 0)
    #expect(try bob.gpg(["--decrypt", "\(ann.root)/a.gpg"]).text == "\nx: y\n")
    #expect(try store.missingPublicKeys().isEmpty)
  }
}
