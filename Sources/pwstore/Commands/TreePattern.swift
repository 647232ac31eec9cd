/// A pattern for names of files, as tree(1) has it.
///
/// `*` stands for any bytes but a slash, `?` for one byte, `[a-z]` and `[^a-z]`
/// for one that is or is not among those, and `\` takes the next byte as it is.
/// Patterns joined by `|` match what one of them does. A pattern that is not well
/// formed matches everything. ASCII letters match in both cases.
struct TreePattern {
  private let pattern: [UInt8]

  /// A pattern for names that hold one of the terms, which are patterns.
  init(holding terms: [[UInt8]]) {
    let star = [UInt8(ascii: "*")]
    pattern = Array(terms.map { star + $0 + star }.joined(separator: [UInt8(ascii: "|")]))
  }

  /// Whether a name matches.
  ///
  /// - Parameters:
  ///   - name: The name, or a path.
  ///   - isFolder: Whether it is that of a folder, which a slash at the end of the
  ///     pattern stands for.
  /// - Returns: Whether it does.
  func matches(_ name: some Collection<UInt8>, isFolder: Bool) -> Bool {
    Matcher(name: Array(name), isFolder: isFolder).match(0, pattern[...]) != .mismatch
  }

  private enum Outcome { case mismatch, match, malformed }

  /// One name, and where in it and in the pattern we are.
  private struct Matcher {
    let name: [UInt8]
    let isFolder: Bool

    /// The byte at a place; 0, which no name holds, at the end and behind it.
    private func byte(_ place: Int) -> UInt8 { place < name.count ? name[place] : 0 }

    func match(_ start: Int, _ pattern: ArraySlice<UInt8>) -> Outcome {
      guard let bar = pattern.firstIndex(of: UInt8(ascii: "|")) else {
        return matchOne(start, pattern)
      }
      guard bar > pattern.startIndex, bar + 1 < pattern.endIndex else { return .malformed }
      let first = matchOne(start, pattern[..<bar])
      return first == .mismatch ? match(start, pattern[(bar + 1)...]) : first
    }

    /// Matches what has no `|`.
    private func matchOne(_ start: Int, _ pattern: ArraySlice<UInt8>) -> Outcome {
      var (place, rest) = (start, pattern)
      var previous: UInt8 = 0
      while let sign = rest.popFirst() {
        switch sign {
        case UInt8(ascii: "["):
          let outcome = matchSet(byte(place), &rest)
          guard outcome == .match else { return outcome }
          place += 1
        case UInt8(ascii: "*"): return matchStar(place, rest, behind: previous)
        case UInt8(ascii: "?"):
          guard byte(place) != 0 else { return .mismatch }
          place += 1
        case UInt8(ascii: "/"):
          if rest.isEmpty, byte(place) == 0 { return isFolder ? .match : .mismatch }
          guard byte(place) == sign else { return .mismatch }
          place += 1
        default:
          let literal = sign == UInt8(ascii: "\\") ? rest.popFirst() : sign
          guard let literal, lowercase(byte(place)) == lowercase(literal) else { return .mismatch }
          place += 1
        }
        previous = sign
      }
      return place == name.count ? .match : .mismatch
    }

    private func matchStar(
      _ start: Int, _ pattern: ArraySlice<UInt8>, behind previous: UInt8
    ) -> Outcome {
      var (place, rest) = (start, pattern)
      guard let next = rest.first else {
        return name[min(place, name.count)...].contains(Self.slash) ? .mismatch : .match
      }
      var outcome = Outcome.mismatch
      if next == UInt8(ascii: "*") {
        // Two of them go beyond slashes, from one to the next.
        rest.removeFirst()
        if rest.isEmpty { return .match }
        while byte(place) != 0 {
          outcome = match(place, rest)
          if outcome != .mismatch { return outcome }
          if previous == Self.slash, rest.first == Self.slash, rest.count > 1 {
            outcome = match(place, rest.dropFirst())
            if outcome != .mismatch { return outcome }
          }
          place += 1
          while byte(place) != 0, byte(place) != Self.slash { place += 1 }
        }
      } else {
        while byte(place) != 0 {
          outcome = match(place, rest)
          if outcome != .mismatch { return outcome }
          place += 1
          if byte(place) == Self.slash { break }
        }
      }
      return match(place, rest)
    }

    /// Matches one byte with a set, and takes the set from the pattern.
    private func matchSet(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Outcome {
      let isNegated = rest.first == UInt8(ascii: "^")
      if isNegated { rest.removeFirst() }
      var isMember = false
      while let sign = rest.popFirst() {
        if sign == UInt8(ascii: "]") { return isMember != isNegated ? .match : .mismatch }
        guard let low = sign == UInt8(ascii: "\\") ? rest.popFirst() : sign else { break }
        var high = low
        if rest.first == UInt8(ascii: "-") {
          rest.removeFirst()
          if rest.first == UInt8(ascii: "\\") { rest.removeFirst() }
          guard let end = rest.popFirst() else { break }
          high = end
        }
        // tree compares C's signed characters.
        let (value, range) = (lowercase(byte), (lowercase(low), lowercase(high)))
        if range.0 <= value, value <= range.1 { isMember = true }
      }
      return .malformed
    }

    private static let slash = UInt8(ascii: "/")

    private func lowercase(_ byte: UInt8) -> Int8 {
      Int8(bitPattern: (0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
  }
}
