import Fixtures
import Foundation
import Testing

/// What PASSWORD_STORE_GPG_OPTS brings about.
@Suite struct GPGOptionsTests {
  private func store(_ options: String) throws -> TestStore {
    let store = try TestStore()
    store.pwstore.environment["PASSWORD_STORE_GPG_OPTS"] = options
    return store
  }

  @Test func `lets programs read gpg's own lines`() throws {
    let store = try store("--status-fd=2 --debug=ipc")
    store.pwstore.name = "pass"
    let pass = store.pwstore
    #expect(
      try pass("insert", "-m", "a", input: Array("one\n".utf8)).errorText.contains("[GNUPG:]"))
    let outcome = try pass("show", "a")
    #expect(outcome.text == "one\n" && outcome.status == 0)
    #expect(outcome.errorText.contains("[GNUPG:] DECRYPTION_OKAY"))
    #expect(outcome.errorText.contains("DBG: chan_"))
    let listing = try store.shell("pass show a 2>&1 >/dev/null | grep -c GNUPG").text
    let ours = outcome.errorText.split(separator: "\n").count { $0.contains("GNUPG") }
    #expect(Int(listing.trimmingCharacters(in: .newlines)) == ours)
  }

  @Test func `tells by gpg's lines why nothing can be decrypted`() throws {
    let store = try store("--status-fd=2 --debug=ipc")
    try store.pwstore("save", "a", "user=x")
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("ann")])
    let outcome = try store.pwstore("load", "a")
    #expect(outcome.status == 4 && outcome.text == "")
    #expect(outcome.errorText.contains("[GNUPG:] NO_SECKEY"))
    #expect(outcome.errorText.contains("pwstore: cannot decrypt \"a\": gpg ended with status 2\n"))
  }

  @Test func `works on all that the store does`() throws {
    let store = try store("\t--throw-keyids \n --armor ")
    let pwstore = store.pwstore
    #expect(try pwstore("save", "a", "user=x").status == 0)
    #expect(try pwstore("set", "a", "user=y").status == 0)
    #expect(try pwstore("load", "a", "user").text == "y\n")
    let file = String(decoding: try readFile("\(store.root)/a.gpg"), as: UTF8.self)
    #expect(file.hasPrefix("-----BEGIN PGP MESSAGE-----"))
    // The recipients are hidden: it may have been for others.
    try store.gpg.makeKey("bob")
    #expect(try pwstore("init", "bob@example.org").status == 0)
    try store.gpg.gpg(["--delete-secret-keys", try store.gpg.fingerprint("ann")])
    #expect(try pwstore("load", "a", "user").text == "y\n")
    #expect(try store.complaints() == "")
  }

  @Test func `has git decrypt with them, too`() throws {
    let store = try TestStore(isVersioned: false)
    store.pwstore.environment["PASSWORD_STORE_GPG_OPTS"] = "--trust-model  always"
    store.pwstore.name = "pass"
    #expect(try store.pwstore("git", "init").status == 0)
    let ours = try store.git("config", "diff.gpg.textconv").text
    let script = """
      export PASSWORD_STORE_DIR=$PWD/other; pass init ann@example.org && pass git init
      """
    try store.shell(script)
    let passes = try store.shell("git -C other config diff.gpg.textconv").text
    #expect(ours == passes && ours.contains(" --trust-model always "))
  }

  @Test func `stores nothing if gpg refuses the options`() throws {
    let store = try store("--no-such-option")
    let outcome = try store.pwstore("save", "a", "user=x")
    #expect(outcome.status == 5)
    #expect(outcome.errorText.contains("gpg ended with status 2"))
    #expect(
      outcome.errorText.contains("hint: it was run with the options in PASSWORD_STORE_GPG_OPTS"))
    #expect(!FileManager.default.fileExists(atPath: "\(store.root)/a.gpg"))
    store.pwstore.name = "pass"
    #expect(try store.pwstore("insert", "-e", "a", input: Array("x\n".utf8)).status == 1)
  }

  @Test func `takes the keys of another home`() throws {
    let store = try TestStore()
    try store.pwstore("save", "a", "user=x")
    let empty = try GPGHome([])
    store.pwstore.environment["GNUPGHOME"] = empty.path
    #expect(try store.pwstore("load", "a").status == 4)
    store.pwstore.environment["PASSWORD_STORE_GPG_OPTS"] = "--homedir \(store.gpg.path)"
    #expect(try store.pwstore("load", "a", "user").text == "x\n")
    #expect(try store.pwstore("save", "b", "user=y").status == 0)
    #expect(try store.decrypt("b.gpg") == Array("\nuser: y\n".utf8))
  }

  @Test func `keeps every byte of a large entry`() throws {
    let store = try store("--quiet")
    let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    #expect(try store.pwstore("save", "a", input: bytes).status == 0)
    #expect(try store.pwstore("load", "a").output == bytes)
  }

  @Test func `starts gpg once for each operation, with no secret in its arguments`() throws {
    let store = try store("--quiet")
    let secret = "sEcReT-\(UUID().uuidString)"
    let script = """
      for words in 'save a password=-' 'load a'; do
        strace -f -qq -z -v -s 10000 -e trace=execve -o trace "$PW" $words > output
        grep -F 'execve(' trace | tail -n +2; grep -c -F '\(secret)' trace
      done
      """
    let lines = try store.shell(script, input: Array(secret.utf8)).text.split(separator: "\n")
    #expect(lines.count == 4)
    for index in [0, 2] where lines.count == 4 {
      #expect(lines[index].contains("\"gpg\"") && lines[index].contains("\"--no-encrypt-to\""))
      #expect(lines[index + 1] == "0")
    }
  }

  @Test func `asks on the terminal whether to use a stranger's key`() throws {
    let store = try store("--quiet")
    let other = try GPGHome(["bob"])
    try store.gpg.importKey("bob", from: other)
    try Data("bob@example.org\n".utf8).write(to: URL(filePath: "\(store.root)/.gpg-id"))
    for (answer, status) in [("n", Int32(5)), ("y", 0)] {
      let terminal = try store.pwstore.onTerminal("save", "a", "user=x")
      try terminal.wait(for: "Use this key anyway? (y/N) ")
      terminal.type("\(answer)\n")
      #expect(try terminal.end() == status)
    }
    #expect(FileManager.default.fileExists(atPath: "\(store.root)/a.gpg"))
  }
}
