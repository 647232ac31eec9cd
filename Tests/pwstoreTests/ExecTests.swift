import Fixtures
import Foundation
import Testing

/// Commands that get secrets, and take our place.
@Suite struct ExecTests {
  private let store: TestStore
  private var pwstore: Pwstore { store.pwstore }

  init() throws {
    store = try TestStore(isVersioned: false)
    try save("work/db", "s3cret/value\nuser: alice\nmy-key: x y\n2nd: two\nsome notes\n")
    try save("plain", "line one\nline two\n")
  }

  private func save(_ key: String, _ text: String) throws {
    #expect(try pwstore("save", key, input: Array(text.utf8)).status == 0)
  }

  @Test func `sets variables, and has the command's status`() throws {
    try save("no#field", "hash\n")
    let script = #"printf '%s|' "$A" "$USER" "$B"; cat; echo error >&2; exit 7"#
    let outcome = try pwstore(
      "exec", "-e", "A=work/db", "--env", "USER=work/db#user", "-e", "B=no#field", "--", "sh", "-c",
      script, input: Array("input".utf8))
    #expect(outcome.status == 7)
    #expect(outcome.text == "s3cret/value|alice|hash|input")
    #expect(outcome.errorText == "error\n")
    for option in [[], ["--mask"]] {
      let killed = try pwstore.run(
        (["exec"] + option + ["plain", "--", "sh", "-c", "kill -9 $$"]).map { Array($0.utf8) })
      #expect(killed.status == 128 + SIGKILL)
    }
  }

  @Test func `gives all fields of an entry, and no others if it is to be so`() throws {
    let all = try pwstore("exec", "work/db", "--pristine", "--", "env")
    #expect(all.text == "PASSWORD=s3cret/value\nUSER=alice\nMY_KEY=x y\n_2ND=two\n")
    let some = try pwstore(
      "exec", "--pristine", "--prefix=P_", "work/db#2ND", "-e", "N=work/db#notes", "--", "env")
    #expect(some.text == "N=some notes\nP_2ND=two\n")
    var extended = pwstore
    extended.environment["PWSTORE_PASSPHRASE"] = "hunter2"
    extended.environment["PWSTORE_GPG_KEY"] = "hunter2"
    extended.environment["GIT_DIR"] = "kept"
    let plain = try run(["env"], environment: extended.environment)
    let kept = try extended("exec", "work/db#my-key", "--", "env")
    let expected =
      plain.text.split(separator: "\n").filter { !$0.contains("hunter2") } + ["MY_KEY=x y"]
    #expect(Set(kept.text.split(separator: "\n")) == Set(expected))
  }

