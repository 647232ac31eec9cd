import CSystem
import Glibc
import PWCore

/// A command that is about to start, with all that it gets.
final class ExecCommand {
  /// The program's file.
  let file: FilePath
  /// All words, the program's name as it was typed first.
  let arguments: [[UInt8]]
  private let environment: ChildEnvironment
  private let files: [Holder]
  private let input: Holder?

  /// Lets an array have files.
  private final class Holder {
    let file: MemoryFile
    init(_ content: SharedSecret) throws { file = try MemoryFile(content.bytes) }
  }

  /// Makes everything ready.
  ///
  /// - Parameters:
  ///   - file: The program's file.
  ///   - arguments: All words, the program's name first.
  ///   - secrets: What the command gets.
  ///   - isPristine: Whether it gets no other variables.
  /// - Throws: ``SystemError``.
  init(
    _ file: FilePath, _ arguments: [[UInt8]], _ secrets: ExecInput, isPristine: Bool
  ) throws {
    let files = try secrets.files.map { try Holder($0.content) }
    let input = try secrets.input.map { try Holder($0) }
    var environment = ChildEnvironment()
    if !isPristine {
      environment.inherit(
        without: Set((secrets.variables.map(\.name) + secrets.files.map(\.name)).map(\.text)))
    }
    for (name, value) in secrets.variables { environment.add(name, value.bytes) }
    for (variable, holder) in zip(secrets.files, files) {
      environment.add(variable.name, SecretBytes("/dev/fd/\(holder.file.number)".utf8))
    }
    (self.file, self.arguments) = (file, arguments)
    (self.files, self.input) = (files, input)
    self.environment = environment
  }

  /// Becomes the command, in the state in which this process was started.
  ///
  /// - Throws: ``CommandNotRun``.
  ///
  /// The corresponding C function is `execve`.
  func replaceProcess() throws -> Never {
    StartUp.undoAll()
    for holder in files { _ = fcntl(holder.file.number, F_SETFD, 0) }
    if let input { dup2(input.file.number, 0) }
    let code = withPointers { words, variables in
      _ = file.withCString { execve($0, words, variables) }
      return errno
    }
    _ = StartUp.prepare()
    throw CommandNotRun(code, arguments[0])
  }

  /// Starts the command as a child.
  ///
  /// - Parameters:
  ///   - output: Where its standard output goes; `nil` if that is closed.
  ///   - errors: Where its standard error goes; `nil` if that is closed.
  ///   - signals: The signals that are blocked in it.
  /// - Returns: The process.
  /// - Throws: ``CommandNotRun``.
  ///
  /// The corresponding C function is `posix_spawn`.
  func start(output: Int32?, errors: Int32?, blocking signals: sigset_t) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
    if let errors { posix_spawn_file_actions_adddup2(&actions, errors, 2) }
    for stream in StartUp.closedStreams { posix_spawn_file_actions_addclose(&actions, stream) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input.file.number, 0) }
    // To its own number: the child then inherits it.
    for holder in files {
      posix_spawn_file_actions_adddup2(&actions, holder.file.number, holder.file.number)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var mask = signals
    posix_spawnattr_setsigmask(&attributes, &mask)
    var usual = sigset_t()
    sigemptyset(&usual)
    if !StartUp.ignoresBrokenPipes { sigaddset(&usual, SIGPIPE) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var child = pid_t()
    let failure = StartUp.whileUndone {
      withPointers { words, variables in
        file.withCString { posix_spawn(&child, $0, &actions, &attributes, words, variables) }
      }
    }
    guard failure == 0 else { throw CommandNotRun(failure, arguments[0]) }
    return child
  }

  private func withPointers<R>(
    _ body: ([UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]) throws -> R
  ) rethrows -> R {
    let words =
      arguments.map { word in
        (word.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
          $0.baseAddress.flatMap { strdup($0) }
        }
      } + [nil]
    defer { for word in words { free(word) } }
    return try environment.withPointers { try body(words, $0) }
  }
}
