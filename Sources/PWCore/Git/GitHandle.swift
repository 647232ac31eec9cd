import CGit2

/// A kind of libgit2 object: knows how to free one.
protocol GitKind {
  static func free(_ pointer: OpaquePointer, _ functions: cgit2_functions)
}

enum GitBlobKind: GitKind {
  static func free(_ p: OpaquePointer, _ f: cgit2_functions) { f.git_blob_free(p) }
}
enum GitCommitKind: GitKind {
  static func free(_ p: OpaquePointer, _ f: cgit2_functions) { f.git_commit_free(p) }
}
enum GitConfigKind: GitKind {
  static func free(_ p: OpaquePointer, _ f: cgit2_functions) { f.git_config_free(p) }
}
enum GitIndexKind: GitKind {
  static func free(_ p: OpaquePointer, _ f: cgit2_functions) { f.git_index_free(p) }
}
enum GitObjectKind: GitKind {
  static func free(_ p: OpaquePointer, _ f: cgit2_functions) { f.git_object_free(p) }
}
enum GitODBKind: GitKind {
  static func free(_ p: OpaquePointer, _ f: cgit2_functions) { f.git_odb_free(p) }
}
enum GitReferenceKind: GitKind {
  static func free(_ p: OpaquePointer, _ f: cgit2_functions) { f.git_reference_free(p) }
}
enum GitRepositoryKind: GitKind {
  static func free(_ p: OpaquePointer, _ f: cgit2_functions) { f.git_repository_free(p) }
}
enum GitTransactionKind: GitKind {
  static func free(_ p: OpaquePointer, _ f: cgit2_functions) { f.git_transaction_free(p) }
}
enum GitTreeKind: GitKind {
  static func free(_ p: OpaquePointer, _ f: cgit2_functions) { f.git_tree_free(p) }
}
enum GitTreeBuilderKind: GitKind {
  static func free(_ p: OpaquePointer, _ f: cgit2_functions) { f.git_treebuilder_free(p) }
}
enum GitTreeEntryKind: GitKind {
  static func free(_ p: OpaquePointer, _ f: cgit2_functions) { f.git_tree_entry_free(p) }
}

/// A libgit2 object that this value alone owns, and frees at the end of its life.
///
/// Such objects point into their repository. They therefore stay inside the
/// methods that make them, and never leave the module.
struct GitHandle<Kind: GitKind>: ~Copyable {
  let pointer: OpaquePointer

  /// Calls `make`, which is to store the new object in its argument.
  ///
  /// - Parameters:
  ///   - function: The name of the C function.
  ///   - context: What is tried on what, for an error.
  ///   - make: The call.
  /// - Throws: ``GitError``.
  init(
    _ function: String, _ context: GitContext,
    _ make: (cgit2_functions, inout OpaquePointer?) -> Int32
  ) throws(GitError) {
    var new: OpaquePointer?
    try git(function, context) { make($0, &new) }
    pointer = new!
  }

  deinit { if let functions = LibGit2.functions { Kind.free(pointer, functions) } }
}

/// The id of an object: a SHA-1, since SHA-256 is the git program's business.
struct GitID: Equatable {
  var value = git_oid()

  static func == (a: GitID, b: GitID) -> Bool {
    withUnsafeBytes(of: a.value) { a in withUnsafeBytes(of: b.value) { a.elementsEqual($0) } }
  }

  /// Forty hexadecimal digits.
  var text: String {
    withUnsafeBytes(of: value) { bytes in
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
  }
}

extension [UInt8] {
  /// Calls `body` with the bytes and a NUL, for as long as the call lasts.
  func withCString<R, E: Error>(
    _ body: (UnsafePointer<CChar>) throws(E) -> R
  ) throws(E) -> R {
    let string = map { CChar(bitPattern: $0) } + [0]
    return try string.withUnsafeBufferPointer { (buffer) throws(E) -> R in
      try body(buffer.baseAddress!)
    }
  }
}