  @Test func `starts nothing unless all is well`() throws {
    for (key, text) in [
      ("evil", "x\npath: /tmp/evil\n"), ("evil2", "x\nld-preload: /tmp/evil.so\n"),
      ("twice", "x\nuser name: a\nuser-name: b\n"), ("empty", "\nuser: u\n"), ("no#field", "x\n"),
    ] {
      try save(key, text)
    }
    try pwstore("save", "binary", input: [0, 1, 0xFF, 0x0A])
    let cases: [(words: [String], message: String)] = [
      (["-e", "A=nope"], #"there is no entry "nope""#),
      (["-e", "A=work/db#nope"], #"the entry "work/db" has no field "nope""#),
      (["nope"], #"there is no entry "nope""#),
      (["empty#password"], #"the entry "empty" has no field "password""#),
      (["-e", "A=empty"], #"the entry "empty" has no field "password""#),
      (["plain", "--stdin", "nope"], #"there is no entry "nope""#),
      (["-e", "A"], #""A" is not of the form VAR=KEY or VAR=KEY#FIELD"#),
      (["-e", "A-B=plain"], #""A-B" cannot be the name of a variable"#),
      (["-e", "=plain"], #""" cannot be the name of a variable"#),
      (["--prefix", "1", "plain"], #""1" cannot be the name of a variable"#),
      (
        ["-e", "A=plain", "--fd", "A=no#field"],
        #"the variable "A" is given twice: by "-e A=plain", and by "--fd A=no#field""#
      ),
      (
        ["-e", "USER=plain", "work/db"],
        #"the variable "USER" is given twice: by "-e USER=plain", and by "work/db#user""#
      ),
      (
        ["twice"],
        #"the variable "USER_NAME" is given twice: by "twice#user name", and by "twice#user-name""#
      ),
      (
        ["evil"], #""evil#path" would set the variable "PATH", which decides what programs do"#
      ),
      (["evil2"], #""evil2#ld-preload" would set the variable "LD_PRELOAD", which"#),
      (["binary"], #"the entry "binary" cannot be used: the entry is not text"#),
      (["--bad", "plain"], #"unknown option "--bad""#),
      (["--mask=no", "plain"], #"option "--mask" has no form "no""#),
      (["--mask=github", "plain"], #""--mask=github" prints the values"#),
    ]
    for (words, message) in cases {
      let outcome = try pwstore.run(
        (["exec"] + words + ["--", "echo", "started"]).map { Array($0.utf8) })
      #expect(outcome.status == 125)
      #expect(outcome.text == "")
      #expect(outcome.errorText.hasPrefix("pwstore: " + message), "\(outcome.errorText)")
    }
    let masked = try pwstore("exec", "--mask", "work/db", "-e", "A=nope", "--", "echo", "started")
    #expect(masked.status == 125 && masked.text == "")
  }

  @Test func `lets the user set what an entry must not`() throws {
    try save("evil", "x\npath: /tmp/evil\n")
    #expect(try pwstore("exec", "--prefix", "X_", "evil", "--", "env").text.contains("X_PATH=/tmp"))
    let set = try pwstore("exec", "-e", "PATH=evil#path", "--", "env")
    #expect(set.text.contains("\nPATH=/tmp/evil\n"))
  }

  @Test func `tells a missing command from one that cannot be run`() throws {
    for mask in [[], ["--mask"]] {
      func end(_ command: String...) throws -> Outcome {
        try pwstore.run((["exec", "plain"] + mask + ["--"] + command).map { Array($0.utf8) })
      }
      let missing = try end("nosuchprogram")
      #expect(missing.status == 127)
      #expect(
        missing.errorText == "pwstore: cannot run \"nosuchprogram\": No such file or directory\n")
      #expect(try end("/nosuch/program").status == 127)
      #expect(try end("").status == 127)
      #expect(try end("/etc/passwd").status == 126)
      #expect(try end("/etc").status == 126)
      #expect(try end("/etc/passwd/x").status == 126)
    }
    // In vain, so no passphrase is asked for.
    let calls = try store.gpgCalls { try $0("exec", "plain", "--", "nosuchprogram") }
    #expect(calls == [:])
    try save("big", String(repeating: "x", count: 200_000))
    let big = try pwstore("exec", "big", "--", "true")
    #expect(big.status == 126 && big.errorText.contains("hint: hand over big values by --stdin"))
    for words in [["plain"], ["plain", "--"], ["--", "-x"], ["plain", "true"]] {
      let outcome = try pwstore.run((["exec"] + words).map { Array($0.utf8) })
      #expect(outcome.status == (words == ["--", "-x"] ? 127 : 125))
    }
  }

  @Test(arguments: [[], ["--mask"]])
  func `hands over entries as input and as files`(mask: [String]) throws {
    func output(_ words: String...) throws -> [UInt8] {
      let outcome = try pwstore.run((["exec"] + mask + words).map { Array($0.utf8) })
      #expect(outcome.status == 0 && outcome.errorText == "")
      return outcome.output
    }
    // Not what is printed, which may be hidden, but its sum.
    func sum(_ bytes: [UInt8]) throws -> [UInt8] { try run(["cksum"], input: bytes).output }
    let binary: [UInt8] = [0, 1, 0xFF, 0xFE, 0x0A]
    let big = [UInt8](repeating: UInt8(ascii: "x"), count: 200_000)
    try pwstore("save", "binary", input: binary)
    try pwstore("save", "big", input: big)
    #expect(try output("--stdin", "binary", "--", "cksum") == sum(binary))
    #expect(try output("--stdin", "big", "--", "cksum") == sum(big))
    #expect(try output("--stdin", "work/db#user", "--", "cksum") == sum(Array("alice".utf8)))
    let script = """
      case $F in /dev/fd/[1-9][0-9]) ;; *) echo "$F";; esac
      cksum < "$F"; sh -c 'cksum < "$F"'; cksum < "$F"
      { echo x > "$F"; } 2> /dev/null || { cksum < "$F"; }
      """
    let four = try sum(big) + sum(big) + sum(big) + sum(big)
    #expect(try output("--fd", "F=big", "--", "sh", "-c", script) == four)
    // For programs that look at it, such as ssh.
    let mode = try pwstore("exec", "--fd", "F=big", "--", "sh", "-c", #"stat -L -c %a "$F""#)
    #expect(mode.text == "400\n")
    #expect(try pwstore("exec", "--stdin", "big", "--stdin", "big", "--", "true").status == 125)
    let both = try output(
      "--fd", "F=binary", "--fd", "G=work/db#user", "--stdin", "big", "--", "sh", "-c",
      #"cksum < "$F"; cksum < "$G"; cksum"#)
    #expect(try both == sum(binary) + sum(Array("alice".utf8)) + sum(big))
  }

  @Test func `reads variables from a file`() throws {
    try save("no#field", "hash\n")
    try store.shell(
      #"""
      printf '\357\273\277# comment\r\n\r\nA=pw:work/db#user # c\r\nexport B = "x\\ny\\"$Z" # c\n' > env
      printf "C='pw:no#field'\nD='a # \"b\nc'\nE=\nF= un quoted#x \nG=\"\"\n" >> env
      """#)
    let file = store.home + "/../env"
    let outcome = try pwstore("exec", "--pristine", "--env-file", file, "--", "env", "-0")
    #expect(
      outcome.text.split(separator: "\0") == [
        "A=alice", "B=x\ny\"$Z", "C=hash", "D=a # \"b\nc", "E=", "F=un quoted#x", "G=",
      ])
    for (line, message) in [
      ("A=pw:nope", #"there is no entry "nope""#), ("A=pw:plain#no", #"the entry "plain" has no"#),
      ("A", #"there is no "=" behind the name"#), ("A='x", "a quotation mark is missing"),
      ("A=\"x\"y", "there is more behind the closing"), ("1A=x", #""1A" cannot be the name"#),
      ("A=pw:../x", "illegal"), ("A=x\0", "there is a NUL"),
    ] {
      try Data("\n#\n\(line)\n".utf8).write(to: URL(filePath: file + "2"))
      let outcome = try pwstore("exec", "--env-file", file + "2", "--", "echo", "started")
      #expect(outcome.status == 125 && outcome.text == "")
      #expect(outcome.errorText.contains("env2\", line 3: \(message)"), "\(outcome.errorText)")
    }
    #expect(try pwstore("exec", "--env-file", "/nosuch", "--", "true").status == 125)
    let twice = try pwstore("exec", "--env-file", file, "-e", "C=plain", "--", "true")
    #expect(twice.errorText.contains(#"by "-e C=plain", and by "\#(file)", line 5"#))
  }

  @Test func `leaves the command what it would have without us`() throws {
    let script = #"""
      umask; ulimit -c; grep -E 'Sig(Blk|Ign|Cgt)' /proc/self/status; ls /proc/self/fd
      readlink /proc/self/fd/* | grep -vE '/proc/|pipe:'; readlink /proc/$$/fd/0; pwd
      """#
    try script.write(toFile: store.home + "/state", atomically: true, encoding: .utf8)
    for setting in [
      "umask 027; ulimit -c 4096; exec 7< /dev/null", "umask 0; trap '' HUP PIPE INT", "exec <&-",
      "exec 2>&-",
    ] {
      // The output has one name: the state has those of all open files.
      let run = { (command: String) in "(\(setting); \(command) > out); cat out; echo ==" }
      let outcome = try store.shell(
        ["", "\"$PW\" exec plain --", "\"$PW\" exec --mask plain --"]
          .map { run("\($0) sh home/state") }.joined(separator: "\n"))
      let states = outcome.text.components(separatedBy: "==\n")
      #expect(states.count == 4 && states[0].contains("SigIgn"))
      #expect(states[1] == states[0])
      // Its output is a pipe; all else is the same.
      let settings = states.map { $0.split(separator: "\n").prefix(5) }
      #expect(settings[2] == settings[0])
    }
  }

  @Test func `decrypts each entry once, whatever it is used for`() throws {
    let store = try TestStore()
    let save = """
      for s in $(seq 20); do { echo "pass$s"; for f in $(seq 9); do echo "f$f: value $s.$f"; done; } |
        "$PW" save "service$s" || exit 1; done
      """
    #expect(try store.shell(save).status == 0)
    var words = ["exec", "--pristine"]
    for service in 1...20 {
      words += ["-e", "S\(service)=service\(service)"]
      for field in 1...9 {
        words += ["-e", "S\(service)_F\(field)=service\(service)#f\(field)"]
      }
    }
    var text = ""
    let calls = try store.gpgCalls { pwstore in
      text = try pwstore.run((words + ["--", "env"]).map { Array($0.utf8) }).text
    }
    #expect(text.split(separator: "\n").count == 200)
    #expect(text.contains("S7=pass7\nS7_F1=value 7.1\n"))
    #expect(calls == ["decrypt": 20])
    let again = try store.gpgCalls { pwstore in
      try pwstore("exec", "service1", "-e", "A=service1#f1", "--stdin", "service1", "--", "true")
    }
    #expect(again == ["decrypt": 1])
  }

  @Test func `tells GitHub's runner what to hide`() throws {
    var pwstore = pwstore
    pwstore.environment["GITHUB_ACTIONS"] = "true"
    try pwstore(
      "save", "gh", input: Array("50% of\nkey: |\n  one\rtwo\n  thr\n    three33\nid: 12\n".utf8))
    let outcome = try pwstore("exec", "--mask=github", "gh", "--", "sh", "-c", "echo $PASSWORD")
    #expect(
      outcome.text == """
        ::add-mask::50%25 of
        ::add-mask::one%0Dtwo
        ::add-mask::three33
        50% of

        """)
    #expect(
      outcome.errorText
        == "pwstore: not masked, since shorter than 4 bytes or longer than 256 KiB: \"gh#id\"\n")
    #expect(outcome.status == 0)
  }
}
