import Glibc

/// What is to be altered in the store, all of it at once.
///
/// Nothing happens until ``PasswordStore`` carries the change out.
struct Change {
  /// The commit's message.
  var message: String
  /// What stays if git cannot commit: for a new or changed entry the new file in
  /// the work tree, since a person gave it to us; else everything is put back.
  var keepsUncommitted = false
  /// The message where a repository only loses files by the change, and others
  /// get them; else ``message``.
  var removalMessage: String?
  /// The message of a commit of its own before the other, for those steps that
  /// say so.
  ///
  /// The branch moves to both at once.
  var firstMessage: String?
  /// The files to write or remove, in order.
  private(set) var steps: [Step] = []
  /// More files for the commit, which stay as they are; relative to the store.
  var alsoCommitted: [[UInt8]] = []

  /// One file's change.
  struct Step {
    /// The file, relative to the store.
    var target: [UInt8]
    /// What becomes of it.
    var content: Content
    /// Whether it belongs to the first commit, if there are two.
    var isFirst = false
  }

  /// What becomes of a file.
  enum Content {
    /// It gets this content.
    case bytes([UInt8])
    /// It gets this content, and may be run as a program.
    case executable([UInt8])
    /// It becomes a symbolic link that leads there.
    case link(to: [UInt8])
    /// It becomes the file that is elsewhere now, with its mode and times; a
    /// symbolic link stays one.
    case moved(from: FilePath)
    /// It becomes a copy; a symbolic link stays one.
    case copied(from: FilePath)
    /// It is removed.
    case removed
  }

  /// The merge that the change is the outcome of, if it is one.
  var merge: Merge?

  /// The commits that a merge joins.
  struct Merge: Equatable {
    /// The one that HEAD has to be; `nil` for none yet.
    var head: String?
    /// The other one.
    var other: String
    /// Whether HEAD simply becomes the other one, since it has all that HEAD has.
    var isFastForward: Bool
  }

  /// Whether there is nothing to do.
  var isEmpty: Bool { steps.isEmpty && alsoCommitted.isEmpty && merge == nil }

  init(_ message: String, keepsUncommitted: Bool = false) {
    (self.message, self.keepsUncommitted) = (message, keepsUncommitted)
  }

  /// Makes one commit of two, with the message of the first, if it has a step.
  mutating func joinCommits() {
    guard let first = firstMessage, steps.contains(where: \.isFirst) else { return }
    (message, firstMessage) = (first, nil)
  }

  /// Plans to write a file.
  mutating func write(_ content: [UInt8], to target: [UInt8], first: Bool = false) {
    steps.append(Step(target: target, content: .bytes(content), isFirst: first))
  }

  /// Plans to remove a file.
  mutating func remove(_ target: [UInt8], first: Bool = false) {
    steps.append(Step(target: target, content: .removed, isFirst: first))
  }

  /// Plans something for a file.
  mutating func add(_ content: Content, at target: [UInt8]) {
    steps.append(Step(target: target, content: content))
  }
}
