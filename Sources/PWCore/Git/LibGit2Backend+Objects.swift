import CGit2
import Glibc

/// Writing what a commit consists of.
extension LibGit2Backend {
  /// Writes a file's blob.
  func store(
    _ path: [UInt8], oldMode: UInt32?, _ context: GitContext
  ) throws(GitError) -> GitFile {
    let reader = GitFileReader(
      workTree: places.workTree, trustsMode: settings.boolean("core.fileMode") ?? true)
    let file: (bytes: [UInt8], mode: UInt32, status: stat)?
    do {
      file = try reader.read(path, oldMode: oldMode)
    } catch {
      throw GitError(error, "commit", places.workTree.appending(path))
    }
    guard let file else { return GitFile(path: path, state: nil) }
    let id = try write(file.bytes, GIT_OBJECT_BLOB, context)
    return GitFile(path: path, state: (id, file.mode, file.status))
  }

  private func write(
    _ bytes: [UInt8], _ type: git_object_t, _ context: GitContext
  ) throws(GitError) -> GitID {
    let objects = try GitHandle<GitODBKind>("git_repository_odb", context) {
      $0.git_repository_odb(&$1, repository.pointer)
    }
    var id = GitID()
    try git("git_odb_write", context) {
      $0.git_odb_write(&id.value, objects.pointer, bytes, bytes.count, type)
    }
    return id
  }

  /// Writes the commit, signed if it is to be.
  func write(
    tree: GitID, message: String, author: GitIdentity, committer: GitIdentity, head: GitHead,
    signer: (([UInt8], String?) throws -> [UInt8])?, _ context: GitContext
  ) throws(GitError) -> GitID {
    let text = try commitText(
      tree: tree, message: message, author: author, committer: committer, head: head, context)
    guard isSigned, let signer else { return try write(text, GIT_OBJECT_COMMIT, context) }
    let key = settings.value("user.signingKey").flatMap { $0.isEmpty ? nil : $0 }
    let signature: [UInt8]
    do {
      signature = try signer(text, key ?? String(decoding: committer.userID, as: UTF8.self))
    } catch {
      throw GitError(.signingFailed("\(error)"), context.operation, context.path)
    }
    var id = GitID()
    try git("git_commit_create_with_signature", context) { functions in
      text.withCString { text in
        signature.withCString {
          functions.git_commit_create_with_signature(
            &id.value, repository.pointer, text, $0, "gpgsig")
        }
      }
    }
    return id
  }

  private func commitText(
    tree: GitID, message: String, author: GitIdentity, committer: GitIdentity, head: GitHead,
    _ context: GitContext
  ) throws(GitError) -> [UInt8] {
    var tree = tree
    let opened = try GitHandle<GitTreeKind>("git_tree_lookup", context) {
      $0.git_tree_lookup(&$1, repository.pointer, &tree.value)
    }
    let parent = try commit(of: head, context)
    var parents: [OpaquePointer?] = []
    // A switch borrows the commit; "if let" would use it up.
    switch parent {
    case .some(let commit): parents = [commit.pointer]
    case .none: break
    }
    var encoding = settings.value("i18n.commitEncoding")
    if let name = encoding?.lowercased(), ["utf-8", "utf8", ""].contains(name) { encoding = nil }
    var buffer = git_buf()
    defer { LibGit2.functions?.git_buf_dispose(&buffer) }
    try author.withSignature { (author) throws(GitError) in
      try committer.withSignature { (committer) throws(GitError) in
        _ = try git("git_commit_create_buffer", context) {
          $0.git_commit_create_buffer(
            &buffer, repository.pointer, author, committer, encoding, message, opened.pointer,
            parents.count, &parents)
        }
      }
    }
    withExtendedLifetime(parent) {}
    return Array(UnsafeRawBufferPointer(start: buffer.ptr, count: buffer.size))
  }
}
