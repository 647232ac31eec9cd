import PWCore

/// Finds many byte strings at once, in time that does not depend on their number, nor
/// on how often a text begins one of them and goes on otherwise.
///
/// The automaton of Aho and Corasick. Most states have one successor, which is then the
/// next one in memory; the others are in a hash table. In front of it, a filter passes
/// over all places where no string can begin.
final class PatternAutomaton {
  /// The shortest string that can be found: the filter looks at so many bytes.
  static let shortestPattern = 4

  /// A state: the text ends in a beginning of a string, and in no longer one.
  struct State: BitwiseCopyable {
    /// The state for the next shorter beginning.
    var fallback: Int32 = 0
    /// The beginning's length.
    var depth: Int32 = 0
    /// The length of the longest string in which the text ends; 0 if there is none.
    var match: Int32 = 0
    /// The byte that leads here.
    var byte: UInt8 = 0
    /// Whether the state behind this one in memory is a successor.
    var isChained = false
    /// Whether there are successors in the hash table.
    var hasBranches = false
  }

  /// A successor in the hash table; `state` is 0 in an empty place.
  private struct Branch: BitwiseCopyable {
    var origin: Int32 = 0
    var state: Int32 = 0
    var byte: UInt8 = 0
  }

  private var states = WipedArray<State>(count: 1)
  /// The state before each one; needed until all strings are added.
  private var origins = WipedArray<Int32>(count: 1)
  /// The successors of state 0, by their bytes.
  private var first = WipedArray<Int32>(count: 256)
  private var branches = WipedArray<Branch>(count: 64)
  private var branchCount = 0
  /// A bit for each hash of four bytes with which a string begins.
  private var filter = WipedArray<UInt64>(count: 1 << (PatternAutomaton.filterBits - 6))
  /// The length of the longest string.
  private(set) var longestPattern = 0

  private static let filterBits = 18

  /// Whether there is nothing to find.
  var isEmpty: Bool { states.count == 1 }

  /// Adds a string to look for; one that is too short is left out.
  func add(_ pattern: borrowing SecretBytes) {
    pattern.withBytes { add($0) }
  }

  /// Adds a string to look for; one that is too short is left out.
  func add(_ pattern: Span<UInt8>) {
    guard pattern.count >= Self.shortestPattern, pattern.count < Int(Int32.max) / 2 else { return }
    var hash: UInt32 = 0
    for place in (0..<4).reversed() { hash = hash << 8 | UInt32(pattern[place]) }
    let bit = Self.filterPlace(hash)
    filter[bit >> 6] |= 1 << UInt64(bit & 63)
    longestPattern = max(longestPattern, pattern.count)
    var state: Int32 = 0
    for index in pattern.indices {
      state = successor(of: state, pattern[index]) ?? addState(behind: state, pattern[index])
    }
    states.elements[Int(state)].match = Int32(pattern.count)
  }

  private func successor(of state: Int32, _ byte: UInt8) -> Int32? {
    if state == 0 { return first[Int(byte)] == 0 ? nil : first[Int(byte)] }
    let known = states[Int(state)]
    if known.isChained, states[Int(state) + 1].byte == byte { return state + 1 }
    let branch = known.hasBranches ? branch(from: state, byte) : 0
    return branch == 0 ? nil : branch
  }

  private func addState(behind origin: Int32, _ byte: UInt8) -> Int32 {
    let new = Int32(states.count)
    if origin == 0 {
      first[Int(byte)] = new
    } else if origin == new - 1 {
      states.elements[Int(origin)].isChained = true
    } else {
      states.elements[Int(origin)].hasBranches = true
      addBranch(Branch(origin: origin, state: new, byte: byte))
    }
    states.append(State(depth: states[Int(origin)].depth + 1, byte: byte))
    origins.append(origin)
    return new
  }

  private func addBranch(_ branch: Branch) {
    branchCount += 1
    if branchCount * 2 > branches.count {
      var old = WipedArray<Branch>(count: branches.count * 2)
      swap(&old, &branches)
      for place in 0..<old.count where old[place].state != 0 { insert(old[place]) }
    }
    insert(branch)
  }

  private func insert(_ branch: Branch) {
    var place = Self.place(branch.origin, branch.byte, branches.count)
    while branches[place].state != 0 { place = (place + 1) & (branches.count - 1) }
    branches[place] = branch
  }

