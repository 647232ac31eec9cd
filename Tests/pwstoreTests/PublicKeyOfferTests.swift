import Fixtures
import Foundation
import Testing

@testable import PWCore
@testable import pwstore

/// What a command does with the public keys that a store has.
@Suite struct PublicKeyOfferTests {
  /// A store of Ann's in which Bob is a recipient whose key she does not have.
  private func store(_ bob: GPGHome) throws -> (TestStore, key: String) {
    let (store, key) = (try TestStore(["ann"]), try bob.fingerprint("bob"))
    try bob.gpg(["--armor", "-o", "\(store.root)/.public-keys/\(key).asc", "--export", key])
    try store.shell("echo \(key) >>store/.gpg-id; git -C store add .; git -C store commit -qm Bob")
    return (store, key)
  }

  @Test func `asks about each key, and takes no answer for a no`() throws {
    let (ann, key) = try store(try GPGHome(["bob"]))
    func isImported() throws -> Bool { try ann.gpg.gpg(["--list-keys", key]).status == 0 }
    let silent = try ann.pwstore("clone", ann.root, "\(ann.home)/1")
    #expect(silent.status == 0)
    #expect(silent.errorText.contains("\(key)  Bob <bob@example.org>"))
    #expect(silent.errorText.contains("--import-keys"))
    #expect(try !isImported())
    for (number, answer) in ["", "n", "y"].enumerated() {
      let terminal = try ann.pwstore.onTerminal("clone", ann.root, "\(ann.home)/t\(number)")
      try terminal.wait(for: "\(key)  Bob <bob@example.org>")
      try terminal.wait(for: "[y/N] ")
      terminal.type("\(answer)\n")
      #expect(try terminal.end() == 0)
      #expect(try isImported() == (answer == "y"))
    }
    #expect(try ann.pwstore("save", "a", "x=y").status == 0)
  }

  @Test func `imports the keys to which the user has agreed`() throws {
    let bob = try GPGHome(["bob"])
    let (ann, _) = try store(bob)
    #expect(try ann.pwstore("save", "a", "x=y").status == 5)
    let session = Session("pwstore", environment: Environment(ann.pwstore.environment))
    let store = PasswordStore(at: FilePath(ann.root), gpgHome: FilePath(ann.gpg.path))
    try session.offerPublicKeys(of: store, importing: true)
    #expect(try ann.pwstore("save", "a", "x=y").status == 0)
    #expect(try bob.gpg(["--decrypt", "\(ann.root)/a.gpg"]).text == "\nx: y\n")
    #expect(try store.missingPublicKeys().isEmpty)
  }
}
