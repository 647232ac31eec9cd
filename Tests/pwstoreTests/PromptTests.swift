import Fixtures
import Foundation
import Testing

@testable import PWCore
@testable import pwstore

/// Each test runs its program in a process of its own, which sits at a terminal
/// and is typed at from here.
@Suite struct PromptTests {
  /// Takes the terminal at `path` for this process's own.
  static func sit(at path: String) -> Int32 {
    setsid()
    // Nobody waits for ever if the other side has failed.
    alarm(100)
    return open(path, O_RDWR)
  }

  static func show(_ text: String, on terminal: Int32) {
    try? Output.writeAll(Array(text.utf8).span, to: terminal)
  }

  /// Lets someone sit at the terminal, on a thread of its own: the few that run
  /// tasks must not wait.
  ///
  /// - Returns: The task, whose value is what `body` returns.
  static func person(
    _ body: @escaping @Sendable () throws -> Bool
  ) -> Task<Bool, any Error> {
    let (results, continuation) = AsyncStream<Result<Bool, any Error>>.makeStream()
    // At once: a task might wait long for one of those few threads.
    Thread.detachNewThread {
      continuation.yield(Result(catching: body))
      continuation.finish()
    }
    return Task {
      for await result in results { return try result.get() }
      return false
    }
  }

  /// Types `keys` after the question.
  ///
  /// - Returns: Whether the echo was on while the question stood.
  static func answer(_ keys: String, on terminal: PseudoTerminal) -> Task<Bool, any Error> {
    person {
      try terminal.wait(for: "Secret: ")
      let wasEchoing = terminal.isEchoing
      terminal.type(keys)
      return wasEchoing
    }
  }

  @Test func `takes a secret without showing it`() async throws {
    let terminal = try PseudoTerminal()
    let typing = Self.answer("hux\u{7F}nt\u{7F}\u{7F}\u{7F}hé r\n", on: terminal)
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      let own = PromptTests.sit(at: path)
      let secret = try Prompt().askSecret("Secret: ")
      let isRight = secret.withBytes { $0.withUnsafeBytes { Array($0) == Array("hhé r".utf8) } }
      PromptTests.show(isRight ? "right\n" : "wrong\n", on: own)
    }
    #expect(try await typing.value == false)
    try terminal.wait(for: "right")
    #expect(terminal.shown == "Secret: \r\nright\r\n")
    #expect(terminal.isEchoing)
  }

  @Test func `shows the echo again when Ctrl-C ends the process`() async throws {
    let terminal = try PseudoTerminal()
    let typing = Self.answer("hun\u{3}", on: terminal)
    await #expect(processExitsWith: .signal(SIGINT)) { [path = terminal.path as String] in
      _ = PromptTests.sit(at: path)
      _ = try Prompt().askSecret("Secret: ")
    }
    #expect(try await typing.value == false)
    #expect(terminal.isEchoing)
  }

  @Test func `asks again after Ctrl-Z`() async throws {
    let terminal = try PseudoTerminal()
    let typing = Self.person {
      try terminal.wait(for: "Secret: ")
      // Nobody could continue the test's process group, so the kernel does not
      // stop it; all else is as in a shell.
      terminal.type("\u{1A}")
      try terminal.wait(for: "Secret: ")
      let wasEchoing = terminal.isEchoing
      terminal.type("done\n")
      return wasEchoing
    }
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      _ = PromptTests.sit(at: path)
      let secret = try Prompt().askSecret("Secret: ")
      precondition(secret.count == 4)
    }
    #expect(try await typing.value == false)
  }

  @Test func `takes Ctrl-D for a refusal to answer`() async throws {
    let terminal = try PseudoTerminal()
    let typing = Self.answer("\u{4}", on: terminal)
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      _ = PromptTests.sit(at: path)
      do {
        _ = try Prompt().askSecret("Secret: ")
        exit(1)
      } catch PromptError.cancelled {}
    }
    _ = try await typing.value
    #expect(terminal.isEchoing)
  }

  @Test(arguments: [("y", true), ("Yes", true), ("n", false), ("", false), ("yy", false)])
  func `agrees only to yes`(answer: String, expected: Bool) throws {
    let terminal = try PseudoTerminal()
    let side = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(side) }
    terminal.type("\(answer)\n")
    let agrees = try Prompt(reading: side, writing: side).confirm("Remove it?")
    #expect(agrees == expected)
    try terminal.wait(for: "Remove it? [y/N] ")
  }

  @Test func `reads a script's answers line by line, and shows it nothing`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/answers"
    try Data("Ann Example\nsecret\nlast".utf8).write(to: URL(filePath: path))
    let (input, output) = (open(path, O_RDONLY | O_CLOEXEC), open(path, O_RDONLY | O_CLOEXEC))
    defer { for file in [input, output] { close(file) } }
    let prompt = Prompt(reading: input, writing: output)
    #expect(try prompt.ask("Name: ") == "Ann Example")
    #expect(try prompt.askSecret("Secret: ").count == 6)
    #expect(try prompt.ask("Rest: ") == "last")
    #expect(throws: PromptError.cancelled) { try prompt.ask("More: ") }
  }

  @Test func `reads a secret of any length`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/input"
    let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
    try content.write(to: URL(filePath: path))
    let input = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(input) }
    let secret = try SecretBytes(readingAllOf: input)
    #expect(secret.withBytes { $0.withUnsafeBytes { Data($0) } } == content)
  }
}
