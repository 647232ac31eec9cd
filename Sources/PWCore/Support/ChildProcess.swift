import CSystem
import Glibc

/// A program to run as a child, and how.
///
/// The child stays in our process group, so it may use the terminal; it gets
/// the default action of SIGPIPE back, and none of our open files.
package struct ChildProcess {
  /// The program, looked up in `$PATH` unless it has a slash, and its arguments.
  package var arguments: [[UInt8]]
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
  /// - Throws: ``SystemError``, if it cannot be started.
  ///
  /// The corresponding C function is `posix_spawnp`.
  package func run() throws(SystemError) -> Result {
    let path = FilePath(arguments[0])
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let directory {
      _ = directory.withCString { posix_spawn_file_actions_addchdir_np(&actions, $0) }
    }
    var pipes = Pipes()
    defer { pipes.closeAll() }
    switch input {
    case .nothing: posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    case .inherited: break
    case .bytes:
      pipes.input = try Pipe(for: path)
      posix_spawn_file_actions_adddup2(&actions, pipes.input.reader, 0)
    }
    // Standard error first: standard output may become a copy of ours.
    switch errors {
    case .collected: pipes.errors = try Pipe(for: path)
    case .inherited, .standardError: break
    }
    switch output {
    case .collected:
      pipes.output = try Pipe(for: path)
      posix_spawn_file_actions_adddup2(&actions, pipes.output.writer, 1)
    case .inherited: break
    case .standardError: posix_spawn_file_actions_adddup2(&actions, 2, 1)
    }
    if case .collected = errors {
      posix_spawn_file_actions_adddup2(&actions, pipes.errors.writer, 2)
    }

    var argumentPointers = Self.cStrings(arguments)
    defer { for pointer in argumentPointers { free(pointer) } }
    var environmentPointers = Self.cStrings(changedEnvironment())
    defer { for pointer in environmentPointers { free(pointer) } }
    var child = pid_t()
    let failure = posix_spawnp(
      &child, argumentPointers[0]!, &actions, &attributes, &argumentPointers, &environmentPointers)
    guard failure == 0 else { throw SystemError(code: failure, action: "run", path: path) }

    pipes.closeChildsEnds()
    var toWrite: [UInt8] = []
    if case .bytes(let bytes) = input { toWrite = bytes }
    let (output, errors) = pipes.exchange(toWrite)
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 && errno == EINTR {}
    let signal = status & 0x7F
    return Result(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: output, errors: errors)
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

/// A pipe whose ends children do not inherit; -1 is an end that is closed.
private struct Pipe {
  var reader: Int32 = -1
  var writer: Int32 = -1

  init() {}

  init(for path: FilePath) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    try system("run", path) { pipe2(&ends, O_CLOEXEC) }
    (reader, writer) = (ends[0], ends[1])
  }

  mutating func closeReader() {
    if reader >= 0 { close(reader) }
    reader = -1
  }

  mutating func closeWriter() {
    if writer >= 0 { close(writer) }
    writer = -1
  }
}

/// A child's three pipes.
private struct Pipes {
  var input = Pipe()
  var output = Pipe()
  var errors = Pipe()

  mutating func closeChildsEnds() {
    input.closeReader()
    output.closeWriter()
    errors.closeWriter()
  }

  mutating func closeAll() {
    closeChildsEnds()
    input.closeWriter()
    output.closeReader()
    errors.closeReader()
  }

  /// Writes `bytes` to the child while reading what it writes, until it closes
  /// its ends.
  mutating func exchange(_ bytes: [UInt8]) -> (output: [UInt8], errors: [UInt8]) {
    var collected = (output: [UInt8](), errors: [UInt8]())
    var written = 0
    var ignored = sigaction()
    var previous = sigaction()
    ignored.__sigaction_handler.sa_handler = SIG_IGN
    sigaction(SIGPIPE, &ignored, &previous)
    defer { sigaction(SIGPIPE, &previous, nil) }
    if written == bytes.count { input.closeWriter() }
    while output.reader >= 0 || errors.reader >= 0 || input.writer >= 0 {
      var polled = [
        pollfd(fd: output.reader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors.reader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input.writer, events: Int16(POLLOUT), revents: 0),
      ]
      guard poll(&polled, 3, -1) > 0 else { continue }
      if polled[0].revents != 0, !Self.read(output.reader, into: &collected.output) {
        output.closeReader()
      }
      if polled[1].revents != 0, !Self.read(errors.reader, into: &collected.errors) {
        errors.closeReader()
      }
      if polled[2].revents != 0 {
        // One page at most: a pipe that is ready takes that without blocking.
        let count = bytes[written...].prefix(4096).withUnsafeBytes {
          write(input.writer, $0.baseAddress, $0.count)
        }
        if count > 0 { written += count }
        if written == bytes.count || (count < 0 && errno != EINTR) { input.closeWriter() }
      }
    }
    return collected
  }

  /// Reads once; says whether there may be more.
  private static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65536) { buffer in
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { bytes += buffer[..<count] }
      return count > 0 || (count < 0 && errno == EINTR)
    }
  }
}
