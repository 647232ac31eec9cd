import Fixtures
import Foundation
import Testing

/// The store as git's keychain.
@Suite struct GitCredentialTests {
  @Test func `serves a clone and a push over HTTP`() throws {
    let store = try TestStore()
    let script = #"""
      mkdir -p bin served; ln -s "$PW" bin/git-credential-pwstore
      git init -q --bare served/repo.git; git -C served/repo.git config http.receivepack true
      """#
    try store.shell(script)
    let folder = URL(filePath: store.root).deletingLastPathComponent().path
    let server = try GitServer(
      of: "\(folder)/served", user: "bob", password: "p4 ß=s",
      environment: store.pwstore.environment)
    let job = #"""
      export PATH="$PWD/bin:$PATH" GIT_TERMINAL_PROMPT=0
      git config --global credential.helper pwstore
      """#
    let host = server.address.split(separator: "/")[1]
    // There is nothing yet: git cannot get in.
    let early = try store.shell("\(job)\ngit clone -q \(server.address)repo.git work")
    #expect(early.status == 128)
    // Git itself has a new password saved, once it has worked.
    let first = try store.shell(
      """
      \(job)
      git -c credential.helper='!f() { printf "username=bob\\npassword=p4 ß=s\\n"; }; f' \
        clone -q \(server.address)repo.git work
      cd work && git commit -q --allow-empty -m one && git push -q origin HEAD:main
      """)
    #expect(first.status == 0, "\(first.errorText)")
    #expect(
      try store.text(of: "git/\(host)/bob")
        == "p4 ß=s\nusername: bob\nurl: http://\(host)\n")
    let again = try store.shell(
      """
      \(job)
      git clone -q \(server.address)repo.git other && cd other &&
      git commit -q --allow-empty -m two && git push -q origin HEAD:main
      """)
    #expect(again.status == 0, "\(again.errorText)")
    // What has not changed is not saved again.
    #expect(try store.lastMessage() == "Save git/\(host)/bob.")
    // What is wrong is erased; git keeps it in its history.
    try store.must("set", ["git/\(host)/bob", "password=old"])
    let wrong = try store.shell("\(job)\ngit -C other fetch -q")
    #expect(wrong.status == 128)
    #expect(try store.lastMessage() == "Remove git/\(host)/bob from store.")
  }

  /// What one request is answered with.
  private func ask(
    _ store: TestStore, _ request: String, to operation: String = "get", folder: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    var pwstore = store.pwstore
    pwstore.name = "git-credential-pwstore"
    pwstore.environment.merge(environment) { $1 }
    let words = (folder.map { ["--folder", $0] } ?? []) + [operation]
    return try pwstore.run(words.map { Array($0.utf8) }, input: Array(request.utf8))
  }

  @Test func `finds accounts by host, path and user`() throws {
    let store = try TestStore()
    try store.must("save", ["git/example.org/alice", "password=a"])
    try store.must("save", ["git/example.org/bob", "password=b"])
    try store.must("save", ["git/example.org/team/repo.git/carl", "password=c"])
    try store.must("save", ["git/one.example:8443/DOMAIN%2Fdora", "password=d"])
    try store.must(
      "save", ["plain.example", "password=e", "login=eve", "url=https://plain.example/x"])
    try store.must("save", ["other.example/finn", "password=f", "user=finn@example.org"])
    try store.must("save", ["work/host.example/gus", "password=g"])
    try store.must("save", ["work", "password=h"])
    let rows: [(request: String, answer: String)] = [
      ("protocol=https\nhost=example.org\nusername=bob\n\n", "bob:b"),
      ("url=https://bob@example.org/\n", "bob:b"),
      ("protocol=https\nhost=EXAMPLE.org\nusername=alice\n", "alice:a"),
      ("protocol=https\nhost=example.org\npath=team/repo.git\n", "carl:c"),
      ("protocol=https\nhost=example.org\npath=team/repo.git\nusername=bob\n", "bob:b"),
      ("protocol=https\nhost=one.example:8443\n", "DOMAIN/dora:d"),
      ("protocol=https\nhost=one.example:8443\nusername=DOMAIN/dora\n", "DOMAIN/dora:d"),
      ("protocol=https\nhost=one.example\n", ""),
      ("protocol=https\nhost=plain.example\n", "eve:e"),
      ("protocol=https\nhost=plain.example\nusername=mallory\n", ""),
      // Not without encryption, if the entry says with.
      ("protocol=http\nhost=plain.example\n", ""),
      ("protocol=https\nhost=other.example\n", "finn@example.org:f"),
      ("protocol=https\nhost=host.example\n", ""), ("protocol=https\nhost=work\n", ""),
      ("protocol=http\nhost=other.example\n", ""),
      ("protocol=https\nhost=nowhere.example\n", ""), ("protocol=cert\npath=/x/y.pem\n", ""),
      ("protocol=https\nhost=..\n", ""), ("protocol=https\nhost=.git\nusername=x\n", ""),
      ("protocol=https\nhost=example.org/alice\nusername=../../x\n", ""), ("", ""),
    ]
    for (request, answer) in rows {
      let outcome = try ask(store, request)
      let parts = answer.split(separator: ":", maxSplits: 1)
      let answered = parts.count < 2 ? "" : "username=\(parts[0])\npassword=\(parts[1])\n"
      #expect(outcome.text == answered, "\(request): \(outcome.errorText)")
      // Helpers are asked in turn: not to have it is nothing to speak of.
      #expect(outcome.status == (answer.isEmpty ? 3 : 0) && outcome.errors.isEmpty, "\(request)")
    }
    let other = try ask(store, "protocol=https\nhost=host.example\n", folder: "work")
    #expect(other.text == "username=gus\npassword=g\n")
    let several = try ask(store, "protocol=https\nhost=example.org\n")
    #expect(several.status == 1 && several.output.isEmpty)
    #expect(several.errorText.contains("alice, bob"))
    for request in ["protocol\n", "url=nonsense\n", "host=a\0b\n"] {
      #expect(try ask(store, request).status == 2, "\(request)")
    }
    #expect(try ask(store, "", to: "capability").status == 0)
  }

  @Test func `tells a locked account from none, and keeps it`() throws {
    let store = try TestStore()
    try store.must("save", ["git/example.org/alice", "password=secret"])
    let stranger = try GPGHome(["bob"])
    let locked = ["GNUPGHOME": stranger.path]
    let request = "protocol=https\nhost=example.org\nusername=alice\n"
    let outcome = try ask(store, request, environment: locked)
    #expect(outcome.status == 4)
    // Else git would ask a person, and have the answer saved over the entry.
    #expect(outcome.text == "quit=1\n")
    #expect(outcome.errorText.contains("git/example.org/alice"))
    for operation in ["store", "erase"] {
      let outcome = try ask(store, request + "password=new\n", to: operation, environment: locked)
      #expect(outcome.status == 4)
    }
    #expect(try store.text(of: "git/example.org/alice") == "secret\n")
    let none = try ask(store, request, environment: ["PASSWORD_STORE_DIR": "\(store.home)/none"])
    #expect(none.status == 6 && none.output.isEmpty)
  }

  @Test func `saves and erases what git tells it`() throws {
    let store = try TestStore()
    try store.must("save", ["mail.example/ann", "password=old", "pin=1234"])
    let request = "protocol=smtp\nhost=mail.example\nusername=ann\n"
    try #require(try ask(store, request + "password=new\n", to: "store").status == 0)
    #expect(try store.text(of: "mail.example/ann") == "new\npin: 1234\n")
    // An entry of the user's own is not git's to delete.
    let outcome = try ask(store, request + "password=new\n", to: "erase")
    #expect(outcome.status == 0 && outcome.errorText.contains("mail.example/ann"))
    #expect(try store.text(of: "mail.example/ann") == "new\npin: 1234\n")
    let token =
      "protocol=https\nhost=example.org\npath=a/b\nusername=x/y%\npassword=t\n"
      + "password_expiry_utc=99\noauth_refresh_token=r\nwwwauth[]=Basic\n"
    #expect(try ask(store, token, to: "store").status == 0)
    let key = "git/example.org/a/b/x%2Fy%25"
    #expect(
      try store.text(of: key)
        == "t\nusername: x/y%\nurl: https://example.org/a/b\npassword_expiry_utc: 99\n"
        + "oauth_refresh_token: r\n")
    let answer = try ask(store, "protocol=https\nhost=example.org\npath=a/b\n")
    #expect(
      answer.text
        == "username=x/y%\npassword=t\npassword_expiry_utc=99\noauth_refresh_token=r\n")
    // Another program has saved a newer one meanwhile.
    #expect(
      try ask(store, token.replacing("password=t", with: "password=s"), to: "erase").status == 0)
    #expect(try store.text(of: key)?.hasPrefix("t\n") == true)
    #expect(try ask(store, token, to: "erase").status == 0)
    #expect(try store.pwstore("load", key).status == 3)
    let count = try store.commitCount()
    for request in ["protocol=https\nhost=example.org\n", "username=a\npassword=b\n"] {
      #expect(try ask(store, request, to: "store").status == 0)
    }
    #expect(try store.commitCount() == count)
    // Accounts that are told apart by the path, beside one for the whole host.
    for (path, password) in [("", "w"), ("path=a.git\n", "p1"), ("path=b.git\n", "p2")] {
      let request = "protocol=https\nhost=k.example\n\(path)username=al\npassword=\(password)\n"
      #expect(try ask(store, request, to: "store").status == 0)
    }
    for (path, password) in [("", "w"), ("path=a.git\n", "p1"), ("path=b.git\n", "p2")] {
      let answer = try ask(store, "protocol=https\nhost=k.example\n\(path)username=al\n")
      #expect(answer.text == "username=al\npassword=\(password)\n")
    }
    // What git's form cannot carry is an error, and not half a password.
    try store.must("save", ["git/multi.example/a", "password=one\ntwo"])
    let multi = try ask(store, "protocol=https\nhost=multi.example\n")
    #expect(multi.status == 1 && multi.output.isEmpty)
  }
}
