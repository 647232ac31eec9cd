/// Reads versions of entries from a repository, and decrypts each content once.
final class VersionReader {
  private let store: PasswordStore
  private let repository: GitRepository
  /// What is known by the ids of contents: the text, or why there is none.
  private var texts: [String: Result<SharedSecret, StoreError>] = [:]

  init(_ store: PasswordStore, _ repository: GitRepository) {
    (self.store, self.repository) = (store, repository)
  }

  /// The encrypted bytes of a file in a commit.
  ///
  /// - Throws: ``GitError`` if they are not there.
  func ciphertext(_ path: [UInt8], at commit: String) throws(GitError) -> [UInt8] {
    guard let content = try repository.content(of: path, at: commit) else {
      throw GitError(
        .corrupt("the commit \(commit) lacks the file"), "read",
        repository.workTree.appending(path))
    }
    return content
  }

  /// The text of a file in a commit.
  ///
  /// - Parameters:
  ///   - blob: The content's id.
  ///   - path: The file, relative to the work tree.
  ///   - commit: The commit's id.
  ///   - key: The entry, for an error.
  /// - Returns: The text; or why nobody here can decrypt it, whatever they do.
  /// - Throws: ``StoreError/Reason/decryption`` for a failure that need not last,
  ///   ``GitError``.
  func text(
    _ blob: String, _ path: [UInt8], at commit: String, of key: ServiceKey
  ) throws -> Result<SharedSecret, StoreError> {
    if let known = texts[blob] { return known }
    let text: Result<SharedSecret, StoreError>
    do {
      text = .success(
        SharedSecret(try store.decrypt(try ciphertext(path, at: commit), of: key)))
    } catch let error as StoreError where (error.cause as? GPGError)?.isForGood == true {
      text = .failure(error)
    }
    texts[blob] = text
    return text
  }

  /// Wipes a text, unless somebody else holds it.
  func forget(_ blob: String) { texts[blob] = nil }
}
