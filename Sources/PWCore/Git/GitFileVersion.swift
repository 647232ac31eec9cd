/// What one commit did to a file whose history is followed.
struct GitFileVersion: Sendable {
  /// The commit, without what it did to other files.
  var commit: GitCommit
  /// What it did to the file.
  let change: GitCommit.Change
  /// Where the file came from, if the commit has moved or copied it.
  var origin: Origin?

  /// Where a file came from.
  struct Origin: Sendable {
    /// What it was called, relative to the work tree.
    let path: [UInt8]
    /// What it was there.
    let file: GitCommit.File
    /// Whether it is still there.
    let isCopy: Bool
  }

  /// Whether the commit gave the file its name, and it had another one before.
  var isMoved: Bool { origin.map { !$0.isCopy } ?? false }

  /// What the file was before: where it came from, or else in the first parent
  /// that had it.
  ///
  /// A copy was nothing before.
  var before: GitCommit.File? {
    guard let origin else { return change.before.lazy.compactMap { $0 }.first }
    return origin.isCopy ? nil : origin.file
  }

  /// The commit and the name in it where ``before`` is found.
  var placeBefore: (commit: String, path: [UInt8])? {
    if let origin {
      return origin.isCopy ? nil : commit.parents.first.map { ($0, origin.path) }
    }
    return zip(commit.parents, change.before).first { $0.1 != nil }.map { ($0.0, change.path) }
  }
}
