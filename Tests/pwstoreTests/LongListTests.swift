import Fixtures
import Foundation
import Testing

@testable import pwstore

/// `ls --long` and `find --fuzzy`.
@Suite struct LongListTests {
  @Test func `tells of entries without decrypting them`() throws {
    let store = try TestStore(["ann", "bob"])
    try store.pwstore("save", "work/a", "password=p", "user=u")
    try store.pwstore("init", "-p", "team", "ann@example.org", "bob@example.org")
    try store.pwstore("save", "team/b", input: [0xFF])
    try store.shell(
      """
      cp store/work/a.gpg store/new.gpg; touch -d 2001-02-03T04:05:06Z store/new.gpg
      echo nothing > store/work/no.gpg; touch -d 2002-02-03T04:05:06Z store/work/no.gpg
      cd store; git commit --quiet --amend --no-edit --date=2003-02-03T04:05:06Z
      gpg --quiet --symmetric --batch --passphrase x --pinentry-mode loopback -o c.gpg .gpg-id
      git config log.showSignature true; git config diff.renames copies
      """)
    store.pwstore.environment["TZ"] = "UTC"
    var text = ""
    #expect(try store.gpgCalls { text = try $0("ls", "--long").text } == [:])
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.map { $0.dropFirst(3).joined() } == ["c", "new", "team/b", "work/a", "work/no"])
    #expect(lines.map { $0[0] }[1] == "2001-02-03T04:05:06Z")
    #expect(lines.map { $0[0] }[2] == "2003-02-03T04:05:06Z")
    #expect(lines.map { $0[0] }[4] == "2002-02-03T04:05:06Z")
    #expect(lines[0][2] == "passphrase" && lines[4][2] == "-" && lines[4][1] == "8")
    #expect(lines[2][2].split(separator: ",").count == 2)
    #expect(lines[3][2].wholeMatch(of: /[0-9A-F]{16}/) != nil)
    let size = try store.shell("stat -c %s store/work/a.gpg").text
    #expect(size == "\(lines[3][1])\n")
    #expect(try store.pwstore("ls", "-l", "work/a").text.hasSuffix("  work/a\n"))
    #expect(try store.pwstore("ls", "-l", "work").text.split(separator: "\n").count == 2)

    try store.shell("rm store/c.gpg store/work/no.gpg")
    let calls = try store.gpgCalls { text = try $0("ls", "-l", "--fields").text }
    #expect(calls == ["decrypt": 3])
    let ends = text.split(separator: "\n").map { $0.drop { $0 != "(" } }
    #expect(ends == ["(password, user)", "(binary)", "(password, user)"])
    try store.shell(
      "mkdir out; cp store/new.gpg out/n.gpg; chmod 0 out/n.gpg; ln -s ../out store/out")
    #expect(try store.pwstore("ls", "-l", "out").text.hasSuffix("  out/n\n"))
    #expect(try store.pwstore("ls", "-l", "nosuch").status == 3)
    #expect(try store.pwstore("ls", "--fields").status == 2)
    #expect(try store.pwstore("ls", "--long", "--flat").status == 2)
    #expect(try store.pwstore("ls", "--long", "-c").status == 2)
  }

  @Test func `starts git twice, however many entries there are`() throws {
    let store = try TestStore()
    try store.pwstore("save", "a/b", "x=y")
    try store.shell(
      "for n in 1 2 3 4 5 6 7 8 9; do cp store/a/b.gpg store/a/$n.gpg; done; cd store; git add .; git commit -qm x"
    )
    try store.shell("mkdir -p home/bin")
    try writeProgram(
      "#!/bin/sh\necho >> \"$HOME/git-calls\"\nexec /usr/bin/git \"$@\"\n",
      to: "\(store.home)/bin/git")
    store.pwstore.environment["PATH"] = "\(store.home)/bin:/usr/bin:/bin"
    let text = try store.pwstore("ls", "--long").text
    #expect(text.split(separator: "\n").count == 10)
    #expect(try readFile("\(store.home)/git-calls").count == 2)
  }

  @Test func `finds keys by some of their letters, the best first`() throws {
    let store = try TestStore(isVersioned: false)
    try store.shell(
      """
      cd store; mkdir -p work/github.com mail ghost; touch work/github.com/alice.gpg \
        mail/gmail.com.gpg ghost/al.gpg 'É t.gpg' github.gpg a.gpg $'\\xffgx.gpg'
      """)
    func found(_ terms: String...) throws -> [String] {
      let words = (["find", "--fuzzy"] + terms).map { Array($0.utf8) }
      let outcome = try store.pwstore.run(words)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      return outcome.text.split(separator: "\n").map(String.init)
    }
    #expect(try found("github") == ["github", "work/github.com/alice"])
    #expect(try found("al", "GH") == ["ghost/al", "work/github.com/alice"])
    #expect(try found("wgca") == ["work/github.com/alice"])
    #expect(try found("é") == ["É t"] && found("T É") == [] && found("t", "é") == ["É t"])
    #expect(try found("zzz") == [] && found("").count == 7)
    let json = try store.pwstore("find", "--json", "--fuzzy", "gx").text
    #expect(json.contains("\"base64\": \"/2d4\""))
    #expect(try store.pwstore("find", "--fuzzy", "--json", "hub").text.contains("\"github\""))
    var pass = store.pwstore
    pass.name = "pass"
    #expect(try pass("find", "--fuzzy", "x").text.hasPrefix("Search Terms: --fuzzy,x\n"))
    #expect(try store.pwstore("find", "--fuzzy").text == "Search Terms: --fuzzy\n")
  }

  @Test func `rates what stands together or begins a part above the rest`() {
    func best(_ words: String, _ keys: String...) -> String? {
      FuzzyKeys(keys.flatMap { Array($0.utf8) + [0] }).best(FuzzyMatch(line: words)).first
        .map { keys[$0] }
    }
    #expect(best("ab", "xaxb", "xxab", "xaxxb") == "xxab")
    #expect(best("ab", "xaabx", "a-b", "aab") == "a-b")
    #expect(best("mail", "gmail", "a/mail", "m/a/ixl") == "a/mail")
    #expect(best("a", "ba", "a") == "a" && best("a", "b") == nil)
    #expect(best("aaaa", "aaa") == nil && best("x y", "yx", "y x") == "y x")
  }
}
