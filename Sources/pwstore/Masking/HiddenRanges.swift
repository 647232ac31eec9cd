/// What of a text is to be hidden, and how much of it has been shown or hidden so far.
struct HiddenRanges {
  /// Up to where the text is shown or hidden; it may be in front of what is held back.
  private var done = 0
  /// What is to be hidden, in order, and without overlaps.
  private var ranges: [Range<Int>] = []

  private static let mask = Array("***".utf8)

  /// Notes a range that ends behind all others.
  mutating func hide(_ range: Range<Int>) {
    var start = range.lowerBound
    while let last = ranges.last, last.upperBound > start {
      start = min(start, last.lowerBound)
      ranges.removeLast()
    }
    ranges.append(start..<range.upperBound)
  }

  /// Appends what may be shown.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limit: Up to where no more ranges can begin.
  ///   - output: Where to append it.
  mutating func release(
    _ text: UnsafeRawBufferPointer, upTo limit: Int, into output: inout [UInt8]
  ) {
    var count = 0
    for range in ranges {
      // What will be hidden in any case need not wait for where it ends.
      guard range.lowerBound <= limit else { break }
      count += 1
      if range.lowerBound >= done {
        output += UnsafeRawBufferPointer(rebasing: text[done..<range.lowerBound])
        output += Self.mask
      }
      done = max(done, range.upperBound)
    }
    ranges.removeFirst(count)
    guard done < limit else { return }
    output += UnsafeRawBufferPointer(rebasing: text[done..<limit])
    done = limit
  }

  /// Follows a text that has lost its beginning.
  mutating func move(by count: Int) {
    done -= count
    for index in ranges.indices {
      ranges[index] = (ranges[index].lowerBound - count)..<(ranges[index].upperBound - count)
    }
  }
}
