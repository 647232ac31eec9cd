import Fixtures
import Testing

@testable import PWCore

@Suite struct GitSigningTests {
  private let a: [[UInt8]] = [[0x61]]

  /// Signs with gpg, as Store does with gpgme.
  private func sign(_ payload: [UInt8], _ key: String?, _ home: GPGHome) throws -> [UInt8] {
    try home.gpg(["--armor", "--detach-sign", "--local-user", key ?? ""], input: payload).output
  }

  @Test(arguments: ["commit.gpgSign", "pass.signCommits"], ["ann", nil])
  func `makes signatures that git accepts`(setting: String, key: String?) throws {
    let home = try GPGHome()
    let folder = try GitFolder()
    folder.environment["GNUPGHOME"] = home.path
    try folder.git(["config", setting, "true"])
    if let key { try folder.git(["config", "user.signingKey", key]) }
    for name in ["one", "two"] {
      try folder.write(name, to: "a")
      var asked: String?
      try folder.open().commit(a, message: "A\n\nWith a body") { payload, key in
        asked = key
        return try sign(payload, key, home)
      }
      #expect(asked == key ?? "Ann <ann@example.org>")
      try folder.git("verify-commit HEAD")
    }
    #expect(try folder.git("log -1 --format=%G?%GS").contains("Ann <ann@example.org>"))
    #expect(try folder.problems() == "")
  }

  @Test func `is left to git if nobody signs`() throws {
    let home = try GPGHome()
    let folder = try GitFolder()
    folder.environment["GNUPGHOME"] = home.path
    try folder.git("config pass.signCommits true")
    try folder.write("one", to: "a")
    try folder.open().commit(a, message: "A")
    try folder.git("verify-commit HEAD")
  }

  @Test func `is left to git for SSH keys and for other programs`() throws {
    let folder = try GitFolder()
    try run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder.home + "/key"])
    try folder.git("config commit.gpgSign true")
    try folder.git("config gpg.format ssh")
    try folder.git("config user.signingKey \(folder.home)/key.pub")
    try folder.write("one", to: "a")
    try folder.open().commit(a, message: "A") { _, _ in
      Issue.record("asked to sign")
      return []
    }
    #expect(try folder.git("cat-file commit HEAD").contains("BEGIN SSH SIGNATURE"))

    try folder.git("config gpg.format openpgp")
    try folder.git("config gpg.program \(folder.path)/../gpg")
    try folder.writeScript(
      "echo '[GNUPG:] SIG_CREATED ' >&2; echo MINE; cat > /dev/null", to: "../gpg")
    try folder.write("two", to: "a")
    try folder.open().commit(a, message: "A") { _, _ in
      Issue.record("asked to sign")
      return []
    }
    #expect(try folder.git("cat-file commit HEAD").contains("gpgsig MINE"))
  }

  @Test(arguments: Way.allCases)
  func `leaves all as it was if no signature can be made`(way: Way) throws {
    let folder = try GitFolder()
    folder.environment["GNUPGHOME"] = folder.home
    try folder.git("config commit.gpgSign true")
    try folder.write("one", to: "a")
    let error = #expect(throws: GitError.self) {
      try folder.open(way).commit(a, message: "A") { _, _ in
        throw SystemError(code: 2, action: "sign with", path: FilePath("key"))
      }
    }
    guard case .signingFailed(let reason) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains(way == .library ? "\"key\"" : "failed to"))
    #expect(error?.exitCode == .failure)
    #expect(try folder.git("status --porcelain") == "?? a\n")
    #expect(throws: GitFailed.self) { try folder.git("rev-parse --verify -q HEAD") }
  }
}
