import Fixtures
import Foundation
import Testing

/// What a sync makes of remotes that are not as one would wish.
@Suite struct SyncRemoteTests {
  static let entry = "one\nuser: ann\n"

  /// Two machines, both with a change of their own.
  private static func diverged() throws -> (Machines, TestStore, TestStore) {
    let stores = try Machines(saving: ["a": entry])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.must("set", ["a", "user=x"])
    try ann.must("sync")
    try bob.must("save", ["b", "user=y"])
    return (stores, ann, bob)
  }

  @Test func `says that the remote cannot be reached, and goes on later`() throws {
    let (stores, _, bob) = try Self.diverged()
    try bob.shell("mv \(stores.remote) \(stores.remote).away")
    let outcome = try bob.pwstore("sync")
    #expect(outcome.status == 8)
    #expect(outcome.errorText.contains("cannot reach the remote \"origin\""))
    #expect(try bob.text(of: "b") == "\nuser: y\n")
    #expect(try bob.must("status").text.contains("failed: cannot reach"))
    try bob.shell("mv \(stores.remote).away \(stores.remote)")
    try bob.must("sync")
    #expect(try bob.text(of: "a") == "one\nuser: x\n")
  }

  @Test func `waits for another fetch into the same clone`() throws {
    let (stores, _, bob) = try Self.diverged()
    defer { withExtendedLifetime(stores) {} }
    let lock = "\(bob.root)/.git/refs/remotes/origin/main.lock"
    // Git itself waits for a tenth of a second.
    try bob.shell("touch '\(lock)'; (sleep 0.7; rm '\(lock)') >/dev/null 2>&1 &")
    let outcome = try bob.pwstore("sync")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try bob.text(of: "a") == "one\nuser: x\n")
  }

  @Test func `says why the remote does not take the push, and keeps everything`() throws {
    let (stores, _, bob) = try Self.diverged()
    try writeProgram(
      "#!/bin/sh\necho only on Fridays >&2\nexit 1\n", to: "\(stores.remote)/hooks/pre-receive")
    let outcome = try bob.pwstore("sync")
    #expect(outcome.status == 8)
    #expect(outcome.errorText.contains("refused the push"))
    #expect(outcome.errorText.contains("only on Fridays"))
    #expect(try bob.text(of: "a") == "one\nuser: x\n")
    #expect(try bob.text(of: "b") == "\nuser: y\n")
    #expect(try bob.must("status").text.contains("unpushed: 2 commits"))
    try bob.shell("rm \(stores.remote)/hooks/pre-receive")
    try bob.must("sync")
    #expect(try bob.complaints() == "")
  }

  @Test func `does not push again what the remote has dropped`() throws {
    let (stores, _, bob) = try Self.diverged()
    try bob.must("sync")
    try stores.git("update-ref", "refs/heads/main", "main~2")
    for _ in 0...1 {
      let outcome = try bob.pwstore("sync")
      #expect(outcome.status == 8)
      #expect(outcome.errorText.contains("has gone back"))
    }
    #expect(try bob.text(of: "b") == "\nuser: y\n")
    // The way that the hint names.
    try bob.git("fetch", "-q", "origin")
    try bob.must("sync")
    #expect(try stores.git("rev-parse", "main").text == bob.git("rev-parse", "HEAD").text)
  }

  @Test func `refuses another store`() throws {
    let (stores, ann, _) = try Self.diverged()
    let other = try Machines(saving: ["z": Self.entry])
    try ann.must("remote", ["set-url", "origin", other.remote])
    try ann.git("update-ref", "-d", "refs/remotes/origin/main")
    let outcome = try ann.pwstore("sync")
    #expect(outcome.status == 7)
    #expect(outcome.errorText.contains("no commit in common"))
    #expect(try other.git("log", "--format=%s", "main").text.contains("Save z"))
    #expect(try ann.text(of: "z") == nil)
    _ = stores
  }

  @Test func `follows a branch that was renamed`() throws {
    let (stores, ann, bob) = try Self.diverged()
    try stores.git("branch", "-m", "main", "trunk")
    try stores.git("symbolic-ref", "HEAD", "refs/heads/trunk")
    let outcome = try bob.must("sync")
    #expect(outcome.errorText.contains("the remote's branch is called \"trunk\""))
    #expect(try stores.git("branch").text == "* trunk\n")
    try ann.must("sync")
    #expect(try ann.text(of: "b") == "\nuser: y\n")
  }

  @Test func `fetches what a shallow clone lacks`() throws {
    let (stores, ann, bob) = try Self.diverged()
    try bob.must("sync")
    try ann.must("sync")
    try ann.shell(
      "rm -rf store && git clone -q --depth 1 file://\(stores.remote) store && touch home/shallow")
    try ann.must("set", ["a", "user=z"])
    try bob.must("set", ["b", "user=z"])
    try bob.must("sync")
    try ann.must("sync")
    #expect(try ann.text(of: "b") == "\nuser: z\n")
    #expect(try ann.complaints() == "")
    try bob.must("sync")
    #expect(try bob.text(of: "a") == "one\nuser: z\n")
  }

  @Test func `takes the remote that is named, and says so if it must be`() throws {
    let (stores, ann, _) = try Self.diverged()
    try run(["git", "init", "-q", "--bare", "\(stores.remote)2"])
    try ann.must("remote", ["add", "backup", "\(stores.remote)2"])
    try ann.must("sync", ["backup"])
    #expect(try ann.git("rev-parse", "--abbrev-ref", "@{u}").text == "origin/main\n")
    #expect(
      try run(["git", "-C", "\(stores.remote)2", "rev-parse", "main"]).text
        == ann.git("rev-parse", "HEAD").text)
    #expect(try ann.pwstore("sync", "nowhere").status == 2)
    try ann.git("config", "--unset", "branch.main.remote")
    try ann.must("remote", ["rename", "origin", "first"])
    let outcome = try ann.pwstore("sync")
    #expect(outcome.status == 2)
    #expect(outcome.errorText.contains("backup, first"))
  }

  @Test func `needs a repository, a remote and a branch`() throws {
    let plain = try TestStore(isVersioned: false)
    #expect(try plain.pwstore("sync").status == 6)
    #expect(try plain.pwstore("status").status == 6)
    #expect(try plain.pwstore("remote").status == 6)
    let store = try TestStore()
    let outcome = try store.pwstore("sync")
    #expect(outcome.status == 2)
    #expect(outcome.errorText.contains("remote add origin"))
    try store.git("checkout", "-q", "--detach")
    #expect(try store.pwstore("sync").status == 7)
  }

  @Test func `lets all have their turn that sync at once`() throws {
    let stores = try Machines(["ann"])
    let ann = stores.machines[0]
    let script = """
      set -e
      for n in $(seq 20); do "$PW" --store "$PWD/c$n" clone \(stores.remote) c$n 2>&1; done
      for n in $(seq 20); do "$PW" --store "$PWD/c$n" save "e$n" user=x; done
      for n in $(seq 20); do ("$PW" --store "$PWD/c$n" sync; echo $n $? >> ends) & done
      wait
      """
    let outcome = try ann.shell(script)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let ends = try ann.shell("cut -d' ' -f2 ends | sort | uniq -c").text
    #expect(ends.split(separator: " ") == ["20", "0\n"], "\(outcome.errorText)")
    try ann.must("sync")
    #expect(try ann.must("ls", ["--flat"]).text.split(separator: "\n").count == 20)
  }

  @Test func `tells of a store as it is`() throws {
    let (stores, _, bob) = try Self.diverged()
    try bob.shell("echo x > store/c.gpg")
    let text = try bob.must("status", ["--fetch"]).text
    #expect(text.contains("unpushed: 1 commit: b.gpg\n"))
    #expect(text.contains("unpulled: 1 commit: a.gpg\n"))
    #expect(text.contains("last sync: never\n"))
    #expect(text.contains("uncommitted: c.gpg\n"))
    let json = try bob.must("status", ["--json"]).output
    let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
    #expect(object?["remote"] as? String == "origin/main")
    let unpulled = object?["unpulled"] as? [String: Any]
    #expect(unpulled?["files"] as? [String] == ["a.gpg"])
    #expect(object?["address"] as? String == stores.remote)
    #expect(object?["lastSync"] is NSNull)
  }

  @Test func `clones to an empty folder only`() throws {
    let (stores, ann, _) = try Self.diverged()
    let outcome = try ann.pwstore("clone", stores.remote)
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("something already"))
    try ann.must("clone", [stores.remote, "\(ann.home)/second"])
    #expect(try ann.pwstore("--store", "\(ann.home)/second", "load", "a", "user").text == "x\n")
    let failed = try ann.pwstore("clone", "/no/such", "\(ann.home)/third")
    #expect(failed.status == 8)
    #expect(!FileManager.default.fileExists(atPath: "\(ann.home)/third"))
  }
}
