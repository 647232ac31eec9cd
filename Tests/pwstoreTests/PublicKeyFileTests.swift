import Fixtures
import Foundation
import Testing

/// The recipients' public keys that are kept in the store.
@Suite struct PublicKeyFileTests {
  private func files(of store: TestStore) throws -> [String] {
    try store.shell("cd store/.public-keys && ls").text.split(separator: "\n").map(String.init)
  }

  @Test func `travel with the commit that changes the recipients`() throws {
    let store = try TestStore(["ann", "bob", "eve"])
    let names = try ["ann", "bob", "eve"].map { "\(try store.gpg.fingerprint($0)).asc" }
    #expect(try store.commitCount() == 1)
    #expect(try files(of: store) == [names[0]])
    try store.pwstore("recipients", "add", "bob@example.org")
    try store.pwstore("recipients", "add", "-p", "team", "eve@example.org")
    #expect(try files(of: store) == names.sorted())
    // Bob is one in the folder, too.
    try store.pwstore("recipients", "remove", "bob@example.org")
    #expect(try files(of: store) == names.sorted())
    try store.pwstore("recipients", "remove", "-p", "team", "bob@example.org")
    #expect(try files(of: store) == [names[0], names[2]].sorted())
    try store.pwstore("init", "-p", "team", "")
    #expect(try files(of: store) == [names[0]])
    #expect(try store.commitCount() == 6)
    #expect(try store.complaints() == "")
    let file = try readFile("\(store.root)/.public-keys/\(names[0])")
    #expect(String(decoding: file, as: UTF8.self).hasPrefix("-----BEGIN PGP PUBLIC KEY BLOCK-----"))
    #expect(try GPGHome([]).gpg(["--import"], input: file).status == 0)
  }

  @Test func `of somebody who wants to be a recipient stay`() throws {
    let store = try TestStore(["ann", "bob", "eve"])
    let eve = try store.gpg.fingerprint("eve")
    try store.gpg.gpg(["--armor", "-o", "\(store.root)/.public-keys/\(eve).asc", "--export", eve])
    try store.git("add", ".")
    try store.git("commit", "-qm", "Ask for access")
    try store.pwstore("recipients", "add", "bob@example.org")
    try store.pwstore("recipients", "remove", "bob@example.org")
    #expect(try files(of: store).contains("\(eve).asc"))
  }

  @Test func `are not written for pass`() throws {
    let store = try TestStore(["ann", "bob"], isInitialized: false)
    var pass = store.pwstore
    pass.name = "pass"
    for words in [["git"], []] {
      try pass.run(
        (["init", "-p"] + (words.isEmpty ? ["x"] : ["/"]) + ["ann@example.org"]).map {
          Array($0.utf8)
        })
      #expect(try store.shell("ls -A store").text.contains(".gpg-id"))
      #expect(try !store.shell("ls -A store").text.contains(".public-keys"))
    }
  }

  @Test func `are no entries`() throws {
    let store = try TestStore()
    try store.shell("cp store/.gpg-id store/.public-keys/x.gpg")
    #expect(try store.pwstore("ls", "--flat").text == "")
    #expect(try !store.pwstore("ls").text.contains("public"))
    #expect(try !store.pwstore("find", "x", "public").text.contains("x\n"))
    #expect(try store.pwstore("grep", "x").text == "")
    for words in [["show", ".public-keys/x"], ["save", "a/.public-keys/x", "b=c"]] {
      #expect(try store.pwstore.run(words.map { Array($0.utf8) }).status == 2)
    }
    #expect(try store.pwstore("recipients", "add", "ann@example.org").status == 0)
  }

  @Test func `are not written through a link`() throws {
    let store = try TestStore(["ann", "bob"])
    try store.shell("rm -r store/.public-keys; mkdir out; ln -s ../out store/.public-keys")
    let outcome = try store.pwstore("recipients", "add", "bob@example.org")
    #expect(outcome.status == 1 && outcome.errorText.contains(".public-keys"))
    #expect(try store.shell("ls out").text == "")
  }
}
