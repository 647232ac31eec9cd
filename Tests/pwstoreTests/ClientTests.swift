import Fixtures
import Foundation
import Testing

/// Programs of Debian's that call pass, with ours in its place.
@Suite struct ClientTests {
  /// A store, in whose scripts `pass` is our program.
  static func store(_ names: [String] = ["ann"]) throws -> TestStore {
    let store = try TestStore(names)
    try store.answerToPass()
    return store
  }

  /// What a script printed, on both streams, if it ended well.
  private static func output(_ script: String, in store: TestStore) throws -> String {
    let outcome = try store.shell("{ \(script)\n} 2>&1")
    return outcome.text + (outcome.status == 0 ? "" : "(status \(outcome.status))")
  }

  @Test func `git clones and pushes with the password that pass-git-helper finds`() throws {
    let store = try Self.store()
    let password = #"p w:%&"\ü"#
    let setUp = """
      set -e
      git init -q --bare repositories/a.git
      git -C repositories/a.git config http.receivepack true
      git init -q first && cd first
      echo content > file && git add file && git commit -q -m first
      git push -q ../repositories/a.git HEAD:main
      """
    #expect(try Self.output(setUp, in: store) == "")
    let server = try GitServer(
      of: "\(store.home)/../repositories", user: "bob", password: password,
      environment: store.pwstore.environment)
    let host = server.address.dropFirst("http://".count).dropLast()
    try store.pwstore("insert", "-m", "git/\(host)", input: Array("\(password)\nbob\n".utf8))
    try store.pwstore("insert", "-m", "git/wrong", input: Array("wrong\nbob\n".utf8))

    func git(_ command: String, target: String) throws -> String {
      try Self.output(
        """
        printf '[127.0.0.1*]\\ntarget=%s\\n' '\(target)' > mapping
        export GIT_TERMINAL_PROMPT=0
        git -c credential.helper="/usr/bin/pass-git-helper -m $PWD/mapping" \(command)
        """, in: store)
    }
    let address = "\(server.address)a.git"
    #expect(try git("clone -q \(address) copy", target: "git/${host}") == "")
    #expect(try Self.output("cat copy/file", in: store) == "content\n")
    try store.shell("cd copy && git commit -q --allow-empty -m second")
    #expect(try git("-C copy push -q", target: "git/${host}") == "")
    #expect(
      try Self.output("git -C repositories/a.git log --format=%s main", in: store)
        == "second\nfirst\n")

    #expect(try git("ls-remote \(address)", target: "git/wrong").contains("Authentication failed"))
    let missing = try git("ls-remote \(address)", target: "git/missing")
    #expect(missing.hasPrefix("Error: git/missing is not in the password store.\n"))
  }

  @Test func `docker-credential-pass stores, gets, lists and erases`() throws {
    let store = try Self.store()
    try store.pwstore("insert", "-m", "mine", input: Array("1\n".utf8))
    func docker(_ command: String, _ input: String) throws -> String {
      let outcome = try store.shell("docker-credential-pass \(command)", input: Array(input.utf8))
      return outcome.text + (outcome.status == 0 ? "" : "(status \(outcome.status))")
    }
    let server = "https://index.example.org/v1/"
    func credentials(_ user: String, _ secret: String) throws -> String {
      let object = ["ServerURL": server, "Username": user, "Secret": secret]
      return String(decoding: try JSONEncoder().encode(object), as: UTF8.self)
    }
    func secret() throws -> [String: String] {
      try JSONDecoder().decode(
        [String: String].self, from: Data(try docker("get", "\(server)\n").utf8))
    }

    #expect(try docker("list", "") == "{}\n")
    #expect(try docker("store", try credentials("ann@example.org", "one")) == "")
    #expect(try docker("store", try credentials("ann@example.org", "p w\"\\\u{FC}")) == "")
    #expect(try docker("list", "") == "{\"\(server)\":\"ann@example.org\"}\n")
    #expect(
      try secret()
        == ["ServerURL": server, "Username": "ann@example.org", "Secret": "p w\"\\\u{FC}"])
    let name = "docker-credential-helpers/\(Data(server.utf8).base64EncodedString())"
    #expect(try store.decrypt("\(name)/ann@example.org.gpg") == Array("p w\"\\\u{FC}".utf8))
    #expect(try docker("erase", "\(server)\n") == "")
    #expect(try docker("list", "") == "{}\n")
    #expect(try secret()["Secret"] == "")
    #expect(try store.lastMessage() == "Remove \(name) from store.")
    #expect(try store.commitCount() == 5)
    #expect(try store.complaints() == "")
    #expect(try store.shell("ls store").text == "mine.gpg\n")

    // It asks pass whether there is a store at all.
    store.pwstore.environment["PASSWORD_STORE_DIR"] = "\(store.home)/none"
    #expect(
      try docker("store", try credentials("ann", "one"))
        .hasPrefix("pass not initialized: exit status 1: Error: password store is empty."))
  }

  @Test func `tells Ansible that it is pass, in words that it looks for`() throws {
    let store = try Self.store()
    for words in ["--version", "version"] {
      let text = try store.shell("pass \(words)").text
      #expect(text.contains("pass: the standard unix password manager"))
      #expect(text.contains("v1.7.4"))
    }
    #expect(try !store.pwstore("version").text.contains("pass:"))
    #expect(
      try store.shell("pass show missing 2>&1").text.contains("not in the password store"))
  }
}
