/// A commit that a `git commit` of somebody else may take back.
///
/// Git reads the index before it locks it. If our commit falls between the two,
/// git writes back the index that it has read, and the next `git commit` commits
/// that, with the old state of our files. Nobody can prevent this, but it shows
/// within moments, and can be mended.
struct ContestedCommit {
  private let repository: GitRepository
  private let message: String
  private let signer: (_ payload: [UInt8], _ key: String?) throws -> [UInt8]
  /// The files; with no identity if the commit removes them.
  private let files: [(path: [UInt8], identity: GitFileIdentity?)]

  /// How long the other git may take from reading the index to writing it; as
  /// ``GitRepository/watch(rounds:)`` counts.
  private static let rounds = 40
  /// How often the commit is made again.
  ///
  /// Programs that are not done by then do it on purpose.
  private static let attempts = 5

  /// Notes a commit that is about to be made.
  init(
    _ repository: GitRepository, _ paths: [[UInt8]], _ message: String,
    signer: @escaping (_ payload: [UInt8], _ key: String?) throws -> [UInt8]
  ) {
    (self.repository, self.message, self.signer) = (repository, message, signer)
    files = paths.map { ($0, GitFileIdentity(at: repository.workTree.appending($0))) }
  }

  /// The files that nobody has changed since; others are no longer ours.
  private var paths: [[UInt8]] {
    files.filter { GitFileIdentity(at: repository.workTree.appending($0.path)) == $0.identity }
      .map(\.path)
  }

  /// Watches the repository for a while, and mends what is taken back.
  ///
  /// - Parameter whileLocked: Runs its argument while holding the store's lock.
  /// - Throws: ``StoreError/Reason/notCommitted``.
  func defend(_ whileLocked: (() throws -> Void) throws -> Void) throws {
    for _ in 0..<Self.attempts {
      guard isTakenBack() else { return }
      do {
        // The index first, and at once: the next commit takes it as it is.
        if try repository.correctIndex(paths) { continue }
        try whileLocked {
          let paths = paths
          if !paths.isEmpty { try repository.commit(paths, message: message, signer: signer) }
        }
      } catch let cause as any Failure {
        throw StoreError(
          .notCommitted,
          "another git has taken back the commit \(quoted(message)), and it fails now: \(cause)",
          hint: cause.hint, cause: cause)
      }
    }
  }

  private func isTakenBack() -> Bool {
    var watch = repository.watch(rounds: Self.rounds)
    while watch.next() {
      let paths = paths
      if paths.isEmpty { return false }
      // What cannot be read is no sign of another git.
      if let isCommitted = try? repository.isCommitted(paths), !isCommitted { return true }
    }
    return false
  }
}
