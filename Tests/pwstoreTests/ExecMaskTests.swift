import Fixtures
import Foundation
import Testing

/// Commands whose output is hidden, and how like running them alone that is.
@Suite struct ExecMaskTests {
  private let store: TestStore
  private var pwstore: Pwstore { store.pwstore }

  init() throws {
    store = try TestStore(isVersioned: false)
    try store.pwstore("save", "db", input: Array("s3cret/value\nuser: alice\n".utf8))
  }

  /// Runs a shell with a script below us.
  private func masked(_ script: String, _ words: String...) throws -> Outcome {
    try pwstore.run(
      (["exec", "--mask"] + (words.isEmpty ? ["-e", "S=db"] : words) + ["--", "sh", "-c", script])
        .map { Array($0.utf8) })
  }

  @Test func `hides values on both streams`() throws {
    let outcome = try masked(
      """
      printf 'x%sy' "$S"; printf '%s\\n' "$S" >&2; printf 's3cr'; sleep 0.05; printf 'et/value\\n'
      printf %s "u:$S" | base64; printf 's3cret%%2fvalue %s' 's3cr'; exit 5
      """)
    #expect(outcome.status == 5)
    #expect(outcome.text == "x***y***\ndTp***\n*** s3cr")
    #expect(outcome.errorText == "***\n")
  }

  @Test func `hides the one line of a value that has empty ones around it`() throws {
    try pwstore("save", "lines", "--json", input: Array(#"{"u": "\nsecretline\r\n"}"#.utf8))
    let outcome = try masked("echo $U; echo a secretline", "-e", "U=lines#u")
    #expect(!outcome.text.contains("secretline"))
  }

  @Test func `hides every field of what is handed over whole, and says what it cannot hide`() throws
  {
    try pwstore("save", "short", input: Array("s3cret/value\nid: ab\nuser: alice\n".utf8))
    let whole = try masked("cat; echo alice; echo s3cret/value ab", "--stdin", "short")
    #expect(whole.text == "******\n*** ab\n")
    #expect(whole.errorText == "")
    let fields = try masked("echo $ID $USER", "short")
    #expect(fields.text == "ab ***\n")
    #expect(
      fields.errorText
        == "pwstore: not masked, since shorter than 4 bytes or longer than 256 KiB: \"short#id\"\n")
    try pwstore(
      "save", "key",
      input: Array("-----BEGIN KEY-----\nQUJDREVG\nR0hJSktM\n-----END KEY-----\n".utf8))
    let key = try masked("cat; sed 's/^/> /' $F | grep -n .", "--stdin", "key", "--fd", "F=key")
    #expect(key.text == "***1:> ***\n2:> ***\n3:> ***\n4:> ***\n")
  }

  @Test func `keeps the order of streams that go to one place`() throws {
    let script = "for i in 1 2 3 4 5 6 7 8 9; do echo $i; echo $i >&2; done"
    let both = try store.shell("\"$PW\" exec --mask db -- sh -c '\(script)' 2>&1 | tail -n 18")
    #expect(both.text == (1...9).map { "\($0)\n\($0)\n" }.joined())
  }

  @Test func `shows at once what is no beginning of a value`() throws {
    let terminal = try pwstore.onTerminal(
      "exec", "--mask", "db", "--", "sh", "-c",
      #"printf 'name: '; read x; printf '%s, go on? ' "$PASSWORD"; read y; printf "$x $y" >&2; exit 3"#
    )
    try terminal.wait(for: "name: ")
    terminal.type("bob\n")
    try terminal.wait(for: "***, go on? ")
    terminal.type("yes\n")
    #expect(try terminal.end() == 3)
    #expect(terminal.shown.hasSuffix("bob yes"))
    #expect(!terminal.shown.contains("s3cret"))
  }

  /// What the shell below a terminal says of a job, with and without a mask.
  @Test(arguments: ["", "--mask"])
  func `passes on what is typed`(mask: String) throws {
    var environment = pwstore.environment
    environment["PW"] = Pwstore.path
    environment["PS1"] = "$ "
    let shell = try PseudoTerminal(
      running: "/bin/bash", ["bash", "--norc", "--noprofile", "-i"], environment: environment)
    try shell.wait(for: "$ ")
    let script = """
      trap "echo int" INT; trap "echo cont" CONT; trap "echo quit; exit 7" QUIT; echo ready; \
      while :; do sleep 0.1; done
      """
    shell.type("\"$PW\" exec \(mask) db -- bash -c '\(script)'\n")
    try shell.wait(for: "done'")
    try shell.wait(for: "ready")
    shell.type("\u{3}")
    try shell.wait(for: "int\r\n")
    shell.type("\u{1A}")
    try shell.wait(for: "Stopped")
    shell.type("fg\n")
    try shell.wait(for: "cont\r\n")
    shell.type("\u{1C}")
    try shell.wait(for: "quit\r\n")
    shell.type("echo status $?\n")
    try shell.wait(for: "status 7")
    shell.type("exit\n")
    #expect(try shell.end() == 0)
    let heard = shell.shown.split(separator: "\r\n")
    for word in ["int", "cont", "quit"] {
      #expect(heard.filter { $0.hasSuffix(word) }.count == 1, "\(word): \(heard)")
    }
  }

  @Test func `passes on what is sent to us, and ends as the command does`() throws {
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1] {
      for (script, status) in [
        ("echo ready; exec sleep 100", 128 + signal),
        ("trap 'exit 9' \(signal); echo ready; while :; do sleep 0.05; done", 9),
      ] {
        let terminal = try pwstore.onTerminal("exec", "--mask", "db", "--", "sh", "-c", script)
        try terminal.wait(for: "ready")
        terminal.send(signal)
        let end = try terminal.end()
        #expect(end == status, "signal \(signal): \(terminal.shown)")
      }
    }
  }

