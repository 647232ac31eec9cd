extension GitRepository {
  /// What git says of a commit's signature.
  struct CommitSignature {
    var commit: String
    var author: String
    /// Git's letter: "G" good, "U" good by a key of unknown validity, "N" none, "E"
    /// not to be checked, "B" bad; others for what has expired or was revoked.
    var state: String
    /// Of the key that made it; empty for none.
    var fingerprint: String
    /// Of the key whose subkey that is.
    var primaryFingerprint: String
  }

  /// The signatures of commits, oldest first.
  ///
  /// - Parameters:
  ///   - commit: The newest one.
  ///   - known: One whose ancestors are left out; `nil` for none.
  /// - Returns: What git says of each.
  /// - Throws: ``GitError``.
  func signatures(in commit: String, since known: String?) throws(GitError) -> [CommitSignature] {
    let output = try git.output(
      ["log", "--reverse", "-z", "--format=%H%x01%an <%ae>%x01%G?%x01%GF%x01%GP", commit]
        + (known.map { ["^\($0)"] } ?? []) + ["--"], "read the signatures in")
    return output.split(separator: 0).compactMap { line in
      let words = line.split(separator: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 5 else { return nil }
      return CommitSignature(
        commit: words[0], author: words[1], state: words[2], fingerprint: words[3],
        primaryFingerprint: words[4])
    }
  }

  /// The contents of all files of a name that a commit has changed or added.
  ///
  /// - Parameters:
  ///   - name: The files' name, in any folder.
  ///   - commit: The commit.
  /// - Returns: What they are behind it.
  /// - Throws: ``GitError``.
  func contents(named name: [UInt8], changedIn commit: String) throws(GitError) -> [[UInt8]] {
    let output = try git.output(
      [
        "diff-tree", "--root", "-m", "-r", "-z", "--raw", "--no-abbrev", "--no-renames",
        "--no-commit-id", commit, "--",
      ], "read")
    let blobs = Self.differences(in: output).filter { path, _ in
      FilePath(path).lastComponent.elementsEqual(name)
    }
    return Array(try contents(of: Set(blobs.values.compactMap { $0.new?.id })).values)
  }
}
