import Fixtures
import Foundation
import Testing

/// A sync gives nobody what they could not read, and does not bring back what was
/// taken away.
@Suite struct SyncTrustTests {
  /// A store of Ann, Bob and Carl, whose folder `secret` is for Ann alone.
  private static func stores() throws -> Machines {
    let stores = try Machines(["ann", "bob", "carl"], saving: ["a": "one\n", "b": "two\n"])
    let machines = stores.machines
    try machines[0].must("init", ["-p", "secret", "ann@example.org"])
    try machines[0].must("save", ["secret/x", "password=hidden"])
    try machines[0].must("sync")
    for machine in machines[1...] { try machine.must("sync") }
    return stores
  }

  private func push(_ machine: TestStore, _ script: String) throws {
    let outcome = try machine.shell("set -e; cd store; \(script); git commit -qm Push; git push -q")
    try #require(outcome.status == 0, "\(outcome.errorText)")
  }

  @Test(arguments: [
    ("git mv secret/x.gpg y.gpg", "y"), ("cp secret/x.gpg y.gpg; git add y.gpg", "y"),
    ("git rm -q secret/.gpg-id", "secret/x"),
    ("ln -s secret/x.gpg leak.gpg; git add leak.gpg", "secret/x"),
    ("cp .gpg-id secret/.gpg-id; git add secret", "secret/x"),
  ])
  func `encrypts for nobody else what was only moved to their reach`(
    script: String, key: String
  ) throws {
    let stores = try Self.stores()
    let (ann, bob, _) = (stores.machines[0], stores.machines[1], stores.machines[2])
    try push(bob, script)
    let outcome = try ann.must("sync")
    try bob.must("sync")
    #expect(try bob.pwstore("load", key).status == 4)
    #expect(try ann.pwstore("load", key, "password").text == "hidden\n")
    #expect(!outcome.errorText.contains("reencrypted"))
  }

  @Test func `leaves nobody without their own entries`() throws {
    let stores = try Self.stores()
    let (ann, bob, _) = (stores.machines[0], stores.machines[1], stores.machines[2])
    try push(bob, "echo bob@example.org > secret/.gpg-id; git add secret")
    try ann.must("sync")
    #expect(try ann.pwstore("load", "secret/x", "password").text == "hidden\n")
  }

