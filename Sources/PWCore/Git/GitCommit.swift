/// A commit, and what it did to files.
struct GitCommit: Sendable {
  /// The whole id, in hexadecimal digits.
  let id: String
  /// As few digits of the id as are enough in this repository.
  var abbreviation: String
  /// The ids of the commits that it was made from; none where a shallow clone
  /// ends.
  let parents: [String]
  /// Who made the change.
  let author: String
  let email: String
  /// When the change was made, in seconds since 1970.
  let seconds: Int
  /// The first paragraph of the message, in one line.
  ///
  /// It need not be UTF-8.
  let subject: [UInt8]
  /// The files that are other than in each of the parents.
  var changes: [Change] = []

  /// What became of one file.
  struct Change: Sendable {
    /// The file, relative to the work tree.
    let path: [UInt8]
    /// What it was in each parent, `nil` if it was not there; in the first
    /// commit, it was not there.
    let before: [File?]
    /// What it is now; `nil` if it is not there any more.
    let after: File?
  }

  /// A file's content and kind.
  struct File: Hashable, Sendable {
    /// The id of the content.
    let blob: String
    /// The kind and mode in octal digits: "100644".
    let mode: String
  }

  /// What `git` is to print of a commit before its changes, for
  /// ``all(in:)``.
  static let format =
    "--format="
    + ["H", "P", "an", "ae", "at", "s"].map { "%\($0)%x00" }
    .joined()

  /// Reads what git prints with ``format`` and `-z --raw`.
  static func all(in output: [UInt8]) -> [GitCommit] {
    var commits: [GitCommit] = []
    // A line break, or an empty word, stands between a commit and its changes.
    var words = output.split(separator: 0, omittingEmptySubsequences: false)[...]
    while let word = words.popFirst() {
      let word = word.drop { $0 == 0x0A }
      if word.first == UInt8(ascii: ":") {
        guard let path = words.popFirst() else { break }
        commits.indices.last.map { commits[$0].add(word, Array(path)) }
      } else if !word.isEmpty, words.count >= 5 {
        commits.append(GitCommit([Array(word)] + words.prefix(5).map(Array.init)))
        words = words.dropFirst(5)
      }
    }
    return commits
  }

  private init(_ fields: [[UInt8]]) {
    func text(_ index: Int) -> String { String(decoding: fields[index], as: UTF8.self) }
    (id, abbreviation) = (text(0), text(0))
    parents = text(1).split(separator: " ").map(String.init)
    (author, email, seconds, subject) = (text(2), text(3), Int(text(4)) ?? 0, fields[5])
  }

  /// Adds `:MODE MODE ID ID LETTERS`, which has a colon, a mode and an id for
  /// each parent, as git-diff-tree(1) has it.
  private mutating func add(_ line: ArraySlice<UInt8>, _ path: [UInt8]) {
    let parentCount = line.prefix { $0 == UInt8(ascii: ":") }.count
    let words = line.dropFirst(parentCount).split(separator: 0x20).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard words.count >= 2 * (parentCount + 1) else { return }
    let files = (0...parentCount).map { index -> File? in
      let mode = words[index]
      guard mode.contains(where: { $0 != "0" }) else { return nil }
      return File(blob: words[parentCount + 1 + index], mode: mode)
    }
    changes.append(
      Change(path: path, before: Array(files[..<parentCount]), after: files[parentCount]))
  }
}
