/// Sees to it that commits come from people whom the store is encrypted for, where
/// `pwstore.requireSigned` asks for that.
struct SignedCommits {
  private let store: PasswordStore
  private let repository: GitRepository

  init(_ store: PasswordStore, _ repository: GitRepository) {
    (self.store, self.repository) = (store, repository)
  }

  /// Refuses commits without a good signature by the key of a recipient.
  ///
  /// Who is a recipient, the store as it is here says; and for each commit, the lists
  /// of the accepted ones before it.
  ///
  /// - Parameters:
  ///   - commit: The newest commit.
  ///   - known: One whose ancestors are ours already; `nil` for none.
  /// - Throws: ``SyncError/unsigned(commit:author:reason:)``, ``GitError``,
  ///   ``GPGError``.
  func check(_ commit: String, since known: String?) throws {
    guard repository.booleanConfiguration("pwstore.requireSigned") == true else { return }
    var accepted = try fingerprints()
    for signature in try repository.signatures(in: commit, since: known) {
      try refuse(signature, unlessBy: accepted)
      // Whom one of them adds may sign what comes next.
      let lists = try repository.contents(named: RecipientsFile.name, changedIn: signature.commit)
      let ids = lists.flatMap { (try? RecipientsFile($0, path: FilePath(".gpg-id")))?.ids ?? [] }
      if !ids.isEmpty { accepted.formUnion(try store.gpg.keys(ids).map(\.fingerprint)) }
    }
  }

  private func refuse(
    _ signature: GitRepository.CommitSignature, unlessBy accepted: Set<String>
  ) throws {
    let reason: String
    switch signature.state {
    case "G", "U":
      let made = Set([signature.fingerprint, signature.primaryFingerprint])
      if !made.isDisjoint(with: accepted) { return }
      reason = "its signature is by none of the recipients"
    case "N": reason = "it is not signed"
    case "E": reason = "its signature is by a key that is not here"
    case "B": reason = "its signature is bad"
    default: reason = "its signature, or the key, has expired or was revoked"
    }
    throw SyncError.unsigned(commit: signature.commit, author: signature.author, reason: reason)
  }

  /// The fingerprints of all recipients' keys.
  private func fingerprints() throws -> Set<String> {
    let root = try store.existingRoot()
    var ids = Set<String>()
    for file in try store.files(below: .root, in: root).files
    where FilePath(file).lastComponent.elementsEqual(RecipientsFile.name) {
      ids.formUnion(try store.recipients(for: FolderName(holding: file)))
    }
    let keys = try store.gpg.keys(Array(ids), secret: false)
    return Set(keys.map(\.fingerprint))
  }
}
