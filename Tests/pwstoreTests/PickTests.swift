import Fixtures
import Foundation
import Testing

@testable import PWCore
@testable import pwstore

/// The picker on a terminal: tmux shows it, and presses the keys.
@Suite struct PickTests {
  private static let code = "otpauth://totp/x:y?secret=JBSWY3DPEHPK3PXP"

  /// A store with some entries, which tmux's shell works on as `$PW`.
  private func makeStore() throws -> TestStore {
    let store = try TestStore(isVersioned: false)
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "TMUX", "STY", "NO_COLOR"] {
      store.pwstore.environment[name] = nil
    }
    store.pwstore.environment["XDG_RUNTIME_DIR"] = store.home
    store.pwstore.environment["PW"] = Pwstore.path
    for name in ["web/github.com/alice", "web/gitlab.com/bob", "mail/alice", "bank"] {
      try store.must("save", [name, "password=secret of \(name)"])
    }
    try store.must("save", ["otp/me", "password=secret of otp", "otpauth=\(Self.code)"])
    return store
  }

  /// A run of lines on the screen, as the picker shows them first.
  private static let all = """
    >
      5/5
    > bank
      mail/alice
      otp/me
      web/github.com/alice
      web/gitlab.com/bob
    """

  @Test func `picks an entry on a terminal, and leaves no trace`() throws {
    let store = try makeStore()
    let tmux = try Tmux(store.pwstore.environment)

    // Typing narrows; Enter shows the entry.
    try tmux.enter("stty -a >\(store.home)/a; $PW load; echo status $?")
    try tmux.wait(for: Self.all)
    try tmux.type("git")
    try tmux.wait(for: "> git\n  2/5\n> web/gitlab.com/bob\n  web/github.com/alice")
    try tmux.type(" al")
    try tmux.wait(for: "> git al\n  1/5\n> web/github.com/alice") { screen in
      screen.hasSuffix("> git al\n  1/5\n> web/github.com/alice")
    }
    try tmux.press("BSpace", "BSpace", "C-w", "Down", "Enter")
    try tmux.wait(for: "secret of mail/alice\nstatus 0\n$") {
      $0 == "secret of mail/alice\nstatus 0\n$"
    }

    // Ctrl-C, Esc, Ctrl-D and Ctrl-G give up.
    for key in ["C-c", "Escape", "C-d", "C-g"] {
      try tmux.enter("$PW pick >\(store.home)/output; echo status $?")
      try tmux.wait(for: Self.all)
      try tmux.press(key)
      try tmux.wait(for: "status 130\n$") { $0 == "status 130\n$" }
      #expect(try readFile("\(store.home)/output") == [])
    }

    // Ctrl-Y copies, in place of whatever the command does; so does load -c.
    try tmux.enter("$PW load --json; echo status $?")
    try tmux.wait(for: Self.all)
    try tmux.type("bank")
    // A code would be no JSON.
    try tmux.press("C-o")
    try tmux.press("C-y")
    try tmux.wait(for: "Copied bank to clipboard")
    #expect(try eventually(within: 20) { try tmux.clipboard() == "secret of bank" })
    for (command, copied) in [
      ("load -c mail/alice", "mail/alice"), ("show -c otp/me", "otp"),
      ("pick -c gitlab", "web/gitlab.com/bob"),
    ] {
      try tmux.enter("$PW \(command); echo status $?")
      if command.hasPrefix("pick") {
        try tmux.wait(for: "> gitlab\n  1/5\n")
        try tmux.press("Enter")
      }
      try tmux.wait(for: "status 0")
      #expect(
        try eventually(within: 20) { try tmux.clipboard() == "secret of \(copied)" }, "\(command)")
    }

    // What asks for a key gets no secret.
    try tmux.enter("$PW pick --key otp; echo status $?")
    try tmux.wait(for: "> otp\n")
    for key in ["C-o", "C-y", "Enter"] { try tmux.press(key) }
    try tmux.wait(for: "otp/me\nstatus 0\n$")

    // Ctrl-O shows the one-time code, and so do Enter and --otp.
    for (option, key) in [("", "C-o"), ("-o", "Enter")] {
      let before = try store.pwstore("otp", "otp/me").text
      try tmux.enter("$PW pick \(option) otp | cat; echo status $?")
      try tmux.wait(for: "> otp\n  1/5\n")
      try tmux.press(key)
      let screen = try tmux.wait(for: "status 0")
      let codes = [before, try store.pwstore("otp", "otp/me").text]
      #expect(codes.contains { screen.contains($0) })
    }

    // Standard output is for what is picked.
    try tmux.enter("x=$($PW pick -k alice </dev/null); echo \"got $x\"")
    try tmux.wait(for: "> alice\n  2/5\n> mail/alice\n  web/github.com/alice")
    try tmux.press("C-n", "Enter")
    try tmux.wait(for: "got web/github.com/alice\n$") { $0 == "got web/github.com/alice\n$" }

    // What was typed too early, with its Enter, counts.
    let go = "\(store.home)/go"
    try tmux.enter("echo ready; until test -e \(go); do sleep 0.1; done; $PW pick -k")
    try tmux.wait(for: "ready")
    try tmux.type("bank")
    try tmux.press("Enter")
    try tmux.wait(for: "ready\nbank")
    _ = FileManager.default.createFile(atPath: go, contents: nil)
    try tmux.wait(for: "ready\nbank\nbank\n$")

    // What is behind the last key is for the next program.
    try tmux.enter("$PW pick -k; read x; echo \"read $x\"")
    try tmux.wait(for: Self.all)
    try tmux.press("b", "a", "n", "k", "Enter", "n", "e", "x", "t")
    try tmux.wait(for: "bank") { $0.hasPrefix("bank") }
    try tmux.press("Enter")
    try tmux.wait(for: "read next\n$")

    // What is pasted is text, with its end of a line.
    try tmux.enter("$PW pick -k")
    try tmux.wait(for: Self.all)
    try tmux.paste("gitlab\nbob\n")
    try tmux.wait(for: "> gitlab bob\n  1/5\n> web/gitlab.com/bob")
    try tmux.press("Enter")
    try tmux.wait(for: "web/gitlab.com/bob\n$") { $0 == "web/gitlab.com/bob\n$" }

    try tmux.enter("stty -a >\(store.home)/b; echo done")
    try tmux.wait(for: "done\n$")
    #expect(try readFile("\(store.home)/a") == readFile("\(store.home)/b"))
  }

  @Test func `follows the terminal's size, and signals`() throws {
    let store = try makeStore()
    let tmux = try Tmux(store.pwstore.environment)
    try tmux.enter("stty -a >\(store.home)/a; echo done")
    try tmux.wait(for: "done\n$")
    try tmux.enter("echo above; $PW pick")
    try tmux.wait(for: Self.all)
    try tmux.type("web")
    try tmux.wait(for: "> web\n  2/5\n")
    for (columns, lines, picture) in [
      (20, 24, "> web\n  2/5\n> web/gitlab.com/b…\n  web/github.com/a…"),
      (10, 3, "> web\n> web/gi…"), (4, 2, "web"), (1, 1, ""), (10, 1, "> web"),
      (100, 40, "> web\n  2/5\n> web/gitlab.com/bob\n  web/github.com/alice"),
    ] {
      try tmux.resize(columns: columns, lines: lines)
      try tmux.wait(for: "\(columns)x\(lines): \(picture)") { screen in
        screen.hasSuffix(picture) && screen.count { $0 == ">" } <= 2
      }
    }
    // What has left the screen meanwhile is what was above.
    #expect(try tmux.history().contains("above\n> web\n  2/5\n"))
    try tmux.resize(columns: 80, lines: 24)

    // Ctrl-Z, and back.
    try tmux.press("C-z")
    try tmux.wait(for: "Stopped") { $0.contains("Stopped") && !$0.contains("2/5") }
    try tmux.enter("stty -a >\(store.home)/b; fg")
    try tmux.wait(for: "> web\n  2/5\n> web/gitlab.com/bob")
    #expect(try readFile("\(store.home)/a") != [])
    try tmux.press("C-c")
    try tmux.wait(for: "$") { $0.hasSuffix("\n$") && !$0.contains("2/5") }

    // It waits in the background.
    try tmux.enter("$PW pick -k &")
    try tmux.wait(for: "Stopped") { $0.contains("Stopped") || $0.hasSuffix("$") }
    try tmux.enter("fg")
    try tmux.wait(for: Self.all)
    try tmux.press("Enter")
    try tmux.wait(for: "bank\n$") { $0.hasSuffix("\nbank\n$") }

    // Signals from elsewhere end it, with the terminal as it was.
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      try tmux.enter("$PW load; echo status $?")
      try tmux.wait(for: Self.all)
      let process = try #require(try tmux.foregroundProcess())
      kill(process, signal)
      // A shell gives up the rest of the line where SIGINT has ended a program.
      let end = signal == SIGINT ? "" : "status \(128 + signal)\n"
      try tmux.wait(for: end) { $0.hasSuffix("\(end)$") && !$0.contains("5/5") }
    }
    try tmux.enter("stty -a >\(store.home)/b; echo done")
    try tmux.wait(for: "done\n$")
    #expect(try readFile("\(store.home)/a") == readFile("\(store.home)/b"))
  }

  @Test func `shows odd names so that the right entry is picked`() throws {
    let store = try TestStore(isVersioned: false)
    store.pwstore.environment["PW"] = Pwstore.path
    let long = String(repeating: "folder/", count: 30) + "name"
    let names = ["日本/銀行", "e\u{301}te\u{301}", "x\u{1B}[2Jy", "new\nline", "a#b", "-dash", long]
    for (number, name) in names.enumerated() {
      try store.must("save", ["--", name, "password=secret \(number)."])
    }
    let tmux = try Tmux(store.pwstore.environment)
    try tmux.enter("$PW pick")
    let screen = try tmux.wait(for: "  7/7\n")
    for shown in ["日本/銀行", "e\u{301}te\u{301}", #"x\x1b[2Jy"#, #"new\x0aline"#, "a#b", "-dash"] {
      #expect(screen.contains(" \(shown)\n") || screen.hasSuffix(" \(shown)"), "\(shown)")
    }
    #expect(screen.contains("/folder/name\n") && screen.contains("\n  …"))
    try tmux.press("C-c")
    for (number, query) in ["銀", "E\u{301}TE\u{301}", "2Jy", "newl", "#", "das"].enumerated() {
      try tmux.enter("$PW load; echo status $?")
      try tmux.wait(for: "  7/7\n")
      try tmux.type(query)
      try tmux.wait(for: "  1/7\n")
      try tmux.press("Enter")
      try tmux.wait(for: "secret \(number).\nstatus 0\n$")
    }
  }

  @Test func `where nobody can pick, the key is missing`() throws {
    let store = try TestStore(isVersioned: false)
    try store.must("save", ["a", "password=x"])
    for words in [["load"], ["pick"], ["load", "--json"], ["--batch", "pick", "a"]] {
      let outcome = try #require(try store.pwstore.alone(words).end(within: 10))
      #expect(outcome.status == 2 && outcome.output == [], "\(words)")
    }
    for (words, kind) in [(["--batch", "load"], "xterm"), (["load"], "dumb")] {
      store.pwstore.environment["TERM"] = kind
      let terminal = try PseudoTerminal(
        running: Pwstore.path, ["pwstore"] + words, environment: store.pwstore.environment)
      try terminal.wait(for: "KEY[#FIELD] is missing")
      #expect(try terminal.end() == 2)
    }
    store.pwstore.environment["TERM"] = "xterm"
    #expect(try store.pwstore("pick", "--key", "--clip").status == 2)
    #expect(try store.pwstore("pick", "--key", "--otp").status == 2)
    try store.must("delete", ["-f", "a"])
    let terminal = try store.pwstore.onTerminal("pick")
    try terminal.wait(for: "nothing to pick")
    #expect(try terminal.end() == 3)
  }
}
