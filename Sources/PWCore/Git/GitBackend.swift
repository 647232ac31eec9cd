/// What to commit, and how.
struct GitCommitRequest {
  /// The paths below the work tree.
  var paths: [[UInt8]]
  /// The message; `nil` only corrects the index for files that HEAD has as they
  /// are.
  var message: String?
  /// Signs a commit with a key, given by an id or a user id.
  var signer: ((_ payload: [UInt8], _ key: String?) throws -> [UInt8])?
  /// A commit of other paths to be made before, in the same move of the branch.
  var first: First?

  /// What goes into a commit of its own before the other.
  struct First {
    var paths: [[UInt8]]
    var message: String
  }

  /// The paths of both commits.
  var allPaths: [[UInt8]] { (first?.paths ?? []) + paths }
}

/// What has become of a request to commit.
struct GitCommitResult {
  /// The commit; `nil` if none was made.
  var id: String?
  /// Whether HEAD now has the files as they are.
  var isCommitted = true
  /// Whether another program was at work in the repository at the same time.
  var isContested: Bool
}

/// One of the two ways to work on a repository: libgit2, or the git program.
protocol GitBackend {
  var places: GitPlaces { get }
  func commit(_ request: GitCommitRequest) throws(GitError) -> GitCommitResult
  func isCommitted(_ paths: [[UInt8]]) throws(GitError) -> Bool
  func hasCommits() throws(GitError) -> Bool
  func isIgnored(_ path: [UInt8]) throws(GitError) -> Bool
  func content(of path: [UInt8], at revision: String) throws(GitError) -> [UInt8]?
  func unmergedPaths() throws(GitError) -> [[UInt8]]
  func configuration(_ name: String) -> String?
  func booleanConfiguration(_ name: String) -> Bool?
  func setConfiguration(_ name: String, to value: String) throws(GitError)
}
