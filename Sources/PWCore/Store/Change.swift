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
  /// The files to write or remove, in order.
  private(set) var steps: [Step] = []
  /// More files for the commit, which stay as they are; relative to the store.
  var alsoCommitted: [[UInt8]] = []

  /// One file's change.
  struct Step {
    /// The file, relative to the store.
    var target: [UInt8]
    /// The new content; `nil` removes the file.
    var content: [UInt8]?
  }

  /// Whether there is nothing to do.
  var isEmpty: Bool { steps.isEmpty && alsoCommitted.isEmpty }

  init(_ message: String, keepsUncommitted: Bool = false) {
    (self.message, self.keepsUncommitted) = (message, keepsUncommitted)
  }

  /// Plans to write a file.
  mutating func write(_ content: [UInt8], to target: [UInt8]) {
    steps.append(Step(target: target, content: content))
  }

  /// Plans to remove a file.
  mutating func remove(_ target: [UInt8]) {
    steps.append(Step(target: target, content: nil))
  }
}
