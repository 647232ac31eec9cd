/// The states of a ``PatternAutomaton``, for inner loops, where each access to an object's
/// property would count.
struct PatternTables {
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
    /// Whether nothing is found here, and the beginning is a long one.
    var isPlain = false
  }

  /// A successor in the hash table; `state` is 0 in an empty place.
  struct Branch: BitwiseCopyable {
    var origin: Int32 = 0
    var state: Int32 = 0
    var byte: UInt8 = 0
  }

  let states: UnsafeMutablePointer<State>
  /// The successors of state 0, by their bytes.
  let first: UnsafeMutablePointer<Int32>
  let branches: UnsafeMutablePointer<Branch>
  let branchCount: Int

  /// The successor in the hash table; 0 if there is none.
  func branch(from origin: Int32, _ byte: UInt8) -> Int32 {
    var place = Self.place(origin, byte, branchCount)
    while true {
      let branch = branches[place]
      if branch.state == 0 || (branch.origin == origin && branch.byte == byte) {
        return branch.state
      }
      place = (place + 1) & (branchCount - 1)
    }
  }

  /// The state behind one more byte.
  @inline(__always)
  func next(_ state: Int32, _ byte: UInt8) -> Int32 {
    var state = state
    while state != 0 {
      let known = states + Int(state)
      if known.pointee.isChained, known[1].byte == byte { return state &+ 1 }
      if known.pointee.hasBranches {
        let branch = branch(from: state, byte)
        if branch != 0 { return branch }
      }
      state = known.pointee.fallback
    }
    return first[Int(byte)]
  }

  /// Where to look in the hash table first.
  @inline(__always)
  static func place(_ origin: Int32, _ byte: UInt8, _ count: Int) -> Int {
    let hash = (UInt32(bitPattern: origin) << 8 | UInt32(byte)) &* 0x9E37_79B1
    return Int(hash >> 7) & (count - 1)
  }
}
