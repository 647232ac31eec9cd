import Fixtures
import Foundation
import Testing

@testable import PWCore
@testable import pwstore

/// The built program, from outside.
@Suite struct ProgramTests {
  @Test func `goes by the name it was called by`() throws {
    var program = Pwstore()
    program.name = "/usr/local/bin/pass"
    let outcome = try program("help", "nonsense")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errorText == """
        pass: unknown command "nonsense"
        usage: pass help [-a] [--man] [COMMAND]

        """)
  }

  @Test func `puts a hint between an error and the usage`() throws {
    let outcome = try Pwstore()("version", "--hepl")
    #expect(outcome.status == 2)
    #expect(
      outcome.errorText == """
        pwstore: unknown option "--hepl"
        pwstore: hint: did you mean "--help"?
        usage: pwstore version

        """)
  }

  @Test func `shows names that are not text escaped`() throws {
    let outcome = try Pwstore().run([Array("help".utf8), [0x1B, 0x5B, 0x32, 0x4A, 0xE9]])
    #expect(outcome.status == 2)
    #expect(outcome.errorText.hasPrefix(#"pwstore: unknown command "\x1b[2J\xe9""# + "\n"))
  }

  @Test(arguments: [["--version"], ["version"], ["--store", "/nowhere", "version"]])
  func `tells its version`(words: [String]) throws {
    let outcome = try Pwstore().run(words.map { Array($0.utf8) })
    #expect(outcome.status == 0)
    #expect(outcome.text == "pwstore \(PWStore.version)\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test func `explains every command within the given width`() throws {
    let program = Pwstore(["COLUMNS": "60"])
    #expect(try program("help").output == program("--help").output)
    for command in CommandTable.standard.commands {
      let outcome = try program("help", command.name)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      // The words of the others go to git or grep.
      if !command.takesWordsAsTheyAre {
        #expect(try program(command.name, "-h").output == outcome.output)
      }
      for line in outcome.text.split(separator: "\n") where !line.hasPrefix("  pwstore ") {
        #expect(line.count <= 60, "\(line)")
      }
    }
  }

  @Test func `says so when the disk is full`() throws {
    let outcome = try run(["sh", "-c", "exec \"$0\" help >/dev/full", Pwstore.path])
    #expect(outcome.status == 1)
    #expect(
      outcome.errorText == "pwstore: cannot write to standard output: No space left on device\n")
  }

  @Test func `dies as cat does when nobody reads its output`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    close(ends[0])
    defer { close(ends[1]) }
    let writer = ends[1]
    let status = try Pwstore().run([Array("help".utf8)]) { actions in
      posix_spawn_file_actions_adddup2(&actions, writer, 1)
    }
    #expect(status == 128 + SIGPIPE)
  }

  @Test func `tells of a broken pipe where the parent ignores them`() throws {
    let script = "trap '' PIPE; { sleep 0.05; \"$0\" help; echo $? >&2; } | true"
    let outcome = try run(["sh", "-c", script, Pwstore.path])
    #expect(
      outcome.errorText == "pwstore: cannot write to standard output: Broken pipe\n1\n")
  }

  @Test func `fails where standard output is closed`() throws {
    let outcome = try run(["sh", "-c", "exec \"$0\" help >&-", Pwstore.path])
    #expect(outcome.status == 1)
    #expect(
      outcome.errorText == "pwstore: cannot write to standard output: Bad file descriptor\n")
    let silent = try run(["sh", "-c", "exec \"$0\" help nonsense <&- >&- 2>&-", Pwstore.path])
    #expect(silent.status == 2)
  }

  @Test func `shows help on a terminal in the terminal's width`() throws {
    let terminal = try Pwstore().onTerminal("help", "help")
    #expect(try terminal.end() == 0)
    #expect(terminal.shown.hasPrefix("usage: pwstore help [-a] [--man] [COMMAND]\r\n"))
  }
}
