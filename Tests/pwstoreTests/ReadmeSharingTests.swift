import Fixtures
import Foundation
import Testing

/// The chapter "Share a store" in README.md, word for word.
@Suite struct ReadmeSharingTests {
  @Test func `leads two accounts to a store that they share`() throws {
    let place = try TemporaryFolder()
    let accounts = ["Alice": try Self.account(), "Bob": try Self.account()]
    var outcomes: [String] = []
    for block in try Self.blocks() {
      let name = String(block.prefix { $0 != "\n" }.dropFirst("# ".count))
      let account = try #require(accounts[name])
      let bob = try #require(accounts["Bob"])
      let script = block.replacing("/var/tmp/", with: "\(place.path)/")
        .replacing("BOBS-FINGERPRINT", with: try bob.gpg.fingerprint("bob"))
      let outcome = try account.shell("set -e\n\(script)")
      #expect(outcome.status == 0, "\(script)\(outcome.errorText)")
      outcomes.append(outcome.text)
    }
    let password = try #require(accounts["Alice"]).must("load", ["team/db", "password"]).text
    #expect(outcomes.count == 7)
    #expect(outcomes[5] == "\(password)username: app\n")
    #expect(outcomes[6].contains("team/db"))
    let bob = try #require(accounts["Bob"])
    try bob.must("sync")
    #expect(try bob.pwstore("load", "team/db").status == 4)
  }

  /// An account with git and GnuPG, and nothing else.
  private static func account() throws -> TestStore {
    let store = try TestStore([], isInitialized: false)
    // Nobody is there to be asked, for a passphrase either: it is empty.
    try store.gpg.configure("batch")
    try store.gpg.answerPinentry(with: "OK")
    let path = store.pwstore.environment["PATH"] ?? "/usr/bin:/bin"
    try store.shell(
      "rm home/.gitconfig; mkdir home/bin; ln -s \"$PW\" home/bin/pwstore; rmdir store")
    store.pwstore.environment["PATH"] = "\(store.home)/bin:\(path)"
    store.pwstore.environment["PASSWORD_STORE_DIR"] = nil
    return store
  }

  /// The chapter's code blocks; each begins with a line that names the account.
  private static func blocks() throws -> [String] {
    let project = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    let readme = try String(contentsOfFile: "\(project)/README.md", encoding: .utf8)
    let chapter =
      readme.components(separatedBy: "\n## Share a store\n").last?
      .components(separatedBy: "\n## ").first ?? ""
    let parts = chapter.components(separatedBy: "```")
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0].dropFirst("sh\n".count)) }
  }
}
