/// How one list of lines became another; each line is a number that stands for
/// its bytes.
struct LineDiff {
  /// Lines that others have taken the place of; either may be none.
  struct Change {
    /// The lines that were there.
    var old: Range<Int>
    /// Those that are there now.
    var new: Range<Int>
  }

  /// The changes, in order; between two of them is at least one line that stays.
  private(set) var changes: [Change] = []

  /// How many lines may be inserted and removed in all before the search for
  /// those that stay is given up: time and memory grow with its square.
  private static let limit = 1000

  /// Compares two lists.
  init(from old: [Int], to new: [Int]) {
    var (oldEnd, newEnd) = (old.count, new.count)
    var start = 0
    while start < min(oldEnd, newEnd), old[start] == new[start] { start += 1 }
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
    }
    let common = Self.commonLines(Array(old[start..<oldEnd]), Array(new[start..<newEnd]))
    let stays = common.map { (old: start + $0.old, new: start + $0.new) }
    var position = (old: start, new: start)
    for line in stays + [(old: oldEnd, new: newEnd)] {
      if line != position {
        changes.append(Change(old: position.old..<line.old, new: position.new..<line.new))
      }
      position = (line.old + 1, line.new + 1)
    }
  }

  /// The lines that stay, by their places in both lists.
  ///
  /// This is the greedy algorithm of E. Myers, "An O(ND) Difference Algorithm and
  /// Its Variations", 1986.
  private static func commonLines(_ old: [Int], _ new: [Int]) -> [(old: Int, new: Int)] {
    if old.isEmpty || new.isEmpty { return [] }
    let limit = min(old.count + new.count, limit)
    var reached = [Int](repeating: 0, count: 2 * limit + 3)
    let middle = limit + 1
    var rounds: [[Int]] = []
    for distance in 0...limit {
      rounds.append(Array(reached[(middle - distance)...(middle + distance)]))
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        let isDown =
          diagonal == -distance
          || (diagonal != distance
            && reached[middle + diagonal - 1] < reached[middle + diagonal + 1])
        var place =
          isDown ? reached[middle + diagonal + 1] : reached[middle + diagonal - 1] + 1
        while place < old.count, place - diagonal < new.count,
          old[place] == new[place - diagonal]
        { place += 1 }
        reached[middle + diagonal] = place
        if place >= old.count, place - diagonal >= new.count {
          return path(back: rounds, from: (old.count, new.count))
        }
      }
    }
    return []
  }

  private static func path(
    back rounds: [[Int]], from end: (old: Int, new: Int)
  ) -> [(old: Int, new: Int)] {
    var lines: [(old: Int, new: Int)] = []
    var (old, new) = end
    for (distance, reached) in rounds.enumerated().reversed() {
      let diagonal = old - new
      let index = diagonal + distance
      let isDown =
        diagonal == -distance
        || (diagonal != distance && reached[index - 1] < reached[index + 1])
      let start = distance == 0 ? 0 : isDown ? reached[index + 1] : reached[index - 1]
      let startDiagonal = distance == 0 ? 0 : isDown ? diagonal + 1 : diagonal - 1
      while old > start, new > start - startDiagonal {
        (old, new) = (old - 1, new - 1)
        lines.append((old, new))
      }
      (old, new) = (start, start - startDiagonal)
    }
    return lines.reversed()
  }
}