  @Test func `takes no widening by a list that was moved away`() throws {
    let stores = try Self.stores()
    let (ann, bob, carl) = (stores.machines[0], stores.machines[1], stores.machines[2])
    try ann.must("init", ["-p", "team", "ann@example.org", "bob@example.org"])
    try ann.must("save", ["team/t1", "password=p"])
    try ann.must("sync")
    try bob.must("sync")
    try ann.must("mv", ["team", "crew"])
    try bob.must("save", ["team/t2", "password=q"])
    try ann.must("sync")
    try bob.must("sync")
    try carl.must("sync")
    for key in ["crew/t1", "team/t2"] { #expect(try carl.pwstore("load", key).status != 0) }
    #expect(try bob.pwstore("load", "team/t2", "password").text == "q\n")
  }

  @Test func `keeps former recipients off lists that are made meanwhile`() throws {
    let stores = try Self.stores()
    let (ann, bob, carl) = (stores.machines[0], stores.machines[1], stores.machines[2])
    try ann.must("recipients", ["remove", "carl@example.org"])
    try bob.must("init", ["-p", "team", "ann@example.org", "bob@example.org", "carl@example.org"])
    try ann.must("sync")
    let outcome = try bob.must("sync")
    #expect(outcome.errorText.contains("team/.gpg-id: without carl@example.org"))
    try ann.must("sync")
    try ann.must("save", ["team/new", "password=p"])
    try ann.must("sync")
    try carl.must("sync")
    #expect(try carl.pwstore("load", "team/new").status == 4)
    #expect(try bob.pwstore("load", "a").status == 0)
  }

  @Test func `pushes no commit that a former recipient could read`() throws {
    let stores = try Self.stores()
    let (ann, bob, carl) = (stores.machines[0], stores.machines[1], stores.machines[2])
    try bob.must("recipients", ["remove", "carl@example.org"])
    try bob.must("sync")
    try ann.must("save", ["offline", "password=p"])
    try ann.must("set", ["a", "user=later"])
    let outcome = try ann.must("sync")
    #expect(outcome.errorText.contains("joined into one commit"))
    #expect(try stores.git("log", "-1", "--format=%B", "main").text.contains("- Save offline."))
    try carl.must("sync")
    let script = """
      cd store; for commit in $(git rev-list HEAD -- offline.gpg); do
        git show $commit:offline.gpg | gpg --batch -q -d && echo read; done
      """
    #expect(try !carl.shell(script).text.contains("read"))
    #expect(try ann.pwstore("load", "a", "user").text == "later\n")
    #expect(try ann.complaints() == "")
    try bob.must("sync")
    #expect(try bob.pwstore("load", "offline", "password").text == "p\n")
  }

  @Test(arguments: [
    "\"$PW\" save n password=p; \"$PW\" rm -f n",
    "\"$PW\" save n password=p; git pull -q --no-rebase",
    "\"$PW\" save n password=p; \"$PW\" sync --no-push; \"$PW\" mv n m",
  ])
  func `pushes nothing that a former recipient could ever read`(script: String) throws {
    let stores = try Self.stores()
    let (ann, bob, carl) = (stores.machines[0], stores.machines[1], stores.machines[2])
    try bob.must("recipients", ["remove", "carl@example.org"])
    try bob.must("sync")
    let known = try stores.git("rev-parse", "main").text.trimmingCharacters(in: .newlines)
    let outcome = try ann.shell("set -e; cd store; \(script)")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    try ann.must("sync")
    try carl.must("sync")
    let search = """
      cd store; for commit in $(git rev-list \(known)..HEAD); do
        for file in $(git diff-tree -m -r --name-only --no-commit-id --diff-filter=AM $commit); do
          git show $commit:$file 2> /dev/null | gpg --batch -q -d 2> /dev/null && echo read $file
        done
      done
      """
    #expect(try !carl.shell(search).text.contains("read"))
    #expect(try ann.complaints() == "")
  }

  @Test(arguments: [["sync"], ["sync", "--no-push"]])
  func `widens no view by several syncs, either`(first: [String]) throws {
    let stores = try Self.stores()
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try push(bob, "git mv secret/x.gpg moved.gpg")
    try ann.must("set", ["secret/x", "password=new"])
    try ann.must(first[0], Array(first.dropFirst()))
    try ann.must("sync")
    try bob.must("sync")
    #expect(try bob.pwstore("load", "moved").status == 4)
    #expect(try ann.pwstore("load", "moved", "password").text == "new\n")
    try push(bob, "git rm -q secret/.gpg-id")
    try ann.must("save", ["secret/late", "password=p"])
    try ann.must(first[0], Array(first.dropFirst()))
    try ann.must("sync")
    try bob.must("sync")
    #expect(try bob.pwstore("load", "secret/late").status == 4)
  }

  @Test func `takes no reader from a ciphertext that anybody can write`() throws {
    let stores = try Self.stores()
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.must("mv", ["secret/x", "secret/y"])
    try ann.must("set", ["secret/y", "pin=1234"])
    try push(
      bob,
      "echo junk | gpg --batch -q -e -r ann@example.org -r bob@example.org > secret/x.gpg; git add ."
    )
    _ = try ann.pwstore("sync", "--ours")
    try bob.must("sync")
    let search = """
      cd store; for commit in $(git rev-list HEAD); do
        git show $commit:secret/y.gpg 2> /dev/null | gpg --batch -q -d 2> /dev/null; done
      """
    #expect(try !bob.shell(search).text.contains("1234"))
    #expect(try ann.pwstore("load", "secret/y", "pin").text == "1234\n")
  }

  @Test func `encrypts anew before a push without a pull, too`() throws {
    let stores = try Self.stores()
    let (ann, bob, carl) = (stores.machines[0], stores.machines[1], stores.machines[2])
    try bob.must("recipients", ["remove", "carl@example.org"])
    try bob.must("sync")
    try ann.must("save", ["late", "password=p"])
    try ann.git("pull", "--quiet", "--no-rebase", "--no-edit")
    try ann.must("sync", ["--no-pull"])
    try carl.must("sync")
    #expect(try carl.pwstore("load", "late").status == 4)
    #expect(try bob.must("sync").status == 0)
    #expect(try bob.pwstore("load", "late", "password").text == "p\n")
  }

  @Test func `asks where histories have crossed`() throws {
    let stores = try Self.stores()
    let (ann, bob, _) = (stores.machines[0], stores.machines[1], stores.machines[2])
    try run(["git", "clone", "-q", "--bare", stores.remote, "\(stores.remote)2"])
    for machine in [ann, bob] {
      try machine.must("remote", ["add", "two", "\(stores.remote)2"])
    }
    try ann.must("save", ["added", "password=x"])
    try ann.must("set", ["b", "user=A"])
    try ann.must("sync", ["origin"])
    try bob.must("save", ["c", "password=x"])
    try bob.must("sync", ["two"])
    try ann.must("sync", ["two", "--no-push"])
    try bob.must("sync", ["origin", "--no-push"])
    try bob.must("rm", ["-f", "added"])
    try bob.must("set", ["b", "user=B"])
    try bob.must("sync", ["origin"])
    let outcome = try ann.pwstore("sync", "origin")
    #expect(outcome.status == 7)
    #expect(outcome.errorText.contains("added"))
    try ann.must("sync", ["origin", "--theirs"])
    #expect(try ann.text(of: "added") == nil)
    #expect(try ann.pwstore("load", "b", "user").text == "B\n")
    #expect(try ann.pwstore("load", "c", "password").text == "x\n")
  }

  @Test func `does not push a branch into another one`() throws {
    let stores = try Self.stores()
    let ann = stores.machines[0]
    try ann.git("checkout", "-q", "-b", "feature")
    try ann.must("save", ["f", "password=x"])
    let outcome = try ann.pwstore("sync")
    #expect(outcome.status == 8)
    #expect(outcome.errorText.contains("no branch"))
    #expect(try !stores.git("log", "--format=%s", "main").text.contains("Save f"))
  }

  @Test func `says how a file comes to where a folder was`() throws {
    let stores = try Self.stores()
    let (ann, bob, _) = (stores.machines[0], stores.machines[1], stores.machines[2])
    try bob.must("rm", ["-f", "a"])
    try bob.must("save", ["a.gpg/in", "password=x"])
    try bob.must("sync")
    let outcome = try ann.pwstore("sync")
    #expect(outcome.status == 7)
    #expect(outcome.errorText.contains("pwstore git merge origin/main"))
    try ann.git("merge", "-q", "origin/main")
    try ann.must("sync")
    #expect(try ann.pwstore("load", "a.gpg/in", "password").text == "x\n")
  }

  @Test func `accepts whom a recipient has added`() throws {
    let stores = try Machines(saving: ["a": "one\n"])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    let dora = try bob.gpg.makeKey("dora")
    try ann.gpg.gpg(["--import"], input: bob.gpg.gpg(["--export", dora]).output)
    try ann.git("config", "pwstore.requireSigned", "true")
    try bob.git("config", "commit.gpgSign", "true")
    try bob.git("config", "user.signingKey", try bob.gpg.fingerprint("bob"))
    try bob.must("recipients", ["add", dora])
    try bob.git("config", "user.signingKey", dora)
    try bob.must("set", ["a", "user=dora"])
    try bob.must("sync")
    try ann.must("sync")
    #expect(try ann.text(of: "a")?.contains("user: dora") == true)
  }

  @Test func `brings back nothing over what is not committed`() throws {
    let store = try TestStore()
    try store.must("save", ["a", "user=1"])
    try store.must("save", ["a", "user=2"])
    try store.shell("cp store/a.gpg kept; echo x | gpg -q -e -r ann@example.org > store/a.gpg")
    let outcome = try store.pwstore("restore", "a")
    #expect(outcome.status == 7)
    #expect(outcome.errorText.contains("not committed"))
    #expect(try store.decrypt("a.gpg") == Array("x\n".utf8))
    try store.shell("cp kept store/a.gpg")
    try store.must("restore", ["a"])
    #expect(try store.pwstore("load", "a", "user").text == "1\n")
  }
}
