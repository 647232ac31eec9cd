import CSystem
import Glibc

/// A pipe whose ends children do not inherit; -1 is an end that is closed.
struct Pipe {
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

/// The pipes to and from a child.
struct ChildPipes {
  /// How many bytes are read at once.
  static let readSize = 65536

  var input = Pipe()
  var output = Pipe()
  var errors = Pipe()
  /// Holds what the child reads from its open file 4, and has no writer any more.
  var fourth = Pipe()

  mutating func closeChildsEnds() {
    input.closeReader()
    output.closeWriter()
    errors.closeWriter()
    fourth.closeReader()
  }

  mutating func closeAll() {
    closeChildsEnds()
    input.closeWriter()
    output.closeReader()
    errors.closeReader()
  }

  /// Puts bytes into the fourth pipe, at once and to the last: there is nobody who
  /// would wait until the child reads.
  ///
  /// - Throws: ``SystemError``, if they are too many for a pipe.
  mutating func fillFourth(_ bytes: borrowing SecretBytes, for path: FilePath) throws(SystemError) {
    fourth = try Pipe(for: path)
    defer { fourth.closeWriter() }
    // Away from the numbers that the child is to have.
    let high = try system("run", path) { fcntl(fourth.reader, F_DUPFD_CLOEXEC, 10) }
    fourth.closeReader()
    fourth.reader = high
    _ = fcntl(fourth.writer, F_SETFL, O_NONBLOCK)
    let count = bytes.withBytes {
      $0.withUnsafeBytes { write(fourth.writer, $0.baseAddress, $0.count) }
    }
    guard count == bytes.count else { throw SystemError(code: EMSGSIZE, action: "run", path: path) }
  }

  /// Writes `bytes` to the child while reading what it writes, until it closes
  /// its ends.
  ///
  /// - Parameters:
  ///   - bytes: What to write.
  ///   - receive: Reads once from the child's standard output; returns whether
  ///     there may be more.
  /// - Returns: What the child wrote to standard error.
  mutating func exchange(
    _ bytes: UnsafeRawBufferPointer, _ receive: (Int32) -> Bool
  ) -> [UInt8] {
    var collected: [UInt8] = []
    var written = 0
    // On this thread alone, others may be at the same.
    var brokenPipe = sigset_t()
    var previous = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, &previous)
    defer {
      var atOnce = timespec()
      while sigtimedwait(&brokenPipe, nil, &atOnce) > 0 {}
      pthread_sigmask(SIG_SETMASK, &previous, nil)
    }
    if written == bytes.count { input.closeWriter() }
    while output.reader >= 0 || errors.reader >= 0 || input.writer >= 0 {
      var polled = [
        pollfd(fd: output.reader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors.reader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input.writer, events: Int16(POLLOUT), revents: 0),
      ]
      guard poll(&polled, 3, -1) > 0 else { continue }
      if polled[0].revents != 0, !receive(output.reader) { output.closeReader() }
      if polled[1].revents != 0, !Self.read(errors.reader, into: &collected) {
        errors.closeReader()
      }
      if polled[2].revents != 0 {
        // One page at most: a pipe that is ready takes that without blocking.
        let page = UnsafeRawBufferPointer(rebasing: bytes[written...].prefix(4096))
        let count = write(input.writer, page.baseAddress, page.count)
        if count > 0 { written += count }
        if written == bytes.count || (count < 0 && errno != EINTR) { input.closeWriter() }
      }
    }
    return collected
  }

  /// Reads once; returns whether there may be more.
  static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: readSize) { buffer in
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { bytes += buffer[..<count] }
      return count > 0 || (count < 0 && errno == EINTR)
    }
  }

  /// Reads once, with no buffer in between; returns whether there may be more.
  static func read(_ descriptor: Int32, into secret: inout SecretBytes) -> Bool {
    let count = secret.append(room: readSize) { space in
      Glibc.read(descriptor, space.baseAddress, space.count)
    }
    return count > 0 || (count < 0 && errno == EINTR)
  }
}
