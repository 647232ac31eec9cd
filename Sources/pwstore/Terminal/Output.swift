import Glibc
import PWCore

/// Standard output, or another stream for data: collects bytes, and writes them
/// in large pieces.
///
/// A class, so that all parts of a command write to one buffer.
final class Output {
  let descriptor: Int32
  private var buffer: [UInt8] = []

  private static let pieceSize = 65536

  /// Writes to an open file, which stays the caller's.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Outputs bytes that are no secret.
  ///
  /// - Throws: ``StreamError``, perhaps for what was output before.
  func write(_ bytes: some Sequence<UInt8>) throws(StreamError) {
    buffer += bytes
    if buffer.count >= Self.pieceSize { try flush() }
  }

  /// Outputs text that is no secret.
  ///
  /// - Throws: ``StreamError``, perhaps for what was output before.
  func write(_ text: String) throws(StreamError) { try write(text.utf8) }

  /// Outputs a secret, straight from where it lies.
  ///
  /// - Throws: ``StreamError``.
  func write(_ secret: borrowing SecretBytes) throws(StreamError) {
    try secret.withBytes { (bytes) throws(StreamError) -> Void in try writeSecret(bytes) }
  }

  /// Outputs a part of a secret, straight from where it lies.
  ///
  /// - Throws: ``StreamError``.
  func writeSecret(_ bytes: borrowing Span<UInt8>) throws(StreamError) {
    try flush()
    try Self.writeAll(bytes, to: descriptor)
  }

  /// Writes what has been collected.
  ///
  /// - Throws: ``StreamError``; the bytes are then dropped.
  func flush() throws(StreamError) {
    guard !buffer.isEmpty else { return }
    // The buffer is emptied first: what failed once is not to be tried again.
    var bytes: [UInt8] = []
    swap(&bytes, &buffer)
    try Self.writeAll(bytes.span, to: descriptor)
  }

  /// Writes the rest, and learns what the file system has to say in the end.
  ///
  /// - Throws: ``StreamError``.
  func finish() throws(StreamError) {
    try flush()
    // Network file systems tell only now that a disk is full. The copy is
    // closed instead of the stream, whose number must stay taken.
    let copy = dup(descriptor)
    guard copy >= 0 else { return }
    if close(copy) == -1, errno != EINTR { throw StreamError(stream: .output, code: errno) }
  }

  /// Writes a message to standard error, where there is nobody to tell if it
  /// fails.
  static func writeMessage(_ bytes: [UInt8]) {
    try? writeAll(bytes.span, to: 2)
  }

  /// Writes all of `bytes`, waiting where the stream is a non-blocking one.
  static func writeAll(
    _ bytes: borrowing Span<UInt8>, to descriptor: Int32, _ stream: StreamError.Stream = .output
  ) throws(StreamError) {
    try bytes.withUnsafeBytes { (bytes) throws(StreamError) -> Void in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          written += count
        } else if errno == EAGAIN {
          var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&ready, 1, -1)
        } else if errno != EINTR {
          throw StreamError(stream: stream, code: errno)
        }
      }
    }
  }
}
