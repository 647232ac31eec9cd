import CSystem
import Glibc

/// A program to run as a child, and how.
///
/// The child stays in our process group, so it may use the terminal; it gets
/// the default action of SIGPIPE back, and none of our open files.
package struct ChildProcess {
  /// The program, looked up in `$PATH` unless it has a slash, and its arguments.
  package var arguments: [[UInt8]]
  /// The file to start in place of the first argument, if that is another.
  package var program: FilePath?
  /// The folder to start in; `nil` for ours.
  package var directory: FilePath?
  /// Variables to set, or with `nil` to take away, in our environment's copy.
  package var environment: [String: [UInt8]?] = [:]
  /// What the child reads from its standard input.
  package var input = Input.nothing
  /// Where the child's standard output goes.
  package var output = Output.collected
  /// Where the child's standard error goes.
  package var errors = Output.inherited
  /// An open file of ours that the child gets as its number 3.
  package var thirdFile: Int32?
  /// What the child can read from its open file 4; at most 64 kB.
  package var fourthFile: SharedSecret?
  /// Whether the child has a session of its own and outlives the call, which
  /// then returns, with status 0, as soon as the child has closed its output.
  package var isDetached = false

  /// Where a child reads from.
  package enum Input {
    /// `/dev/null`.
    case nothing
    /// Our own standard input.
    case inherited
    /// These bytes, through a pipe.
    case bytes([UInt8])
  }

  /// Where a child's output goes.
  package enum Output {
    /// Into the result.
    case collected
    /// To the same stream of ours.
    case inherited
    /// To our standard error, so that our standard output carries only data.
    case standardError
    /// Nowhere: to `/dev/null`.
    case discarded
  }

  /// What a child left when it ended.
  package struct Result {
    /// The exit status; 128 and the signal's number if a signal ended it.
    package var status: Int32
    /// What it wrote to standard output, if that was collected.
    package var output: [UInt8]
    /// What it wrote to standard error, if that was collected.
    package var errors: [UInt8]
  }

  /// Describes a child.
  package init(_ arguments: [[UInt8]], in directory: FilePath? = nil) {
    (self.arguments, self.directory) = (arguments, directory)
  }

  /// Describes a child whose arguments are all text.
  package init(_ arguments: [String], in directory: FilePath? = nil) {
    self.init(arguments.map { Array($0.utf8) }, in: directory)
  }

  /// Runs the program and waits until it ends.
  ///
  /// - Returns: The status, and what was collected.
  /// - Throws: ``SystemError``, if it cannot be started.
  ///
  /// The corresponding C function is `posix_spawnp`.
  package func run() throws(SystemError) -> Result {
    guard case .bytes(let bytes) = input else { return try collect(feeding: nil) }
    return try bytes.span.withUnsafeBytes { (bytes) throws(SystemError) in
      try collect(feeding: bytes)
    }
  }

  /// Runs the program with these bytes on its standard input, or what ``input``
  /// says, and collects its output.
  func collect(feeding bytes: UnsafeRawBufferPointer?) throws(SystemError) -> Result {
    var output: [UInt8] = []
    let (status, errors) = try run(feeding: bytes) { ChildPipes.read($0, into: &output) }
    return Result(status: status, output: output, errors: errors)
  }

  /// Runs the program and waits until it ends.
  ///
  /// - Parameters:
  ///   - bytes: What it reads from a pipe; `nil` for what ``input`` says.
  ///   - receive: Reads once from where it writes, if its output is collected,
  ///     and returns whether there may be more.
  /// - Returns: The exit status, and what it wrote to standard error.
  /// - Throws: ``SystemError``, if it cannot be started.
  func run(
    feeding bytes: UnsafeRawBufferPointer?, _ receive: (Int32) -> Bool
  ) throws(SystemError) -> (status: Int32, errors: [UInt8]) {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
        | (isDetached ? Int16(CSYSTEM_SPAWN_SETSID) : 0))

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var pipes = ChildPipes()
    defer { pipes.closeAll() }
    try connect(&pipes, feedsBytes: bytes != nil, &actions)

    let path = program ?? FilePath(arguments[0])
    var argumentPointers = Self.cStrings(arguments)
    defer { for pointer in argumentPointers { free(pointer) } }
    var environmentPointers = Self.cStrings(changedEnvironment())
    defer { for pointer in environmentPointers { free(pointer) } }
    var child = pid_t()
    let failure = path.withCString {
      posix_spawnp(&child, $0, &actions, &attributes, &argumentPointers, &environmentPointers)
    }
    guard failure == 0 else { throw SystemError(code: failure, action: "run", path: path) }

    pipes.closeChildsEnds()
    let errors = pipes.exchange(bytes ?? UnsafeRawBufferPointer(start: nil, count: 0), receive)
    guard !isDetached else { return (0, errors) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 && errno == EINTR {}
    let signal = status & 0x7F
    return (signal == 0 ? (status >> 8) & 0xFF : 128 + signal, errors)
  }

  /// Says what the child's standard streams are to be.
  private func connect(
    _ pipes: inout ChildPipes, feedsBytes: Bool, _ actions: inout posix_spawn_file_actions_t
  ) throws(SystemError) {
    let path = FilePath(arguments[0])
    if let directory {
      _ = directory.withCString { posix_spawn_file_actions_addchdir_np(&actions, $0) }
    }
    if feedsBytes {
      pipes.input = try Pipe(for: path)
      posix_spawn_file_actions_adddup2(&actions, pipes.input.reader, 0)
    } else if case .inherited = input {
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    if case .collected = errors { pipes.errors = try Pipe(for: path) }
    // Standard output comes first: it may become a copy of our standard error.
    switch output {
    case .collected:
      pipes.output = try Pipe(for: path)
      posix_spawn_file_actions_adddup2(&actions, pipes.output.writer, 1)
    case .inherited: break
    case .standardError: posix_spawn_file_actions_adddup2(&actions, 2, 1)
    case .discarded: posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    switch errors {
    case .collected: posix_spawn_file_actions_adddup2(&actions, pipes.errors.writer, 2)
    case .inherited, .standardError: break
    case .discarded: posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    // Comes last: a pipe's end may have had the number.
    if let thirdFile { posix_spawn_file_actions_adddup2(&actions, thirdFile, 3) }
    if let fourthFile {
      try pipes.fillFourth(fourthFile.bytes, for: path)
      posix_spawn_file_actions_adddup2(&actions, pipes.fourth.reader, 4)
    }
  }

  private func changedEnvironment() -> [[UInt8]] {
    var variables: [[UInt8]] = []
    var next = environ
    while let pointer = next.pointee {
      let variable = UnsafeBufferPointer(start: pointer, count: strlen(pointer))
        .map { UInt8(bitPattern: $0) }
      let name = String(decoding: variable.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
      if environment[name] == nil { variables.append(variable) }
      next += 1
    }
    for case (let name, let value?) in environment {
      variables.append(Array("\(name)=".utf8) + value)
    }
    return variables
  }

  private static func cStrings(_ strings: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
    strings.map { string in
      (string.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
        strdup($0.baseAddress!)
      }
    } + [nil]
  }
}
