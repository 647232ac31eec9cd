import Fixtures
import Foundation
import Testing

/// What git's settings want to be done after each change.
@Suite struct AutoSyncTests {
  /// Whether the bare repository has a commit of this subject, soon.
  private func hasCommit(_ subject: String, _ stores: Machines) throws -> Bool {
    try eventually {
      try stores.git("log", "--format=%s", "main").text.split(separator: "\n").contains {
        $0 == subject
      }
    }
  }

  @Test(arguments: ["true", "background", "foreground"])
  func `pushes after each change`(value: String) throws {
    let stores = try Machines(saving: ["a": "one\n"])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try ann.git("config", "pwstore.autoPush", value)
    #expect(try ann.must("save", ["b", "user=x"]).errorText == "")
    #expect(try hasCommit("Save b.", stores))
    // What is not new there is no matter of a push.
    try bob.must("sync")
    try bob.must("save", ["c", "user=y"])
    try bob.must("sync")
    let outcome = try ann.must("set", ["b", "user=z"])
    #expect(try ann.text(of: "c") == nil)
    if value == "foreground" {
      #expect(outcome.errorText.contains("saved, but not shared"))
    }
  }

  @Test(arguments: ["yes", "foreground"])
  func `takes as well as gives, if it is to`(value: String) throws {
    let stores = try Machines(saving: ["a": "one\n"])
    let (ann, bob) = (stores.machines[0], stores.machines[1])
    try bob.must("save", ["c", "user=y"])
    try bob.must("sync")
    try ann.shell("git config --global pwstore.autoSync \(value)")
    try ann.must("insert", ["-e", "b"], input: "p\n")
    #expect(try hasCommit("Add given password for b to store.", stores))
    #expect(try eventually { try ann.text(of: "c") == "\nuser: y\n" })
    #expect(try eventually { try ann.must("status").text.contains("unpushed: nothing") })
  }

  @Test(arguments: ["true", "foreground", "false"])
  func `saves whatever becomes of it`(value: String) throws {
    let stores = try Machines(saving: ["a": "one\n"])
    let ann = stores.machines[0]
    try ann.must("remote", ["set-url", "origin", "/no/such/place"])
    try ann.git("config", "pwstore.autoSync", value)
    let outcome = try ann.must("save", ["b", "user=x"])
    #expect(
      outcome.errorText.contains("saved, but not shared: cannot reach") == (value == "foreground"))
    #expect(try ann.text(of: "b") == "\nuser: x\n")
    let isTold = try eventually(within: value == "false" ? 0.3 : 60) {
      try ann.must("status").text.contains("failed: cannot reach")
    }
    #expect(isTold == (value != "false"))
  }
}
