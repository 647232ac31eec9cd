import CGit2

/// What a path shall be in a tree.
struct GitTreeChange {
  /// The path's components that are left below the tree at hand.
  var components: ArraySlice<ArraySlice<UInt8>>
  /// The blob and its mode; `nil` removes the path.
  var entry: (id: GitID, mode: UInt32)?

  init(_ path: [UInt8], _ entry: (id: GitID, mode: UInt32)?) {
    components = path.split(separator: UInt8(ascii: "/"))[...]
    self.entry = entry
  }
}

/// Makes trees out of trees.
///
/// `git_tree_create_updated` cannot put a folder in a file's place, and leaves
/// empty folders where git leaves none.
struct GitTreeUpdate {
  let repository: OpaquePointer
  let context: GitContext

  /// Writes the tree that `base` becomes by the changes.
  ///
  /// Only folders that lead to a change are read or written.
  ///
  /// - Parameters:
  ///   - base: A tree; `nil` for an empty one.
  ///   - changes: What shall be different.
  ///   - isRoot: Whether to write a tree with nothing in it, too.
  /// - Returns: The tree's id; `nil` if nothing is left in it.
  /// - Throws: ``GitError``.
  ///
  /// The corresponding C functions are `git_treebuilder_insert` and its like.
  func write(
    _ base: GitID?, _ changes: [GitTreeChange], isRoot: Bool = true
  ) throws(GitError) -> GitID? {
    let builder = try builder(base)
    let groups = Dictionary(grouping: changes) { Array($0.components.first ?? []) }
    for (name, group) in groups {
      try apply(group, to: name, in: builder.pointer)
    }
    guard isRoot || LibGit2.functions?.git_treebuilder_entrycount(builder.pointer) != 0 else {
      return nil
    }
    var id = GitID()
    try git("git_treebuilder_write", context) {
      $0.git_treebuilder_write(&id.value, builder.pointer)
    }
    return id
  }

  private func builder(_ base: GitID?) throws(GitError) -> GitHandle<GitTreeBuilderKind> {
    guard var base else {
      return try GitHandle("git_treebuilder_new", context) {
        $0.git_treebuilder_new(&$1, repository, nil)
      }
    }
    let tree = try GitHandle<GitTreeKind>("git_tree_lookup", context) {
      $0.git_tree_lookup(&$1, repository, &base.value)
    }
    return try GitHandle("git_treebuilder_new", context) {
      $0.git_treebuilder_new(&$1, repository, tree.pointer)
    }
  }

  private func apply(
    _ changes: [GitTreeChange], to name: [UInt8], in builder: OpaquePointer
  ) throws(GitError) {
    let present = Self.entry(name, in: builder)
    var wanted = present
    for change in changes where change.components.count == 1 {
      if let entry = change.entry {
        wanted = (entry.id, entry.mode)
      } else if present?.mode != GIT_FILEMODE_TREE.rawValue {
        wanted = nil
      }
    }
    var deeper = changes.filter { $0.components.count > 1 }
    for position in deeper.indices { deeper[position].components.removeFirst() }
    let isFolder = wanted?.mode == GIT_FILEMODE_TREE.rawValue
    if !deeper.isEmpty && (isFolder || deeper.contains { $0.entry != nil }) {
      let base = isFolder ? wanted?.id : nil
      wanted = try write(base, deeper, isRoot: false).map { ($0, GIT_FILEMODE_TREE.rawValue) }
    }

    let path = FilePath(name)
    if var wanted {
      try git("git_treebuilder_insert", context) { functions in
        path.withCString {
          functions.git_treebuilder_insert(
            nil, builder, $0, &wanted.id.value, git_filemode_t(wanted.mode))
        }
      }
    } else if present != nil {
      try git("git_treebuilder_remove", context) { functions in
        path.withCString { functions.git_treebuilder_remove(builder, $0) }
      }
    }
  }

  private static func entry(
    _ name: [UInt8], in builder: OpaquePointer
  ) -> (id: GitID, mode: UInt32)? {
    guard let functions = LibGit2.functions,
      let entry = FilePath(name).withCString({ functions.git_treebuilder_get(builder, $0) }),
      let id = functions.git_tree_entry_id(entry)
    else { return nil }
    return (GitID(value: id.pointee), functions.git_tree_entry_filemode(entry).rawValue)
  }
}
