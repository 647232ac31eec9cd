/// Who could read the present secrets of a store, by its history: from commit to
/// commit, the keys that the entries' ciphertexts name.
///
/// No entry is decrypted, so that a secret is new is taken from the commits: every
/// commit that changes an entry makes it new, but those that only encrypt it anew.
struct SecretHistory {
  /// What is known of an entry in some commit.
  struct State {
    /// The content's id.
    var blob: String
    /// The ids of the keys that the ciphertext names.
    var keyIDs: Set<String>
    /// Those that can read the present secret, but not the present ciphertext, with
    /// the time when they were left out.
    var former: [String: Int] = [:]
    /// All that were ever left out, for an old secret may come back.
    var ever: [String: Int] = [:]

    /// Goes on to a ciphertext of the same secret.
    mutating func reencrypt(_ blob: String, for keyIDs: Set<String>, at time: Int) {
      for keyID in self.keyIDs.subtracting(keyIDs) {
        former[keyID] = time
        ever[keyID] = ever[keyID] ?? time
      }
      for keyID in keyIDs { former[keyID] = nil }
      (self.blob, self.keyIDs) = (blob, keyIDs)
    }

    /// Goes on to a new secret.
    mutating func replace(_ blob: String, for keyIDs: Set<String>, at time: Int) {
      reencrypt(blob, for: keyIDs, at: time)
      former = [:]
    }

    /// Goes on to a secret that it had before, whichever that was.
    mutating func restore(_ blob: String, for keyIDs: Set<String>, at time: Int) {
      reencrypt(blob, for: keyIDs, at: time)
      former = ever.filter { !keyIDs.contains($0.key) }
    }

    /// Adds what is known from another branch.
    mutating func merge(_ other: State) {
      former.merge(other.former, uniquingKeysWith: min)
      ever.merge(other.ever, uniquingKeysWith: min)
      keyIDs.formUnion(other.keyIDs)
    }
  }

  typealias States = [[UInt8]: State]

  /// The entries' files as HEAD has them.
  private(set) var present: States = [:]

  private let keyIDs: [String: Set<String>]
  private var branches: [String: States] = [:]

  /// Goes through a repository's history.
  ///
  /// - Throws: ``GitError``.
  init(of repository: GitRepository) throws(GitError) {
    let commits = try repository.history { $0.ends(with: ServiceKey.suffix) }
    let blobs = Set(commits.flatMap(\.changes).flatMap { $0 }.compactMap(\.blob))
    keyIDs = try repository.examine(blobs.sorted()) { content in
      let ids = (try? MessageRecipients.keyIDs(of: content)) ?? []
      return Set(ids).subtracting([MessageRecipients.hiddenKeyID])
    }
    var children: [String: Int] = [:]
    for parent in commits.flatMap(\.parents) { children[parent, default: 0] += 1 }
    for commit in commits {
      // Whoever comes last takes it, so that nothing is copied without a branch.
      let parents = commit.parents.map { parent in
        children[parent, default: 1] -= 1
        let isLast = children[parent] == 0
        return (isLast ? branches.removeValue(forKey: parent) : branches[parent]) ?? [:]
      }
      let states = after(commit, parents)
      branches[commit.id] = states
    }
    present = commits.last.flatMap { branches[$0.id] } ?? [:]
    branches = [:]
  }

  private func after(_ commit: GitCommitChanges, _ parents: consuming [States]) -> States {
    guard parents.count < 2 else { return merged(commit, parents) }
    return after(commit, commit.changes.first ?? [], parents.popLast() ?? [:])
  }

  /// The states after a commit with one parent, or none.
  private func after(
    _ commit: GitCommitChanges, _ changes: [GitFileChange], _ states: consuming States
  ) -> States {
    let origins = CommitSubject(commit.subject).origins(of: changes, in: states)
    let kind = CommitSubject(commit.subject).kind
    for change in changes where change.blob == nil { states[change.path] = nil }
    for change in changes {
      guard let blob = change.blob else { continue }
      let ids = keyIDs[blob] ?? []
      let isMoved = origins[change.path] != nil
      var state =
        origins[change.path] ?? states[change.path] ?? State(blob: blob, keyIDs: ids)
      switch isMoved ? .reencryption : kind {
      case .reencryption: state.reencrypt(blob, for: ids, at: commit.seconds)
      case .restoration: state.restore(blob, for: ids, at: commit.seconds)
      case .other: state.replace(blob, for: ids, at: commit.seconds)
      }
      states[change.path] = state
    }
    return states
  }

  /// The states after a merge: a file is as on the side that it was taken from; one
  /// that was put together is known to those who could read either.
  private func merged(_ commit: GitCommitChanges, _ parents: [States]) -> States {
    var states = parents[0]
    let changed = commit.changes.map { Set($0.map(\.path)) }
    for change in commit.changes[0] {
      if let side = changed.firstIndex(where: { !$0.contains(change.path) }) {
        states[change.path] = parents[side][change.path]
        continue
      }
      let sides = parents.compactMap { $0[change.path] }
      guard let blob = change.blob else {
        states[change.path] = nil
        continue
      }
      let ids = keyIDs[blob] ?? []
      var state = sides.first ?? State(blob: blob, keyIDs: ids)
      for side in sides.dropFirst() { state.merge(side) }
      state.reencrypt(blob, for: ids, at: commit.seconds)
      states[change.path] = state
    }
    return states
  }
}
