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
