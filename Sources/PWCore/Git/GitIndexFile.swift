import CGit2
import Glibc

/// An index, read from a file that need not be the repository's own.
struct GitIndexFile: ~Copyable {
  let handle: GitHandle<GitIndexKind>
  private let context: GitContext

  /// Reads an index; a file that does not exist is an empty one.
  ///
  /// - Throws: ``GitError``: `unsupported`, if the file has a form that libgit2
  ///   does not know, or is damaged: git shall say which.
  ///
  /// The corresponding C function is `git_index_open`.
  init(_ path: FilePath, _ context: GitContext) throws(GitError) {
    self.context = context
    do throws(GitError) {
      handle = try GitHandle("git_index_open", context) { functions, new in
        path.withCString { functions.git_index_open(&new, $0) }
      }
    } catch {
      guard case .permission = error.kind else {
        throw GitError(.unsupported(error.description), context.operation, context.path)
      }
      throw error
    }
  }

  /// The entry for a path, which lives as long as the index stays as it is.
  func entry(_ path: [UInt8], stage: Int32 = 0) -> UnsafePointer<git_index_entry>? {
    path.withCString {
      LibGit2.functions?.git_index_get_bypath(handle.pointer, $0, stage)
    }
  }

  /// Calls `body` with each entry.
  func forEach<E: Error>(_ body: (git_index_entry) throws(E) -> Void) throws(E) {
    guard let functions = LibGit2.functions else { return }
    for position in 0..<functions.git_index_entrycount(handle.pointer) {
      if let entry = functions.git_index_get_byindex(handle.pointer, position) {
        try body(entry.pointee)
      }
    }
  }

  /// The paths that have conflicts.
  func unmergedPaths() -> [[UInt8]] {
    var paths: [[UInt8]] = []
    forEach { entry in
      guard entry.flags & UInt16(GIT_INDEX_ENTRY_STAGEMASK) != 0 else { return }
      let path = FilePath(cString: entry.path).bytes
      if paths.last != path { paths.append(path) }
    }
    return paths
  }

  /// Puts an entry in, in place of what was at its path.
  func add(_ entry: git_index_entry) throws(GitError) {
    var entry = entry
    try git("git_index_add", context) { $0.git_index_add(handle.pointer, &entry) }
  }

  /// Takes a path out, if it is there.
  func remove(_ path: [UInt8]) throws(GitError) {
    guard entry(path) != nil else { return }
    try git("git_index_remove", context) { functions in
      path.withCString { functions.git_index_remove(handle.pointer, $0, 0) }
    }
  }

  /// Writes the index to its file.
  func write() throws(GitError) {
    try git("git_index_write", context) { $0.git_index_write(handle.pointer) }
  }
}
