import Fixtures
import Foundation
import Testing

/// What two machines that share a store make of each other's changes.
@Suite struct SyncTests {
  static let entry = "one\nuser: ann\nurl: x\nnote\n"

  @Test func `keeps the password of one and the user name of the other`() throws {
    let stores = try Machines(saving: ["mail/a": Self.entry])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.must("set", ["mail/a", "password=two"])
    try bob.must("set", ["mail/a", "user=bob"])
    try ann.must("sync")
    let outcome = try bob.must("sync")
    #expect(outcome.text == "")
    #expect(outcome.errorText == "origin/main: took 1 commit, gave 2 commits, merged mail/a\n")
    #expect(try ann.must("sync").errorText == "origin/main: took 2 commits\n")
    for machine in [ann, bob] {
      #expect(try machine.text(of: "mail/a") == "two\nuser: bob\nurl: x\nnote\n")
      #expect(try machine.complaints() == "")
      #expect(try machine.must("sync").errorText == "origin/main: nothing to do\n")
    }
    #expect(
      try ann.git("rev-parse", "HEAD").text == stores.git("rev-parse", "main").text)
    #expect(try bob.git("rev-list", "--merges", "HEAD").text.split(separator: "\n").count == 1)
  }

  @Test func `changes nothing where a person has to choose, and says where`() throws {
    let stores = try Machines(saving: ["a": Self.entry, "b": Self.entry])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.must("set", ["a", "password=A"])
    try ann.must("set", ["b", "user=A"])
    try bob.must("set", ["a", "password=B"])
    try bob.must("set", ["b", "url=B"])
    try ann.must("sync")
    let head = try bob.git("rev-parse", "HEAD").text
    let outcome = try bob.pwstore("sync")
    #expect(outcome.status == 7)
    #expect(outcome.errorText.contains("a (password)"))
    #expect(outcome.errorText.contains("--newest"))
    #expect(try bob.git("rev-parse", "HEAD").text == head)
    #expect(try bob.complaints() == "")
    #expect(try bob.text(of: "b") == "one\nuser: ann\nurl: B\nnote\n")
    #expect(try bob.must("status").text.contains("failed: a conflict needs a person"))
  }

  @Test func `keeps what one has deleted and the other has changed`() throws {
    let stores = try Machines(saving: ["a": Self.entry, "b": Self.entry, "c": Self.entry])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.must("delete", ["a", "-f"])
    try bob.must("set", ["a", "user=bob"])
    try ann.must("set", ["b", "user=bob"])
    try bob.must("delete", ["b", "-f"])
    try bob.must("delete", ["c", "-f"])
    try ann.must("sync")
    let outcome = try bob.must("sync")
    #expect(outcome.errorText.contains("a: kept; it was deleted there"))
    #expect(outcome.errorText.contains("b: kept; it was deleted here"))
    try ann.must("sync")
    for machine in [ann, bob] {
      #expect(try machine.text(of: "a")?.contains("user: bob") == true)
      #expect(try machine.text(of: "b")?.contains("user: bob") == true)
      #expect(try machine.text(of: "c") == nil)
    }
  }

  @Test func `deletes what the other has only encrypted anew`() throws {
    let stores = try Machines(saving: ["a": Self.entry])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.must("delete", ["a", "-f"])
    try bob.must("save", ["a", "-m"], input: Self.entry)
    try ann.must("sync")
    try bob.must("sync")
    #expect(try bob.text(of: "a") == nil)
  }

  @Test func `follows what the other has moved`() throws {
    let stores = try Machines(saving: ["a": Self.entry, "d/b": Self.entry, "c": Self.entry])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.must("mv", ["a", "web/a"])
    try ann.must("set", ["d/b", "user=new"])
    try bob.must("set", ["a", "password=new"])
    try bob.must("mv", ["d", "e"])
    try ann.must("sync")
    try bob.must("sync")
    try ann.must("sync")
    for machine in [ann, bob] {
      #expect(try machine.text(of: "web/a") == "new\nuser: ann\nurl: x\nnote\n")
      #expect(try machine.text(of: "e/b") == "one\nuser: new\nurl: x\nnote\n")
      #expect(try machine.must("ls", ["--flat"]).text == "c\ne/b\nweb/a\n")
      #expect(try machine.complaints() == "")
    }
  }

  @Test func `asks where an entry is to be that both have moved`() throws {
    let stores = try Machines(saving: ["a": Self.entry])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.must("mv", ["a", "x"])
    try bob.must("mv", ["a", "y"])
    try ann.must("sync")
    #expect(try bob.pwstore("sync").status == 7)
    #expect(try bob.must("ls", ["--flat"]).text == "y\n")
  }

  @Test func `merges entries that both have made`() throws {
    let stores = try Machines()
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.must("save", ["new", "password=p", "user=u"])
    try bob.must("save", ["new", "password=p", "url=v"])
    try ann.must("sync")
    try bob.must("sync")
    #expect(try bob.must("load", ["new", "--json"]).text.contains("\"user\""))
    #expect(try bob.text(of: "new") == "p\nurl: v\nuser: u\n")
  }

  @Test func `first fills an empty remote, and lets a machine without commits follow`() throws {
    let stores = try Machines(machines: ["ann", "bob"])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.must("init", ["ann@example.org", "bob@example.org"])
    try ann.must("save", ["a", "user=x"])
    try ann.must("remote", ["add", "origin", stores.remote])
    #expect(try ann.must("status").text.contains("not known to have the branch"))
    try ann.must("sync")
    #expect(try ann.git("rev-parse", "--abbrev-ref", "@{u}").text == "origin/main\n")
    try bob.shell("git init -q store && git -C store remote add origin \(stores.remote)")
    try bob.must("sync")
    #expect(try bob.text(of: "a") == "\nuser: x\n")
    #expect(try bob.complaints() == "")
  }

  @Test func `does not overwrite what nobody has committed`() throws {
    let stores = try Machines(saving: ["a": Self.entry])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.must("set", ["a", "user=new"])
    try ann.must("save", ["b", "user=new"])
    try ann.must("sync")
    try bob.shell("echo mine > store/b.gpg")
    let outcome = try bob.pwstore("sync")
    #expect(outcome.status == 7)
    #expect(outcome.errorText.contains("b.gpg"))
    #expect(try readFile("\(bob.root)/b.gpg") == Array("mine\n".utf8))
    #expect(try bob.text(of: "a") == Self.entry)
    try bob.shell("rm store/b.gpg; echo b.gpg > store/.git/info/exclude; echo mine > store/b.gpg")
    #expect(try bob.pwstore("sync").status == 7)
    try bob.shell("rm store/b.gpg")
    try bob.must("sync")
    #expect(try bob.text(of: "b") == "\nuser: new\n")
  }

  @Test func `asks for nothing that a merge under way has decided`() throws {
    let stores = try Machines(saving: ["a": "one\n"])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.must("set", ["a", "password=two"])
    try ann.must("sync")
    try bob.must("set", ["a", "password=three"])
    #expect(try bob.pwstore("git", "pull", "-q", "--no-rebase", "--no-edit").status != 0)
    try bob.must("resolve", ["--both", "a"])
    let outcome = try bob.pwstore("sync")
    #expect(outcome.status == 7)
    #expect(outcome.errorText.contains("\"pwstore git merge --continue\""))
    try bob.must("git", ["commit", "-q", "--no-edit"])
    try bob.must("sync")
    try ann.must("sync")
    #expect(try ann.text(of: "a")?.hasPrefix("three\npassword (theirs, ") == true)
  }
}
