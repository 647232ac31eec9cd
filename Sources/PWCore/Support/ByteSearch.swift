import Glibc

extension SecretBytes {
  /// Calls `body` with the bytes as C functions take them, for as long as the
  /// call.
  borrowing func withRawBytes<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try withBytes { (bytes) throws(E) -> R in
      try bytes.withUnsafeBytes { (bytes) throws(E) -> R in try body(bytes) }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The first place of `byte` within `range`; `nil` if it is not there.
  ///
  /// The corresponding C function is `memchr`.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard let baseAddress, !range.isEmpty else { return nil }
    let found = memchr(baseAddress + range.lowerBound, Int32(byte), range.count)
    return found.map { UnsafeRawPointer($0) - baseAddress }
  }

  /// The bytes in `range`, without a copy.
  func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range])
  }

  /// Whether the bytes are those of `other`.
  ///
  /// The corresponding C function is `memcmp`.
  func equals(_ other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let baseAddress, let start = other.baseAddress else {
      return count == other.count
    }
    return memcmp(baseAddress, start, count) == 0
  }

  /// Whether the bytes in `range` are those of `text`.
  func matches(_ text: StaticString, in range: Range<Int>) -> Bool {
    range.count == text.utf8CodeUnitCount
      && zip(range, 0...).allSatisfy { self[$0] == text.utf8Start[$1] }
  }

  /// Whether the bytes are text: UTF-8 without a NUL.
  var isText: Bool {
    let bytes = assumingMemoryBound(to: UInt8.self)
    guard firstIndex(of: 0, in: 0..<count) == nil else { return false }
    return (try? UTF8Span(validating: bytes.span)) != nil
  }
}
