import Fixtures
import Foundation
import Testing

/// Whatever git can go through: ssh with the user's own settings, HTTP with a
/// credential helper.
@Suite struct SyncTransportTests {
  @Test func `goes through ssh as the user's settings say`() throws {
    let stores = try Machines(saving: ["a": "one\n"])
    let bob = stores.machines[1]
    let server = try SSHServer()
    try bob.shell(
      """
      mkdir -p -m 700 home/.ssh
      cat > home/.ssh/config <<END
      Host shared
        HostName 127.0.0.1
        Port \(server.port)
        IdentityFile \(server.userKey)
        IdentitiesOnly yes
        UserKnownHostsFile \(server.knownHosts)
      END
      """)
    // ssh looks up the home of the user, not $HOME.
    bob.pwstore.environment["GIT_SSH_COMMAND"] = "ssh -F \(bob.home)/.ssh/config"
    try bob.must("clone", ["shared:\(stores.remote)", "\(bob.home)/second"])
    let words = ["--store", "\(bob.home)/second"]
    try bob.must("save", ["b", "user=x"] + words)
    try bob.must("sync", words)
    #expect(try stores.git("log", "-1", "--format=%s", "main").text == "Save b.\n")
    server.stop()
    try bob.must("save", ["c", "user=x"] + words)
    let outcome = try bob.pwstore.run((["sync"] + words).map { Array($0.utf8) })
    #expect(outcome.status == 8)
    #expect(outcome.errorText.contains("refused"))
  }

  @Test func `goes through HTTP with a credential helper`() throws {
    let stores = try Machines(saving: ["a": "one\n"])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try stores.git("config", "http.receivepack", "true")
    let folder = URL(filePath: stores.remote).deletingLastPathComponent().path
    let server = try GitServer(
      of: folder, user: "bob", password: "p4ss", environment: bob.pwstore.environment)
    try bob.must("remote", ["set-url", "origin", "\(server.address)remote"])
    try ann.must("save", ["b", "user=x"])
    try ann.must("sync")
    let outcome = try bob.pwstore("sync")
    #expect(outcome.status == 8)
    try writeProgram(
      "#!/bin/sh\n[ $1 = get ] && printf 'username=bob\\npassword=p4ss\\n'\n",
      to: "\(bob.home)/helper")
    try bob.git("config", "credential.helper", "\(bob.home)/helper")
    try bob.must("save", ["c", "user=y"])
    try bob.must("sync")
    try ann.must("sync")
    #expect(try ann.text(of: "c") == "\nuser: y\n")
    #expect(!(try bob.must("status").text.contains("p4ss")))
  }

  @Test func `keeps all when the network goes in the middle`() throws {
    let stores = try Machines(saving: ["a": "one\n"])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.must("save", ["b", "user=x"])
    try ann.must("sync")
    try bob.must("save", ["c", "user=y"])
    // The other side dies while it sends, and then while it receives.
    for (setting, part) in [("uploadpack", "git-upload-pack"), ("receivepack", "git-receive-pack")]
    {
      try writeProgram(
        "#!/bin/sh\n\(part) \"$@\" | { head -c 100; kill -9 $$; }\n", to: "\(bob.home)/cut")
      try bob.git("config", "remote.origin.\(setting)", "\(bob.home)/cut")
      let outcome = try bob.pwstore("sync")
      #expect(outcome.status == 8, "\(outcome.errorText)")
      try bob.git("config", "--unset", "remote.origin.\(setting)")
      #expect(try bob.text(of: "c") == "\nuser: y\n")
      #expect(try bob.complaints() == "")
    }
    try bob.must("sync")
    #expect(try bob.text(of: "b") == "\nuser: x\n")
  }
}
