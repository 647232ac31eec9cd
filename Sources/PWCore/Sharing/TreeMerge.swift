/// Which files two sides of a merge have changed, and which of these changes meet.
///
/// Nothing is read here but names and ids; what the files say is for another to
/// merge.
struct TreeMerge {
  /// What one side has done, compared with the last common commit.
  struct Side {
    /// The files that differ.
    var differences: [[UInt8]: GitRepository.Difference]
    /// Where files were moved to; by their old paths.
    var moves: [[UInt8]: [UInt8]]

    /// The old path and the state now of a file of the common commit.
    fileprivate func follow(_ path: [UInt8], _ base: GitBlob?) -> (path: [UInt8], blob: GitBlob?) {
      if let moved = moves[path] { return (moved, differences[moved]?.new) }
      guard let difference = differences[path] else { return (path, base) }
      return (path, difference.new)
    }
  }

  /// A file that theirs has changed.
  struct Item {
    /// What it was called in the common commit; or what it is called, if it is new.
    var path: [UInt8]
    /// What it is called on our side, and on theirs.
    var ourPath: [UInt8]
    var theirPath: [UInt8]
    /// What it was, and what it is; `nil` where there is no such file.
    var base: GitBlob?
    var ours: GitBlob?
    var theirs: GitBlob?

    /// Whether the last common commits do not agree on what it was.
    var isContested = false

    /// Whether only theirs has changed it.
    var isTheirsAlone: Bool { !isContested && ours == base && ourPath == path }
    /// Whether both have moved it, each to another place.
    var isMovedApart: Bool { ourPath != path && theirPath != path && ourPath != theirPath }
    /// What it is to be called, unless it was moved apart.
    var newPath: [UInt8] { ourPath == path ? theirPath : ourPath }
  }

  /// The files that need something done, in the order of their paths.
  let items: [Item]

  /// Compares two sides.
  ///
  /// - Parameters:
  ///   - ours: Our side.
  ///   - theirs: The other side.
  ///   - contested: The files on which other last common commits do not agree with
  ///     the one that the sides are compared with, and what that has.
  init(ours: Side, theirs: Side, contested: [[UInt8]: GitBlob?] = [:]) {
    var ours = ours
    var theirs = theirs
    Self.dropIdleMoves(&ours)
    Self.dropIdleMoves(&theirs)
    // Where a moved file meets another one, each is taken for itself.
    Self.dropMeetings(&ours, with: theirs)
    Self.dropMeetings(&theirs, with: ours)
    let targets = Set(ours.moves.values).union(theirs.moves.values)
    var items: [Item] = []
    let touched = Set(theirs.differences.keys).union(contested.keys)
    for path in touched where !targets.contains(path) {
      let base =
        theirs.differences[path]?.old ?? ours.differences[path]?.old ?? contested[path] ?? nil
      let (ourPath, our) = ours.follow(path, base)
      let (theirPath, their) = theirs.follow(path, base)
      var item = Item(
        path: path, ourPath: ourPath, theirPath: theirPath, base: base, ours: our, theirs: their)
      if contested[path] != nil { (item.isContested, item.base) = (true, nil) }
      // Done alike on both sides, or on ours alone.
      if our == their, ourPath == theirPath || our == nil { continue }
      items.append(item)
    }
    self.items = items.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  /// Forgets moves whose file was not there before, or is not there now.
  private static func dropIdleMoves(_ side: inout Side) {
    side.moves = side.moves.filter { from, to in
      guard let old = side.differences[from], let new = side.differences[to] else { return false }
      return old.old != nil && old.new == nil && new.old == nil && new.new != nil
    }
  }

  /// Forgets moves to where the other side has something else.
  private static func dropMeetings(_ side: inout Side, with other: Side) {
    side.moves = side.moves.filter { from, to in
      guard let difference = other.differences[to], difference.new != nil else { return true }
      return other.moves[from] == to
    }
  }
}
