import Glibc

extension [UInt8] {
  /// Whether these bytes come before others in the order of bytes.
  ///
  /// Ten times as fast as the standard library's general way, which shows in a
  /// store of ten thousand entries. The corresponding C function is `memcmp`.
  func isBefore(_ other: [UInt8]) -> Bool {
    let order = memcmp(self, other, Swift.min(count, other.count))
    return order == 0 ? count < other.count : order < 0
  }

  /// Whether the bytes end with `suffix`.
  func ends(with suffix: [UInt8]) -> Bool {
    guard count >= suffix.count else { return false }
    return withUnsafeBytes { bytes in
      memcmp(bytes.baseAddress! + (count - suffix.count), suffix, suffix.count) == 0
    }
  }
}
