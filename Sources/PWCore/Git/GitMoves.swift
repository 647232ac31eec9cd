/// The files that one commit has moved.
struct GitMoves {
  private var moves: [(from: [UInt8], to: [UInt8])] = []

  /// Reads a commit as `git log -z --raw -M100% --format=%s` prints it: the
  /// subject, and then ":100644 100644 <id> <id> R100\0<old>\0<new>\0", or "D" and
  /// "A" with one path.
  init(_ commit: some Sequence<UInt8>) {
    let parts = Array(commit).split(separator: 0)
    guard let first = parts.first else { return }
    // The subject ends where the raw lines begin, with a NUL or a line feed.
    let subject = String(decoding: first.prefix { $0 != 0x0A }, as: UTF8.self)
    var words = parts.dropFirst().map { Array($0) }[...]
    // Between the subject and the first raw line, there is a line feed.
    if words.first?.first == 0x0A { words[words.startIndex].removeFirst() }
    var removed: [[UInt8]] = []
    var added: [[UInt8]] = []
    while let word = words.popFirst() {
      guard word.first == UInt8(ascii: ":"), let status = word.split(separator: 0x20).last?.first,
        let path = words.popFirst()
      else { continue }
      switch status {
      case UInt8(ascii: "R"): if let to = words.popFirst() { moves.append((path, to)) }
      case UInt8(ascii: "D"): removed.append(path)
      case UInt8(ascii: "A"): added.append(path)
      default: continue
      }
    }
    guard subject.hasPrefix("Rename "), !removed.isEmpty, !added.isEmpty else { return }
    // What moves to other recipients has other content: then the subject tells.
    var targets = Set(added)
    for path in removed {
      if let target = targets.first(where: { Self.tells(subject, of: path, to: $0) }) {
        targets.remove(target)
        moves.append((path, target))
      }
    }
  }

  /// Whether "Rename A to B." means, among others, that a file becomes another.
  private static func tells(_ subject: String, of old: [UInt8], to new: [UInt8]) -> Bool {
    let suffix = ".gpg".utf8
    guard old.count > suffix.count, new.count > suffix.count, Array(old.suffix(4)) == Array(suffix),
      Array(new.suffix(4)) == Array(suffix)
    else { return false }
    var (one, other) = (old.dropLast(suffix.count), new.dropLast(suffix.count))
    let slash = UInt8(ascii: "/")
    while true {
      let words = [one, other].map { printable($0) }
      if subject == "Rename \(words[0]) to \(words[1])." { return true }
      // Folders that have moved: what is below them has the same name in both.
      let (last, otherLast) = (one.split(separator: slash).last, other.split(separator: slash).last)
      guard let last, last == otherLast, let cut = one.lastIndex(of: slash),
        let otherCut = other.lastIndex(of: slash)
      else { return false }
      (one, other) = (one[..<cut], other[..<otherCut])
    }
  }

  /// Calls `body` with each move, in order.
  func forEach(_ body: (_ from: [UInt8], _ to: [UInt8]) -> Void) {
    for move in moves { body(move.from, move.to) }
  }
}
