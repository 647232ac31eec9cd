import Glibc
import PWCore

extension SecretBytes {
  /// Reads an open file to its end, with no buffer in between.
  ///
  /// - Parameters:
  ///   - descriptor: The open file.
  ///   - stream: What to call it in an error.
  /// - Throws: ``StreamError``.
  init(
    readingAllOf descriptor: Int32, _ stream: StreamError.Stream = .input
  ) throws(StreamError) {
    self.init()
    while try appendFrom(descriptor, upTo: 65536, stream) > 0 {}
  }

  /// Reads once.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  /// - Throws: ``StreamError``.
  mutating func appendFrom(
    _ descriptor: Int32, upTo room: Int, _ stream: StreamError.Stream
  ) throws(StreamError) -> Int {
    try append(room: room) { (space) throws(StreamError) -> Int in
      while true {
        let count = read(descriptor, space.baseAddress, space.count)
        if count >= 0 { return count }
        if errno == EAGAIN {
          var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          poll(&ready, 1, -1)
        } else if errno != EINTR {
          throw StreamError(stream: stream, code: errno)
        }
      }
    }
  }
}
