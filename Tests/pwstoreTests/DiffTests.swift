import Fixtures
import Foundation
import Testing

/// In which fields two versions of an entry differ.
@Suite struct DiffTests {
  private let store: TestStore
  private var pwstore: Pwstore { store.pwstore }

  init() throws { store = try TestStore(["ann", "bob"]) }

  private func save(_ text: String, as key: String = "a") throws {
    try pwstore("save", key, input: Array(text.utf8))
  }

  @Test func `hides values unless asked`() throws {
    try save("sEcReT-1\nuser: sEcReT-2\nold: sEcReT-3\nsame: x\nl1\nsEcReT-4\nl3\n")
    try save("sEcReT-5\nuser: sEcReT-6\nnew: sEcReT-7\nsame: x\nl1\nl2\nl3\nl4\n")
    let hidden = """
      ~ password (hidden)
      ~ user (hidden)
      - old (hidden)
      + new (hidden)
      ~ notes (2 lines added, 1 removed)

      """
    for arguments in [["a"], ["a", "HEAD~1"], ["a", "HEAD~1", "HEAD"]] {
      let outcome = try pwstore.run((["diff"] + arguments).map { Array($0.utf8) })
      #expect(outcome.status == 0 && outcome.text == hidden && outcome.errors.isEmpty)
    }
    #expect(
      try pwstore("diff", "--reveal", "a").text == """
        - password: sEcReT-1
        + password: sEcReT-5
        - user: sEcReT-2
        + user: sEcReT-6
        - old: sEcReT-3
        + new: sEcReT-7
        ~ notes (2 lines added, 1 removed)
        - sEcReT-4
        + l2
        + l4

        """)
    #expect(try pwstore("diff", "a", "HEAD", "HEAD~1").text.contains("+ old (hidden)"))
    #expect(!(try pwstore("diff", "--json", "a").text.contains("sEcReT")))
    let json = try JSONSerialization.jsonObject(
      with: Data(try pwstore("diff", "--json", "--reveal", "a").output))
    let object = try #require(json as? [String: Any])
    let fields = try #require(object["fields"] as? [[String: String]])
    #expect(
      fields[0] == ["name": "password", "change": "changed", "old": "sEcReT-1", "new": "sEcReT-5"])
    #expect(fields[2] == ["name": "old", "change": "removed", "old": "sEcReT-3"])
    #expect(fields[4]["new"] == "l1\nl2\nl3\nl4")
    #expect(object["key"] as? String == "a" && object["same"] as? Bool == false)
    #expect(object["to"] is NSNull && (object["from"] as? String)?.count == 40)
  }

  @Test func `shows values of many lines, and colours where they are wanted`() throws {
    try save("p\nkey: |\n  one\n  two\n")
    try save("p\nkey: |\n  one\n  three\n")
    #expect(
      try pwstore("diff", "--reveal", "a").text == """
        - key: one
        -   two
        + key: one
        +   three

        """)
    var colored = pwstore
    colored.environment["CLICOLOR_FORCE"] = "1"
    colored.environment["NO_COLOR"] = nil
    let shown = try colored("diff", "a").text
    #expect(shown == "\u{1B}[33m~ key (hidden)\u{1B}[0m\n")
  }

  @Test func `tells a script whether there is a difference`() throws {
    try save("p\n")
    try save("q\n")
    #expect(try pwstore("diff", "a", "--exit-code").status == 1)
    #expect(try pwstore("diff", "a", "HEAD", "--exit-code").status == 0)
    #expect(try pwstore("diff", "a").status == 0)
    try pwstore("init", "bob@example.org", "ann@example.org")
    let same = try pwstore("diff", "a", "--exit-code")
    #expect(same.status == 0 && same.output.isEmpty)
    #expect(same.errorText == "a: only encrypted anew\n")
    #expect(try pwstore("diff", "a", "nosuch").status == 3)
    #expect(try pwstore("diff", "nosuch").status == 3)
    #expect(try pwstore("diff", "nosuch", "HEAD").status == 3)
    #expect(try pwstore("diff", "a", "HEAD:").status == 2)
  }

  @Test func `compares what was not there, and what is not text`() throws {
    try save("p\n")
    #expect(try pwstore("diff", "a").text == "+ password (hidden)\n")
    try pwstore("save", "a", input: [0, 1, 2])
    #expect(try pwstore("diff", "a").text == "~ binary, 2 and 3 bytes\n")
    #expect(try pwstore("diff", "--json", "a").text.contains(#""fields":null,"sizes":[2,3]"#))
    try save("p\n")
    try pwstore("delete", "a")
    #expect(try pwstore("diff", "a").text == "- password (hidden)\n")
    try save("p\n\n", as: "b")
    try save("p\n", as: "b")
    #expect(
      try pwstore("diff", "b").text == "~ only lines that belong to no field, such as blank ones\n")
  }

  @Test func `compares with the last commit where the present entry is in none`() throws {
    try save("p\n")
    try save("q\n")
    try store.shell("printf 'r\\n' | gpg -q -er ann@example.org --yes -o store/a.gpg")
    #expect(try pwstore("diff", "--reveal", "a").text == "- password: q\n+ password: r\n")
  }

  @Test func `follows renames`() throws {
    try save("p\n")
    try pwstore("mv", "a", "b")
    try save("q\n", as: "b")
    try pwstore("mv", "b", "c")
    #expect(try pwstore("diff", "--reveal", "c").text == "- password: p\n+ password: q\n")
    #expect(try pwstore("diff", "--reveal", "c", "HEAD~3", "HEAD~2").text == "")
  }
}
