/// The branch of another repository with which ours is shared.
struct GitUpstream: Equatable {
  /// The remote's name, or its address where it has no name.
  var remote: String
  /// The branch's name there, without "refs/heads/".
  var branch: String

  /// The reference that says where the branch was when we last heard of it.
  var tracking: String {
    // An address cannot be a part of a reference's name.
    let isAddress = remote.contains(":") || remote.hasPrefix("/") || remote.hasPrefix(".")
    return isAddress ? "refs/pwstore/upstream/\(branch)" : "refs/remotes/\(remote)/\(branch)"
  }
  /// What people call it.
  var name: String { "\(remote)/\(branch)" }
}
