import Foundation

/// The program as it was built with the tests.
public struct Pwstore: Sendable {
  /// The whole environment of each run.
  public var environment: [String: String]
  /// The name by which the program is called.
  public var name = "pwstore"

  /// Describes runs with the given environment.
  public init(_ environment: [String: String] = [:]) {
    self.environment = environment
    // For a program with the address sanitizer, which cannot search for leaks in
    // a process that is traced, or lets no one look into it.
    self.environment["ASAN_OPTIONS"] = "detect_leaks=0"
  }

  /// The program's file, which lies beside the tests.
  public static let path: String = {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    // A helper may have loaded the tests: then they are one of its arguments.
    let candidates = [own ?? ""] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
    let paths = candidates.map {
      URL(filePath: $0).deletingLastPathComponent().appending(path: "pwstore").path
    }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "pwstore"
  }()

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: The words behind the program's name.
  ///   - input: The bytes on its standard input.
  /// - Returns: The status and the output.
  /// - Throws: An error if the program cannot be started.
  @discardableResult
  public func callAsFunction(_ arguments: String..., input: [UInt8] = []) throws -> Outcome {
    try run(arguments.map { Array($0.utf8) }, input: input)
  }

  /// Runs the program with arguments that need not be text.
  @discardableResult
  public func run(_ arguments: [[UInt8]], input: [UInt8] = []) throws -> Outcome {
    let folder = try TemporaryFolder()
    let files = (0...2).map { "\(folder.path)/\($0)" }
    try Data(input).write(to: URL(filePath: files[0]))
    let status = try run(arguments) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, files[0], O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, files[1], O_WRONLY | O_CREAT, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, files[2], O_WRONLY | O_CREAT, 0o600)
    }
    return Outcome(
      status: status, output: try readFile(files[1]), errors: try readFile(files[2]))
  }

  /// Runs the program with standard streams that `posix_spawn`'s actions set up.
  ///
  /// - Returns: The exit status; 128 and the signal's number if a signal ended
  ///   it.
  public func run(
    _ arguments: [[UInt8]], _ streams: (inout posix_spawn_file_actions_t) -> Void
  ) throws -> Int32 {
    waitForEnd(
      of: try spawn(
        Self.path, [Array(name.utf8)] + arguments, environment: environment, streams))
  }

  /// Starts the program, without standard streams, and ends it soon.
  ///
  /// - Parameters:
  ///   - arguments: The words behind the program's name.
  ///   - signal: What ends it, unless it has ended before.
  ///   - microseconds: How long it may run.
  /// - Throws: An error if the program cannot be started.
  public func run(
    _ arguments: [String], killingBy signal: Int32, after microseconds: UInt32
  ) throws {
    let process = try spawn(
      Self.path, ([name] + arguments).map { Array($0.utf8) }, environment: environment
    ) { actions in
      for stream: Int32 in 0...2 {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
      }
    }
    usleep(microseconds)
    kill(process, signal)
    _ = waitForEnd(of: process)
  }

  /// Starts the program on a terminal of its own.
  public func onTerminal(_ arguments: String...) throws -> PseudoTerminal {
    try PseudoTerminal(running: Self.path, [name] + arguments, environment: environment)
  }
}
