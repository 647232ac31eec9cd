import CSystem
import Glibc
import PWCore

/// One stream of a child, on its way to ours through a ``Masker``.
final class MaskedStream {
  /// The child's end of the pipe; -1 once it is the child's alone.
  private(set) var childsEnd: Int32
  /// Our end; -1 when nothing more comes, or nobody is there to read it.
  private var reader: Int32
  private let writer: Int32
  /// Whether the writer is another opening of the stream, which never blocks.
  private let isReopened: Bool
  private var masker: Masker
  /// What is to be written.
  private var output: [UInt8] = []
  private var written = 0
  /// How many bytes were in the pipe when the child ended.
  private var owed = 0
  /// Why our stream cannot be written.
  private(set) var failure: StreamError?

  /// The size that unprivileged pipes can have.
  private static let pipeSize: Int32 = 1 << 20

  /// What a pipe or terminal that is ready takes without blocking, more or less.
  private static let smallPiece = 4096

  /// Makes a pipe for a stream.
  ///
  /// - Throws: ``SystemError``.
  init(to stream: Int32, _ automaton: PatternAutomaton) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else {
      throw SystemError(code: errno, action: "make", path: FilePath("a pipe"))
    }
    (reader, childsEnd) = (ends[0], ends[1])
    // More at once, fewer changes of process; where it cannot be, it is as well.
    _ = fcntl(reader, Int32(CSYSTEM_F_SETPIPE_SZ), Self.pipeSize)
    masker = Masker(automaton)
    let reopened = Self.reopen(stream)
    (isReopened, writer) = (reopened != nil, reopened ?? stream)
  }

  deinit {
    closeChildsEnd()
    closeReader()
    if isReopened { close(writer) }
  }

  /// Opens a pipe or terminal once more, so that writing to it never waits, though it
  /// does for all others who have it open.
  private static func reopen(_ stream: Int32) -> Int32? {
    var information = stat()
    guard fstat(stream, &information) == 0,
      [S_IFIFO, S_IFCHR].contains(information.st_mode & S_IFMT)
    else { return nil }
    let new = open(
      "/proc/self/fd/\(stream)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_APPEND)
    return new < 0 ? nil : new
  }

  func closeChildsEnd() {
    if childsEnd >= 0 { close(childsEnd) }
    childsEnd = -1
  }

  private func closeReader() {
    if reader >= 0 { close(reader) }
    reader = -1
  }

  /// Whether all has been written that ever will be.
  var isDone: Bool { reader < 0 && !hasOutput }

  private var hasOutput: Bool { written < output.count }

  /// What to wait for.
  var polled: pollfd {
    hasOutput
      ? pollfd(fd: writer, events: Int16(POLLOUT), revents: 0)
      : pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
  }

  /// Does once what was waited for.
  func advance() {
    if !hasOutput { read() }
    if hasOutput { write() }
  }

  /// Notes that the child has ended.
  func childHasEnded() {
    var count: Int32 = 0
    if reader >= 0, ioctl(reader, UInt(FIONREAD), &count) == 0 { owed = Int(count) }
  }

  /// Reads no more, if all is written that the child has left behind.
  func endIfNothingIsOwed() {
    if owed <= 0, !hasOutput { end() }
  }

  /// Reads no more, and writes what is held back.
  private func end() {
    guard reader >= 0 else { return }
    closeReader()
    if !hasOutput { (output, written) = ([], 0) }
    masker.finish(into: &output)
  }

  private func read() {
    output.removeAll(keepingCapacity: true)
    written = 0
    let count = masker.take(into: &output) { space in
      Glibc.read(reader, space.baseAddress, space.count)
    }
    owed -= max(count, 0)
    if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { end() }
  }

  private func write() {
    let room = isReopened ? output.count : Self.smallPiece
    let count = output[written...].prefix(room).withUnsafeBytes {
      Glibc.write(writer, $0.baseAddress, $0.count)
    }
    if count >= 0 {
      written += count
    } else if errno != EINTR, errno != EAGAIN {
      failure = StreamError(stream: .output, code: errno)
      // The child learns of it as if it had written to our stream itself.
      closeReader()
      (output, written) = ([], 0)
    }
  }
}
