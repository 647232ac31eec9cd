import Fixtures
import Foundation
import Testing

/// `grep` beside pass.
@Suite struct GrepTests {
  private static let entries = """
    gpg() { command gpg --batch --quiet -r ann@example.org "$@"; }; cd "$S"; mkdir -p d/e .hid .git
    printf 'pw\\nuser: Bob\\n' | gpg -e -o top.gpg
    printf 'x\\nuser: bob2\\nnext\\n' | gpg -e -o d/e/sub.gpg
    printf 'user: bin\\0\\xff\\n' | gpg -e -o bin.gpg; echo bob | gpg -e -o .hid/h.gpg
    echo bob | gpg -e -o .git/h.gpg; echo bob | gpg -e -o UP.GPG; printf 'no end, bob' | gpg -e -o n.gpg
    printf 'bob\\n\\n\\nbob\\n\\n' | gpg -e -o many.gpg; echo é | gpg -e -o $'\\xff b.gpg'
    echo bob >text.txt; ln -s d link; ln -s . d/loop; ln -s ../top.gpg d/l.gpg
    """

  @Test func `finds what pass finds`() throws {
    let twins = try SideBySide(isVersioned: false, setUp: Self.entries)
    let script = #"""
      # pass takes the entries in the folders' own order.
      search() {
        status pass grep "$@" >found
        [[ $CLICOLOR_FORCE ]] || sed -i 's/\x1b\[[0-9;]*[mK]//g' found
        LC_ALL=C sort found
      }
      search bob; search -i 'USER: bob'; search -c bob; search -l bob; search -q bob; search -n -v bob
      search -A1 -e bob2; search -E 'b(o)b2$'; search nomatch; search -z bob; search -lZ bob
      search -L bob; search -a bin; search bin; search -- -x; search -o b.b --color=never; search -h bob
      search root /etc/passwd; search -ic . ; search '^$'; search ''; search -w bob; search -P '\xff'
      search -iE -- 'bob|next'; search -x bob; search -m1 bob; search 'é'; search --colour=never bob
      status pass grep
      """#
    for keepsColors in [false, true] {
      let differences = try twins.differences(
        after: script, environment: ["LC_ALL": "C.UTF-8", "TERM": "xterm"],
        keepsColors: keepsColors)
      #expect(differences == "")
    }
  }

  @Test func `goes on after an entry that it cannot decrypt`() throws {
    let store = try TestStore()
    try store.shell(
      """
      for key in a b c; do "$PW" save $key x=found; done; cd store; echo rubbish >b.gpg
      ln -s nowhere dead.gpg; mkdir dir.gpg; cp a.gpg dir.gpg/in.gpg
      """)
    var pwstore = store.pwstore
    let outcome = try pwstore("grep", "found")
    #expect(outcome.status == 4)
    #expect(outcome.text == "a:\nx: found\nc:\nx: found\ndir.gpg/in:\nx: found\n")
    let lines = outcome.errorText.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("pwstore: cannot decrypt \"b\": ") ?? false)
    #expect(lines.last?.contains("dead.gpg") ?? false)
    #expect(try pwstore("grep", "nosuch").status == 4)
    // Scripts made for pass look for no such status.
    pwstore.name = "pass"
    #expect(try pwstore("grep", "found").status == 0)
  }

  @Test func `tells wrong words once, and decrypts nothing then`() throws {
    let store = try TestStore()
    for key in ["a", "b"] { try store.pwstore("save", key, "x=y") }
    for words in [["["], ["--nosuch"], ["-e"], ["x", "/no/such/file"]] {
      let outcome = try store.pwstore.run(
        ([["grep"], words].flatMap { $0 }).map { Array($0.utf8) })
      #expect(outcome.status == 2, "\(words)")
      #expect(outcome.output.isEmpty)
      let messages = outcome.errorText.split(separator: "\n").count { $0.hasPrefix("grep: ") }
      #expect(messages == 1, "\(outcome.errorText)")
    }
    #expect(try store.pwstore("grep", "--help").text.hasPrefix("Usage: grep "))
    #expect(try store.pwstore("grep").status == 2)
    #expect(try store.pwstore("grep", "nosuch").status == 0)
  }

  @Test func `gives no text to a file, and none to an argument`() throws {
    let store = try TestStore()
    try store.pwstore("save", "a", "x=hidden-value")
    let calls = try run(
      ["strace", "-f", "-s", "500", "-e", "trace=execve,openat", Pwstore.path, "grep", "hidden-v"],
      environment: store.pwstore.environment)
    #expect(calls.text.contains("x: hidden-value"))
    #expect(calls.errorText.contains("\"grep\", \"--color=never\", \"hidden-v\"]"))
    #expect(!calls.errorText.contains("hidden-value"))
  }

  @Test func `asks once for the passphrase, and stops when the user declines`() throws {
    let store = try TestStore(isInitialized: false)
    try store.gpg.makeLockedKey("pat", passphrase: "sesame")
    try store.pwstore("init", "pat@example.org")
    for number in 0..<9 { try store.pwstore("save", "k\(number)", "x=found") }
    func pinentry(_ answer: String) throws {
      try store.gpg.answerPinentry(with: answer)
      // It keeps a record, too.
      try store.shell(
        "sed -i \"s,GETPIN),GETPIN) echo asked >>'$PWD/asked';,\" \"$GNUPGHOME/pinentry\"; : >asked"
      )
    }
    try pinentry("D sesame\nOK")
    let found = try store.pwstore("grep", "-c", "found")
    #expect(found.status == 0)
    #expect(found.text.split(separator: "\n").count == 18)
    #expect(try store.shell("cat asked").text == "asked\n")

    try pinentry("ERR 83886179 Operation cancelled <Pinentry>")
    let declined = try store.pwstore("grep", "found")
    #expect(declined.status == 4)
    #expect(declined.output.isEmpty)
    #expect(try store.shell("cat asked").text == "asked\n")
  }

  @Test func `finds in hundreds of entries, in their order`() throws {
    let store = try TestStore(isVersioned: false)
    try store.pwstore("save", "first", "x=found")
    try store.shell(
      "cd store; for i in {1..150}; do cp first.gpg $(printf %03d $i).gpg; done; rm first.gpg")
    let outcome = try store.pwstore("grep", "-o", "found")
    let expected = (1...150).map { String(format: "%03d:\nfound\n", $0) }.joined()
    #expect(outcome.text == expected)
    #expect(outcome.status == 0)
  }
}
