/// How a store stands towards the remote that it is shared by.
public struct SharingStatus: Sendable {
  /// The branch that is checked out; `nil` if none is.
  public internal(set) var branch: String?
  /// The branch that it is shared by, such as "origin/main"; `nil` if none.
  public internal(set) var upstream: String?
  /// The remote's address, without a password.
  public internal(set) var address: String?
  /// The number of commits that are not pushed yet.
  public internal(set) var unpushed = 0
  /// The files that these have changed.
  public internal(set) var unpushedFiles: [[UInt8]] = []
  /// The number of commits that are known to be there, and not here yet.
  public internal(set) var unpulled = 0
  /// The files that these have changed.
  public internal(set) var unpulledFiles: [[UInt8]] = []
  /// Whether the remote is not known to have such a branch.
  public internal(set) var isUnshared = false
  /// How the last synchronization went; `nil` if there was none.
  public internal(set) var lastSync: SyncRecord?
  /// The files that have changes which are not committed.
  public internal(set) var uncommitted: [[UInt8]] = []
  /// The files whose conflicts a merge has left.
  public internal(set) var unmerged: [[UInt8]] = []
}

extension PasswordStore {
  /// How the store stands towards its remote, as far as that is known here.
  ///
  /// - Parameters:
  ///   - remote: The remote; `nil` for the one that the branch follows, or the only
  ///     one.
  ///   - fetching: Whether to ask the remote first.
  /// - Returns: How it stands.
  /// - Throws: ``SyncError``, ``StoreError/Reason/noStore``, ``GitError``; if asked,
  ///   ``GitTransportError``.
  public func sharingStatus(
    of remote: String? = nil, fetching: Bool = false
  ) throws -> SharingStatus {
    let repository = try sharedRepository()
    var status = SharingStatus()
    status.unmerged = try repository.unmergedPaths()
    status.uncommitted = try repository.uncommittedPaths().subtracting(status.unmerged)
      .sorted { $0.isBefore($1) }
    status.lastSync = SyncRecord(of: repository)
    status.branch = try repository.branch()
    guard let branch = status.branch else { return status }
    let upstream: GitUpstream
    do {
      upstream = try Synchronization.upstream(of: branch, remote, repository)
    } catch SyncError.noRemote {
      return status
    }
    status.upstream = upstream.name
    status.address = try repository.address(of: upstream.remote)
    if fetching { try repository.fetch(upstream) }
    guard let head = try repository.head() else { return status }
    guard let theirs = try repository.commitID(of: upstream.tracking) else {
      status.isUnshared = true
      status.unpushed = try repository.countCommits(of: head)
      return status
    }
    (status.unpushed, status.unpulled) = try repository.countCommits(head, theirs)
    let base = try repository.mergeBases(head, theirs).first
    func files(_ commit: String) throws -> [[UInt8]] {
      try repository.differences(from: base, to: commit).keys.sorted { $0.isBefore($1) }
    }
    if status.unpushed > 0 { status.unpushedFiles = try files(head) }
    if status.unpulled > 0 { status.unpulledFiles = try files(theirs) }
    return status
  }
}
