import Fixtures
import Foundation
import Testing

/// Signed recipients files.
@Suite struct SignatureTests {
  /// A store whose recipients file is signed by ann, and the program to work on
  /// it, which wants that.
  private func signedStore() throws -> (TestStore, Pwstore) {
    let store = try TestStore(["ann", "bob"], isInitialized: false)
    var pwstore = store.pwstore
    pwstore.environment["PASSWORD_STORE_SIGNING_KEY"] = try store.gpg.fingerprint("ann")
    let outcome = try pwstore("init", "ann@example.org")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    return (store, pwstore)
  }

  @Test func `signs as pass does, in the same commit`() throws {
    let (store, pwstore) = try signedStore()
    #expect(try store.commitCount() == 1)
    #expect(
      try store.git("show", "--format=", "--name-only").text
        == """
        .gitattributes
        .gpg-id
        .gpg-id.sig
        .public-keys/\(try store.gpg.fingerprint("ann")).asc

        """)
    #expect(try pwstore("save", "a", "x=y").status == 0)
    let script =
      "export PASSWORD_STORE_SIGNING_KEY; printf 'v\\n' | pass insert -m b >/dev/null && pass show b"
    #expect(
      try run(["bash", "-c", script], environment: pwstore.environment).text == "v\n")
    // What is signed already is not signed again.
    let count = try store.commitCount()
    #expect(try pwstore("init", "ann@example.org").status == 0)
    #expect(try store.commitCount() == count)
    #expect(try pwstore("init", "-p", "d", "bob@example.org").status == 0)
    #expect(try pwstore("save", "d/a", "x=y").status == 0)
    #expect(try pwstore("init", "-p", "d", "").status == 0)
    #expect(try store.shell("ls -A store/d").text == "a.gpg\n")
    #expect(try store.complaints() == "")
  }

  @Test func `takes what pass has signed`() throws {
    let (store, pwstore) = try signedStore()
    let script = "rm -rf \"$PASSWORD_STORE_DIR\"; pass init ann@example.org; pass git init"
    try run(["bash", "-c", script], environment: pwstore.environment)
    #expect(try pwstore("save", "a", "x=y").status == 0)
    #expect(try store.complaints() == "")
  }

  @Test func `writes nothing without a good signature`() throws {
    let (store, pwstore) = try signedStore()
    try pwstore("save", "a", "x=y")
    try pwstore("save", "d/b", "x=y")
    #expect(try pwstore("init", "-p", "team", "ann@example.org").status == 0)
    try pwstore("save", "team/c", "x=y")
    let ids = "store/.gpg-id store/team/.gpg-id"
    for (what, reason) in [
      ("for f in \(ids); do echo bob@example.org >>$f; done", "was changed"),
      ("for f in \(ids); do gpg --batch --yes -qu bob@example.org -b $f; done", "none of the keys"),
      ("for f in \(ids); do rm $f.sig; done", "is not signed"),
      ("for f in \(ids); do echo x >$f.sig; done", "no signature"),
    ] {
      try store.shell("git -C store checkout -q .; \(what)")
      let before = try store.shell(
        "cd store; find . -name .git -prune -o -type f -print0 | xargs -0 sha256sum"
      )
      .text
      for command in [
        "save n x=y", "set a x=z", "insert -m n", "generate n 8", "generate -i a", "mv a team/a",
        "cp a n", "mv team gone", "edit a",
      ] {
        let outcome = try run(
          ["bash", "-c", "echo v | EDITOR='sed -i s/y/z/' \"$0\" \(command)", Pwstore.path],
          environment: pwstore.environment)
        #expect(outcome.status == 10, "\(what), \(command): \(outcome.errorText)")
        #expect(outcome.errorText.contains(reason) && outcome.errorText.contains(".gpg-id\""))
      }
      #expect(
        try store.shell(
          "cd store; find . -name .git -prune -o -type f -print0 | xargs -0 sha256sum"
        )
        .text == before)
      #expect(try pwstore("load", "a", "x").text == "y\n")
      // The owner's own list needs no signature.
      var own = pwstore
      own.environment["PASSWORD_STORE_KEY"] = "ann@example.org"
      #expect(try own("save", "n", "x=y").status == 0)
      #expect(try own("delete", "n").status == 0)
    }
    try store.shell("git -C store checkout -q .")
    #expect(try pwstore("mv", "a", "team/a").status == 0)
    #expect(try store.complaints() == "")
  }

  @Test func `does not count a key that is out of force, or an id`() throws {
    let (store, pwstore) = try signedStore()
    let fingerprint = try store.gpg.fingerprint("ann")
    for (keys, status) in [
      (String(fingerprint.suffix(16)), Int32(10)), ("0x\(fingerprint)", 10),
      (fingerprint.lowercased(), 0),
      ("\(try store.gpg.fingerprint("bob"))\n\t \(fingerprint)", 0),
      (try store.gpg.fingerprint("bob"), 10), (" ", 0),
    ] {
      var other = pwstore
      other.environment["PASSWORD_STORE_SIGNING_KEY"] = keys
      #expect(try other("save", "n", "x=y").status == status, "\(keys)")
    }
    // Encrypting to another key, so that just the signature is wrong.
    #expect(try pwstore("init", "bob@example.org").status == 0)
    try store.gpg.revoke("ann")
    let outcome = try pwstore("save", "n", "x=y")
    #expect(outcome.status == 10 && outcome.errorText.contains("revoked"))
  }

  @Test func `does not begin what it cannot sign`() throws {
    let (store, pwstore) = try signedStore()
    let other = try GPGHome(["eve"])
    try store.gpg.importKey("eve", from: other)
    var foreign = pwstore
    foreign.environment["PASSWORD_STORE_SIGNING_KEY"] = try other.fingerprint("eve")
    let head = try store.git("rev-parse", "HEAD").text
    for (name, status) in [("pwstore", 4), ("pass", 1)] as [(String, Int32)] {
      foreign.name = name
      #expect(try foreign("init", "bob@example.org").status == status)
    }
    #expect(try store.git("rev-parse", "HEAD").text == head)
    #expect(try store.complaints() == "")
  }
}