  @Test func `stops and goes on with the command`() throws {
    let script = """
      "$PW" exec --mask db -- sh -c 'echo $PPID > pids; echo $$ >> pids; kill -STOP $$; echo on' > out &
      for i in $(seq 500); do test "$(wc -l < pids)" = 2 && break; sleep 0.02; done 2> /dev/null
      { read us; read child; } < pids
      state() { sed 's/.*) \\(.\\).*/\\1/' "/proc/$1/stat"; }
      for i in $(seq 500); do test "$(state $us)$(state $child)" = TT && break; sleep 0.02; done
      echo "$(state $us)$(state $child)"
      kill -CONT $us; wait $!; echo $?; cat out
      """
    let outcome = try store.shell(script)
    #expect(outcome.text == "TT\n0\non\n")
  }

  @Test func `waits for the command, and not for what it leaves`() throws {
    // Closed output, and then work.
    let closed = try masked("exec >&- 2>&-; sleep 0.2; exit 6")
    #expect(closed.status == 6)
    // A child of the command's has the pipe, and will write too late.
    let left = try store.shell(
      """
      "$PW" exec --mask db -- sh -c 'echo now; sleep 50 & echo $! > pid; exit 4'; echo $?
      kill "$(cat pid)" && echo killed
      """)
    #expect(left.text == "now\n4\nkilled\n")
    // A reader that is slow still gets all that was written before the end.
    let slow = try store.shell(
      "\"$PW\" exec --mask db -- head -c 1500000 /dev/zero | { sleep 0.5; wc -c; }")
    #expect(slow.text == "1500000\n")
  }

  @Test func `lets the command notice that nobody reads`() throws {
    // The test's own process may ignore the signal.
    let script = """
      env --default-signal=PIPE "$PW" exec --mask db -- sh -c 'yes; echo $? >&2' | head -n 1
      echo ${PIPESTATUS[0]}
      """
    let outcome = try store.shell(script)
    #expect(outcome.text == "y\n0\n")
    #expect(outcome.errorText == "\(128 + SIGPIPE)\n")
    let full = try store.shell("\"$PW\" exec --mask db -- seq 100000 > /dev/full; echo $?")
    #expect(full.text == "125\n")
    #expect(full.errorText.contains("cannot write to standard output: No space left on device"))
  }

  @Test func `needs little memory for much output`() throws {
    // The beginning of the secret again and again, and sometimes all of it.
    let script = """
      head -c 20000000 /dev/zero | tr '\\0' s > most
      "$PW" exec --mask db -- sh -c 'cat most; echo "$PASSWORD"; cat most' > all
      tr -d s < all; wc -c < all
      """
    let outcome = try store.shell(script)
    #expect(outcome.text == "***\n40000004\n")
    let python = """
      import os, resource, subprocess, sys
      command = [os.environ["PW"], "exec", "--mask", "db", "--", "cat", "most", "most"]
      subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      """
    try python.write(toFile: store.home + "/memory.py", atomically: true, encoding: .utf8)
    let memory = try store.shell("python3 home/memory.py")
    let kilobytes = try #require(Int(memory.text.trimmingCharacters(in: .newlines)))
    #expect(kilobytes < 40_000, "\(kilobytes)")
  }
}
