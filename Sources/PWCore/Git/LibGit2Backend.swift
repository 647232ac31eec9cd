import CGit2
import Glibc

/// A repository by way of libgit2.
///
/// What it cannot do as git does it refuses with an error of the kind
/// `unsupported`, before anything is changed.
final class LibGit2Backend: GitBackend {
  let places: GitPlaces
  let environment: GitEnvironment
  let repository: GitHandle<GitRepositoryKind>
  let settings: GitConfiguration

  /// Opens the repository whose work tree, or the folder with its `.git`, is
  /// `folder`.
  ///
  /// - Throws: ``GitError``: `notOwned`, `bareRepository`, `unsupported`.
  init(_ folder: FilePath, _ environment: GitEnvironment) throws(GitError) {
    self.environment = environment
    let context = GitContext(operation: "open", path: folder)
    guard let functions = LibGit2.functions else {
      throw GitError(.notInstalled, context.operation, folder)
    }
    repository = try GitHandle("git_repository_open_ext", context) { functions, new in
      let flags = GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue
      return folder.withCString { functions.git_repository_open_ext(&new, $0, flags, nil) }
    }
    let pointer = repository.pointer
    guard let own = functions.git_repository_path(pointer),
      let common = functions.git_repository_commondir(pointer)
    else { throw GitError(.unsupported("it has no folder"), "open", folder) }
    settings = try GitConfiguration(environment, repository: pointer, context)
    try GitOwnership(environment: environment)
      .check(folder, gitDirectory: FilePath(cString: own), settings)
    guard functions.git_repository_is_bare(pointer) == 0,
      let workTree = functions.git_repository_workdir(pointer)
    else { throw GitError(.bareRepository, "open", folder) }
    do throws(SystemError) {
      places = GitPlaces(
        workTree: try FilePath(cString: workTree).resolved(),
        gitDirectory: try FilePath(cString: own).resolved(),
        commonDirectory: try FilePath(cString: common).resolved())
    } catch {
      throw GitError(error, "open", folder)
    }
    // Git honours these even where the version says that there are none.
    for extension_ in ["worktreeConfig", "partialClone"]
    where settings.value("extensions.\(extension_)").map({ $0 != "false" }) ?? false {
      throw GitError(.unsupported("it has the extension \(extension_)"), "open", folder)
    }
    try git("git_repository_set_config", context) {
      $0.git_repository_set_config(pointer, settings.pointer)
    }
    // Attributes would be looked for in the index, too, which costs reading it;
    // they are in the work tree. GitIndexFile reads the index.
    let none = try GitHandle<GitIndexKind>("git_index_new", context) { $0.git_index_new(&$1) }
    try git("git_repository_set_index", context) {
      $0.git_repository_set_index(pointer, none.pointer)
    }
  }

  /// Makes a repository; a plain one, since it is for want of a git program.
  static func create(at folder: FilePath) throws(GitError) {
    let context = GitContext(operation: "create a repository in", path: folder)
    _ = try GitHandle<GitRepositoryKind>("git_repository_init", context) { functions, new in
      folder.withCString { functions.git_repository_init(&new, $0, 0) }
    }
  }

  /// What is tried, for errors about the repository as a whole.
  func context(_ operation: String) -> GitContext {
    GitContext(operation: operation, path: places.workTree)
  }

  func configuration(_ name: String) -> String? { settings.value(name) }

  func booleanConfiguration(_ name: String) -> Bool? { settings.boolean(name) }

  func setConfiguration(_ name: String, to value: String) throws(GitError) {
    try settings.set(name, to: value)
  }

  func isIgnored(_ path: [UInt8]) throws(GitError) -> Bool {
    var isIgnored: Int32 = 0
    try git("git_ignore_path_is_ignored", context("read the ignore rules of")) { functions in
      path.withCString {
        functions.git_ignore_path_is_ignored(&isIgnored, repository.pointer, $0)
      }
    }
    return isIgnored != 0
  }

  func content(of path: [UInt8], at revision: String) throws(GitError) -> [UInt8]? {
    let context = GitContext(operation: "read", path: places.workTree.appending(path))
    guard let functions = LibGit2.functions else {
      throw GitError(.notInstalled, context.operation, context.path)
    }
    var object: OpaquePointer?
    let result = functions.git_revparse_single(&object, repository.pointer, revision)
    if result == GIT_ENOTFOUND.rawValue || result == GIT_EINVALIDSPEC.rawValue
      || result == GIT_EAMBIGUOUS.rawValue
    {
      functions.git_error_clear()
      if revision == "HEAD" { return nil }
      throw GitError(.unknownRevision(revision), context.operation, context.path)
    }
    let commit = try GitHandle<GitObjectKind>("git_revparse_single", context) {
      $1 = object
      return result
    }
    let tree = try GitHandle<GitTreeKind>("git_object_peel", context) {
      $0.git_object_peel(&$1, commit.pointer, GIT_OBJECT_TREE)
    }
    var entry: OpaquePointer?
    let found = path.withCString { functions.git_tree_entry_bypath(&entry, tree.pointer, $0) }
    if found == GIT_ENOTFOUND.rawValue {
      functions.git_error_clear()
      return nil
    }
    let owned = try GitHandle<GitTreeEntryKind>("git_tree_entry_bypath", context) {
      $1 = entry
      return found
    }
    guard functions.git_tree_entry_type(owned.pointer) == GIT_OBJECT_BLOB else { return nil }
    let blob = try GitHandle<GitBlobKind>("git_blob_lookup", context) {
      $0.git_blob_lookup(&$1, repository.pointer, $0.git_tree_entry_id(owned.pointer))
    }
    let size = Int(functions.git_blob_rawsize(blob.pointer))
    return Array(
      UnsafeRawBufferPointer(start: functions.git_blob_rawcontent(blob.pointer), count: size))
  }

  func isCommitted(_ paths: [[UInt8]]) throws(GitError) -> Bool {
    let context = context("read")
    try refuseFilters(paths, context)
    let tree = try tree(of: head(context), context)
    let index = try GitIndexFile(places.index, context)
    for path in paths {
      let committed = try entry(path, in: tree, context)
      let file = try store(path, oldMode: committed?.mode, context)
      let isInHead =
        file.state.map { $0.id == committed?.id && $0.mode == committed?.mode }
        ?? (committed == nil)
      guard isInHead, file.agrees(with: index.entry(path)) else { return false }
    }
    return true
  }

  func hasCommits() throws(GitError) -> Bool {
    try head(context("read HEAD of")).commit != nil
  }

  func unmergedPaths() throws(GitError) -> [[UInt8]] {
    guard GitFileIdentity(at: places.index) != nil else { return [] }
    let index = try GitIndexFile(places.index, context("read the index of"))
    return index.unmergedPaths()
  }
}

extension FilePath {
  /// The path that a C string holds.
  init(cString: UnsafePointer<CChar>) {
    self.init(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
  }
}
