import Fixtures
import Foundation
import Testing

@Suite struct GitCommandTests {
  @Test func `runs git in the store with all words as they are`() throws {
    let store = try TestStore()
    try store.pwstore("insert", "-m", "x", input: Array("v".utf8))
    #expect(
      try store.pwstore("git", "log", "-1", "--format=%s").text
        == "Add given password for x to store.\n")
    #expect(try store.pwstore("git", "rev-parse", "--verify", "nosuch").status == 128)
    #expect(try store.pwstore("git", "--help").text.contains("git"))
    try store.pwstore(
      "git", "-c", "user.name=Two  Words", "commit", "-q", "--allow-empty", "-m", "a  b \"c\"")
    #expect(try store.git("log", "-1", "--format=%an|%s").text == "Two  Words|a  b \"c\"\n")
    let hashed = try store.pwstore("git", "hash-object", "--stdin", input: Array("text".utf8))
    #expect(hashed.text.count == 41)
    // Files that git makes are for their owner alone.
    #expect(try store.shell("find store -perm /077 ! -type l | wc -l").text == "0\n")
  }

  @Test func `leaves a repository around the store alone`() throws {
    let store = try TestStore(isVersioned: false)
    try store.shell("git init -q .")
    let outcome = try store.pwstore("git", "log")
    #expect(outcome.status == 1)
    #expect(
      outcome.errorText
        == "Error: the password store is not a git repository. Try \"pwstore git init\".\n")
    let variables = store.pwstore.environment
    store.pwstore.environment["GIT_DIR"] = "\(store.root)/../.git"
    #expect(try store.pwstore("git", "log").status == 1)
    store.pwstore.environment = variables
  }

  @Test func `shows what entries say in diffs`() throws {
    let store = try TestStore(isVersioned: false)
    try store.pwstore("insert", "-m", "x", input: Array("first\n".utf8))
    let outcome = try store.pwstore("git", "init", "-b", "trunk")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(
      try store.git("log", "--format=%s").text == """
        Configure git repository for gpg file diff.
        Add current contents of password store.

        """)
    #expect(try store.git("symbolic-ref", "--short", "HEAD").text == "trunk\n")
    try store.pwstore("insert", "-m", "x", input: Array("second\n".utf8))
    #expect(try store.pwstore("git", "log", "-p", "-1").text.contains("-first\n+second\n"))
    #expect(try store.complaints() == "")
    // Again, as git allows it.
    #expect(try store.pwstore("git", "init").status == 0)
    #expect(try store.commitCount() == 3)
  }
}
