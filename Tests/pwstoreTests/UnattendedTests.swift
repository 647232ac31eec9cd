import Fixtures
import Foundation
import Testing

@testable import PWCore
@testable import pwstore

/// Every command, where there is nobody: standard input is closed, there is no
/// terminal and no agent, and the environment is empty but for the home.
@Suite struct UnattendedTests {
  /// A command line, and its status where there is no key, and where there is one
  /// with a passphrase that nobody tells.
  private struct Line {
    let words: String
    let withoutKey: Int32
    let locked: Int32

    init(_ words: String, _ withoutKey: Int32, _ locked: Int32) {
      (self.words, self.withoutKey, self.locked) = (words, withoutKey, locked)
    }

    init(_ words: String, _ status: Int32) { self.init(words, status, status) }
  }

  /// By the command's name; each has at least one line.
  private static let lines: [String: [Line]] = [
    "setup": [Line("setup", 2), Line("--store NONE setup", 1)],
    "init": [Line("init pas@example.org", 5, 0), Line("init other@example.org", 5)],
    "save": [
      Line("save new password", 1), Line("save new x=y", 5, 0), Line("save new", 1),
      Line("save new -m", 1),
    ],
    "set": [Line("set a x=y", 4), Line("set none x=y", 3)],
    "unset": [Line("unset a x", 4)],
    "load": [Line("load a", 4), Line("load a user", 4), Line("load none", 3)],
    "pick": [Line("pick", 2), Line("pick --key a", 2), Line("load", 2)],
    "delete": [Line("delete a", 1, 0)],
    "exists": [Line("exists a", 0), Line("exists a#user", 4), Line("exists none", 3)],
    "apply": [Line("apply", 1)],
    "dump": [Line("dump", 4)],
    "exec": [Line("exec -e A=a -- true", 125), Line("exec -- true", 0)],
    "inject": [Line("inject", 1)],
    "mv": [Line("mv a b", 1, 0)],
    "cp": [Line("cp a b", 1, 0)],
    "ls": [Line("ls", 0)],
    "show": [Line("show a", 4), Line("a", 4), Line("show -c a", 4)],
    "insert": [Line("insert new", 1), Line("insert -m new", 1)],
    "edit": [Line("edit a", 1)],
    "generate": [Line("generate new", 5, 0), Line("generate -i a", 4)],
    "clone": [Line("clone NONE NONE", 8), Line("clone https://127.0.0.1:1/x NONE", 8)],
    "sync": [Line("sync", 8)],
    "resolve": [Line("resolve", 0)],
    "status": [Line("status", 0), Line("status --fetch", 8)],
    "remote": [Line("remote", 0)],
    "recipients": [Line("recipients", 0), Line("recipients add other@example.org", 5)],
    "who": [Line("who a", 0)],
    "rotate": [Line("rotate", 0)],
    "log": [Line("log", 0)],
    "diff": [Line("diff a", 4)],
    "restore": [Line("restore a HEAD", 0)],
    "git": [Line("git log", 0), Line("git commit", 128, 1), Line("git fetch origin", 128)],
    "find": [Line("find a", 0)],
    "grep": [Line("grep x", 4)],
    "otp": [Line("otp a", 4), Line("otp insert new", 1), Line("otp uri a", 4)],
    "regenerate": [Line("regenerate a", 4)],
    "ci": [
      Line("ci true", 2), Line("ci -k - true", 1), Line("ci --end", 2), Line("ci init", 5, 4),
    ],
    "git-credential": [Line("git-credential get", 1), Line("git-credential other", 0)],
    "docker-credential": [Line("docker-credential get", 1), Line("docker-credential list", 0)],
    "help": [Line("help", 0), Line("help --all", 0), Line("help --man", 0)],
    "completion": [Line("completion bash", 0), Line("completion csh", 2)],
    "complete-words": [Line("complete-words all load", 0)],
    "version": [Line("version", 0)],
    "for-extensions": [Line("for-extensions clip x", 1)],
    "git-merge-driver": [Line("git-merge-driver 1 2 3 4", 2)],
  ]

  @Test func `a home that is not there is no more than a key that is not there`() throws {
    let store = try TestStore()
    try store.must("save", ["a", "user=x"])
    let homeless = Pwstore(["HOME": "/nonexistent"])
    for (words, status, name) in [
      (["load", "a"], Int32(4), "\"a\""), (["save", "new", "x=y"], 5, "\"new\""),
      (["init", "other@example.org"], 5, "recipients"),
    ] {
      let outcome = try homeless.run((["--store", store.root] + words).map { Array($0.utf8) })
      #expect(outcome.status == status, "\(words): \(outcome.errorText)")
      #expect(outcome.errorText.contains(name) && outcome.errorText.contains("/nonexistent/.gnupg"))
    }
  }

  @Test(arguments: [false, true])
  func `no command hangs or waits for anybody`(hasKey: Bool) throws {
    let missing = Set(CommandTable.standard.commands.map(\.name)).subtracting(Self.lines.keys)
    #expect(missing == [], "each command needs a line in the table above")
    let store = try TestStore([], isInitialized: false)
    try store.gpg.makeLockedKey("pas", passphrase: "sesame")
    try store.must("init", ["pas@example.org"])
    try store.must("save", ["a", "user=x"])
    try store.must("git", ["remote", "add", "origin", "https://127.0.0.1:1/nothing"])
    try store.shell("cp -a store model; mkdir empty")
    let place = URL(filePath: store.root).deletingLastPathComponent().path
    var alone = Pwstore(["HOME": hasKey ? store.home : "\(place)/empty"])
    if hasKey { alone.environment["GNUPGHOME"] = store.gpg.path }
    for (name, lines) in Self.lines.sorted(by: { $0.key < $1.key }) {
      for line in lines {
        try store.shell(
          "rm -rf store empty/* empty/.[!.]*; cp -a model store; gpgconf --kill all")
        let words = line.words.split(separator: " ").map {
          $0 == "NONE" ? "\(place)/none" : String($0)
        }
        let started = try alone.alone(["--store", store.root] + words)
        guard let outcome = try started.end(within: 10) else {
          Issue.record("\(line.words) hangs")
          continue
        }
        let expected = hasKey ? line.locked : line.withoutKey
        #expect(outcome.status == expected, "\(name): \(line.words): \(outcome.errorText)")
        let isSilent = outcome.status == 0 || name == "exists"
        #expect(isSilent || !(outcome.errors + outcome.output).isEmpty, "\(line.words)")
      }
    }
  }
}