  private func branch(from origin: Int32, _ byte: UInt8) -> Int32 {
    var place = Self.place(origin, byte, branches.count)
    while true {
      let branch = branches[place]
      if branch.state == 0 || (branch.origin == origin && branch.byte == byte) {
        return branch.state
      }
      place = (place + 1) & (branches.count - 1)
    }
  }

  @inline(__always)
  private static func place(_ origin: Int32, _ byte: UInt8, _ count: Int) -> Int {
    let hash = (UInt32(bitPattern: origin) << 8 | UInt32(byte)) &* 0x9E37_79B1
    return Int(hash >> 7) & (count - 1)
  }

  @inline(__always)
  private static func filterPlace(_ bytes: UInt32) -> Int {
    Int((bytes &* 0x9E37_79B1) >> UInt32(32 - filterBits))
  }

  /// Makes ready to search, when all strings are added.
  func finish() {
    // From short beginnings to long ones: each is built on a shorter one.
    for number in statesByDepth() {
      let state = Int(number)
      let origin = origins[state]
      guard origin != 0 else { continue }
      let fallback = next(states[Int(origin)].fallback, states[state].byte)
      states.elements[state].fallback = fallback
      if states[state].match == 0 { states.elements[state].match = states[Int(fallback)].match }
    }
    origins = WipedArray()
  }

  /// The numbers of all states but the first, those of less depth first.
  private func statesByDepth() -> [Int32] {
    var starts = [Int](repeating: 0, count: longestPattern + 2)
    for state in 1..<max(states.count, 1) { starts[Int(states[state].depth) + 1] += 1 }
    for depth in starts.indices.dropFirst() { starts[depth] += starts[depth - 1] }
    var sorted = [Int32](repeating: 0, count: states.count - 1)
    for state in 1..<max(states.count, 1) {
      let depth = Int(states[state].depth)
      sorted[starts[depth]] = Int32(state)
      starts[depth] += 1
    }
    return sorted
  }

  /// The state behind one more byte.
  @inline(__always)
  private func next(_ state: Int32, _ byte: UInt8) -> Int32 {
    var state = state
    while state != 0 {
      let known = states.elements + Int(state)
      if known.pointee.isChained, known[1].byte == byte { return state + 1 }
      if known.pointee.hasBranches {
        let branch = branch(from: state, byte)
        if branch != 0 { return branch }
      }
      state = known.pointee.fallback
    }
    return first.elements[Int(byte)]
  }

  /// Goes over a text from a place on, to its end.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - start: Where to begin.
  ///   - state: The state there: 0, or what an earlier call returned for the text before.
  ///   - found: Is told where each string lies; of several that end at one place, only
  ///     the longest.
  /// - Returns: The state at the end. Its depth tells how many of the last bytes may be
  ///   the beginning of a string.
  func search(
    _ text: UnsafeRawBufferPointer, from start: Int, _ state: Int32, _ found: (Range<Int>) -> Void
  ) -> Int32 {
    guard let bytes = text.baseAddress else { return state }
    let states = states.elements
    let filter = filter.elements
    let lastStart = text.count - Self.shortestPattern
    var position = start
    var state = state
    while position < text.count {
      if state == 0 {
        while position <= lastStart {
          let place = Self.filterPlace(
            bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
          if filter[place >> 6] >> UInt64(place & 63) & 1 != 0 { break }
          position += 1
        }
      }
      let candidate = position - Int(states[Int(state)].depth)
      while position < text.count {
        state = next(state, bytes.load(fromByteOffset: position, as: UInt8.self))
        position += 1
        let known = states + Int(state)
        let depth = Int(known.pointee.depth)
        if known.pointee.match != 0 { found(position - Int(known.pointee.match)..<position) }
        // A beginning this short is for the filter to look at; but at the end of the text
        // it cannot.
        let begin = position - depth
        if depth < Self.shortestPattern, begin > candidate, begin <= lastStart {
          (position, state) = (begin, 0)
          break
        }
      }
    }
    return state
  }

  /// How many of the bytes that led to a state may be the beginning of a string.
  func depth(of state: Int32) -> Int { Int(states[Int(state)].depth) }
}
