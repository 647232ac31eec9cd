import CGit2
import Glibc

/// The hooks that run before a commit, and what they make of it.
struct GitCommitHooks {
  let backend: LibGit2Backend
  let author: GitIdentity
  let context: GitContext

  private var places: GitPlaces { backend.places }

  /// What is to be committed after the hooks have had their say.
  struct Result {
    var tree: GitID
    var message: String
    /// Files that a hook has changed in the index that it saw.
    var files: [GitFile] = []
  }

  /// Runs them: pre-commit, prepare-commit-msg and commit-msg, in this order.
  ///
  /// - Parameters:
  ///   - tree: What is to be committed.
  ///   - message: The message as it was given.
  ///   - realIndex: The repository's index.
  /// - Returns: What they have made of it.
  /// - Throws: ``GitError``: `hookFailed`, or `other` for an empty message.
  func run(
    tree: GitID, message: String, realIndex: borrowing GitIndexFile
  ) throws(GitError) -> Result {
    let hooks = GitHooks(places, backend.settings, backend.environment)
    var result = Result(tree: tree, message: try cleaned(message))
    if hooks.has("pre-commit", "prepare-commit-msg", "commit-msg") {
      defer { unlink(places.hookIndex) }
      try writeIndex(of: tree, realIndex)
      try hooks.run("pre-commit", index: places.hookIndex, author: author)
      (result.tree, result.files) = try changes(to: tree)
      let file = places.gitDirectory.appending("COMMIT_EDITMSG")
      try write(result.message, to: file)
      let name = file.relative(to: places.workTree) ?? file.bytes
      try hooks.run(
        "prepare-commit-msg", [name, Array("message".utf8)], index: places.hookIndex,
        author: author)
      try hooks.run("commit-msg", [name], index: places.hookIndex, author: author)
      result.message = try cleaned(read(file))
    }
    guard !result.message.isEmpty else {
      throw GitError(.other("the message is empty"), context.operation, context.path)
    }
    return result
  }

  /// The message without superfluous blanks, as `commit.cleanup` says.
  private func cleaned(_ message: String) throws(GitError) -> String {
    let mode = backend.settings.value("commit.cleanup") ?? "default"
    if mode == "verbatim" { return message }
    let mark = backend.settings.value("core.commentChar")?.utf8.first ?? UInt8(ascii: "#")
    var buffer = git_buf()
    defer { LibGit2.functions?.git_buf_dispose(&buffer) }
    try git("git_message_prettify", context) {
      $0.git_message_prettify(
        &buffer, message, mode == "strip" ? 1 : 0, CChar(bitPattern: mark))
    }
    return buffer.ptr.map { String(cString: $0) } ?? ""
  }

  private func write(_ message: String, to file: FilePath) throws(GitError) {
    do throws(SystemError) {
      let descriptor = try FileDescriptor(file, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o666)
      try descriptor.write(Array(message.utf8).span)
    } catch {
      throw GitError(error, context.operation, context.path)
    }
  }

  private func read(_ file: FilePath) throws(GitError) -> String {
    do throws(SystemError) {
      return String(decoding: try FileDescriptor(file, O_RDONLY).readAll(), as: UTF8.self)
    } catch {
      throw GitError(error, context.operation, context.path)
    }
  }

  /// An index of a tree, in a file or only in memory.
  private func index(of tree: GitID, in index: borrowing GitIndexFile) throws(GitError) {
    var tree = tree
    let opened = try GitHandle<GitTreeKind>("git_tree_lookup", context) {
      $0.git_tree_lookup(&$1, backend.repository.pointer, &tree.value)
    }
    try git("git_index_read_tree", context) {
      $0.git_index_read_tree(index.handle.pointer, opened.pointer)
    }
  }

  /// Writes the index that hooks see: what is to be committed.
  ///
  /// Files that are as in the real index keep what it knows of them, or each
  /// `git diff` of a hook would read all of them.
  private func writeIndex(of tree: GitID, _ real: borrowing GitIndexFile) throws(GitError) {
    unlink(places.hookIndex)
    let seen = try GitIndexFile(places.hookIndex, context)
    try index(of: tree, in: seen)
    var known: [UnsafePointer<git_index_entry>] = []
    seen.forEach { entry in
      let same = real.entry(FilePath(cString: entry.path).bytes)
      if let same, GitID(value: same.pointee.id) == GitID(value: entry.id),
        same.pointee.mode == entry.mode
      {
        known.append(same)
      }
    }
    for entry in known { try seen.add(entry.pointee) }
    try seen.write()
  }

  /// What the hook has changed in the index that it saw.
  private func changes(to tree: GitID) throws(GitError) -> (GitID, [GitFile]) {
    let seen = try GitIndexFile(places.hookIndex, context)
    var id = GitID()
    try git("git_index_write_tree_to", context) {
      $0.git_index_write_tree_to(&id.value, seen.handle.pointer, backend.repository.pointer)
    }
    if id == tree { return (id, []) }
    let before = try GitIndexFile(FilePath("/dev/null/none"), context)
    try index(of: tree, in: before)
    var files: [GitFile] = []
    seen.forEach { entry in
      let path = FilePath(cString: entry.path).bytes
      let old = before.entry(path)?.pointee
      if old.map({ GitID(value: $0.id) }) == GitID(value: entry.id), old?.mode == entry.mode {
        return
      }
      files.append(GitFile(path: path, state: (GitID(value: entry.id), entry.mode, nil)))
    }
    before.forEach { entry in
      let path = FilePath(cString: entry.path).bytes
      if seen.entry(path) == nil { files.append(GitFile(path: path, state: nil)) }
    }
    return (id, files)
  }
}
