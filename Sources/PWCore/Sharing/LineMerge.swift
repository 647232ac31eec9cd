/// A three-way merge of lines, as diff3(1) does it.
///
/// Only changes of the same lines are a conflict. Lines that both sides have
/// inserted at one place are all kept, ours first; those that are the same, once.
struct LineMerge {
  /// A line; it must outlive the merge.
  typealias Line = UnsafeRawBufferPointer

  /// The merged lines; `nil` if both sides have changed the same ones.
  let lines: [Line]?

  /// Merges three lists of lines.
  init(base: [Line], ours: [Line], theirs: [Line]) {
    var numbers = LineNumbers()
    let base = numbers.numbered(base)
    let ours = numbers.numbered(ours)
    let theirs = numbers.numbered(theirs)
    lines = Self.merge(base, ours, theirs)?.map { numbers.lines[$0] }
  }

  /// One side's changes that have not been looked at yet.
  private struct Side {
    let lines: [Int]
    var changes: ArraySlice<LineDiff.Change>
    /// How many lines more it has than the base, up to here.
    var surplus = 0

    init(_ lines: [Int], base: [Int]) {
      self.lines = lines
      changes = LineDiff(from: base, to: lines).changes[...]
    }

    /// Takes the changes that meet `region`, and makes that include them.
    mutating func take(meeting region: inout Range<Int>) -> Bool {
      var hasTaken = false
      while let next = changes.first?.old, LineMerge.meet(next, region) {
        region = min(region.lowerBound, next.lowerBound)..<max(region.upperBound, next.upperBound)
        let change = changes.removeFirst()
        surplus += change.new.count - change.old.count
        hasTaken = true
      }
      return hasTaken
    }

    /// The lines that are there now for those of the base.
    func lines(for region: Range<Int>, surplusBefore: Int) -> ArraySlice<Int> {
      lines[(region.lowerBound + surplusBefore)..<(region.upperBound + surplus)]
    }
  }

  private static func merge(_ base: [Int], _ ours: [Int], _ theirs: [Int]) -> [Int]? {
    var (our, their) = (Side(ours, base: base), Side(theirs, base: base))
    var merged: [Int] = []
    var position = 0
    while let first = first(our.changes.first?.old, their.changes.first?.old) {
      var region = first
      let before = (our: our.surplus, their: their.surplus)
      var (isOurs, isTheirs) = (false, false)
      var isGrowing = true
      while isGrowing {
        let (byUs, byThem) = (our.take(meeting: &region), their.take(meeting: &region))
        (isOurs, isTheirs) = (isOurs || byUs, isTheirs || byThem)
        isGrowing = byUs || byThem
      }
      merged += base[position..<region.lowerBound]
      position = region.upperBound
      let our = our.lines(for: region, surplusBefore: before.our)
      let their = their.lines(for: region, surplusBefore: before.their)
      switch (isOurs, isTheirs) {
      case (true, false): merged += our
      case (false, true): merged += their
      default:
        guard region.isEmpty || our == their else { return nil }
        merged += joined(our, their)
      }
    }
    return merged + base[position...]
  }

  /// The change that comes first; an insertion before what begins at its place.
  private static func first(_ one: Range<Int>?, _ other: Range<Int>?) -> Range<Int>? {
    guard let one, let other else { return one ?? other }
    return (one.lowerBound, one.upperBound) <= (other.lowerBound, other.upperBound) ? one : other
  }

  /// Whether two changes are of the same lines, or insert at the same place.
  private static func meet(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    if one.isEmpty, other.isEmpty { return one.lowerBound == other.lowerBound }
    return one == other
      || (one.lowerBound < other.upperBound && other.lowerBound < one.upperBound)
  }

  /// Both insertions, without the lines twice with which both begin or end.
  private static func joined(_ our: ArraySlice<Int>, _ their: ArraySlice<Int>) -> [Int] {
    let start = zip(our, their).prefix { $0 == $1 }.count
    let (ourRest, theirRest) = (our.dropFirst(start), their.dropFirst(start))
    let end = zip(ourRest.reversed(), theirRest.reversed()).prefix { $0 == $1 }.count
    return [our.prefix(our.count - end), theirRest.prefix(theirRest.count - end), our.suffix(end)]
      .flatMap { $0 }
  }
}

extension UnsafeRawBufferPointer {
  /// The lines, each with the line break that ends it.
  var linesWithBreaks: [UnsafeRawBufferPointer] {
    var lines: [UnsafeRawBufferPointer] = []
    var start = 0
    while start < count {
      let end = firstIndex(of: UInt8(ascii: "\n"), in: start..<count).map { $0 + 1 } ?? count
      lines.append(part(start..<end))
      start = end
    }
    return lines
  }

  /// What is between the line breaks: one more than there are of these.
  var linesBetweenBreaks: [UnsafeRawBufferPointer] {
    let lines = linesWithBreaks
    let open = lines.last.map { $0.last != UInt8(ascii: "\n") } ?? false
    return lines.enumerated().map { index, line in
      open && index == lines.count - 1 ? line : line.part(0..<(line.count - 1))
    } + (open ? [] : [part(count..<count)])
  }
}

extension LineMerge {
  /// Merges the lines of texts that are no secret; `nil` if both sides have changed
  /// the same ones, or if one is no text.
  static func merge(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
    base.withUnsafeBytes { base in
      ours.withUnsafeBytes { ours in
        theirs.withUnsafeBytes { theirs in
          guard [base, ours, theirs].allSatisfy(\.isText) else { return nil }
          let merge = LineMerge(
            base: base.linesWithBreaks, ours: ours.linesWithBreaks,
            theirs: theirs.linesWithBreaks)
          return merge.lines.map { $0.flatMap { Array($0) } }
        }
      }
    }
  }
}
