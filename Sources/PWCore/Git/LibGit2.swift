import CGit2

/// The C library, loaded when it is first used.
enum LibGit2 {
  /// Its functions; `nil` if it cannot be loaded.
  ///
  /// Loading it is a matter of milliseconds, so no one is to look here who does
  /// not open a repository or read configuration.
  // Written once, before anyone reads it; the pointers are to code.
  nonisolated(unsafe) static let functions: cgit2_functions? = {
    var functions = cgit2_functions()
    guard cgit2_load(&functions) == nil, functions.git_libgit2_init() > 0 else { return nil }
    // Its own check differs from git's: see GitOwnership.
    guard cgit2_set_owner_validation(&functions, 0) == 0 else { return nil }
    // By default a tree of a hundred entries is read anew for each of its files.
    guard cgit2_set_cached_tree_size(&functions, 16 << 20) == 0 else { return nil }
    return functions
  }()
}

/// Where a call of libgit2 belongs, for its errors.
struct GitContext {
  /// What is tried: a verb.
  var operation: String
  /// The repository or file concerned.
  var path: FilePath
}

/// Runs one libgit2 call and turns a negative result into a thrown ``GitError``.
///
/// - Parameters:
///   - function: The name of the C function.
///   - context: What is tried on what.
///   - call: The call.
/// - Returns: The result, which some functions use as a count or an answer.
/// - Throws: ``GitError``.
@discardableResult
func git(
  _ function: String, _ context: GitContext, _ call: (cgit2_functions) -> Int32
) throws(GitError) -> Int32 {
  guard let functions = LibGit2.functions else {
    throw GitError(.notInstalled, context.operation, context.path)
  }
  let result = call(functions)
  guard result < 0 else { return result }
  throw GitError(code: result, function: function, context, functions)
}

extension GitError {
  /// Takes over the error that libgit2 left for this thread.
  ///
  /// libgit2 does not always leave one, and one that is left stays until the
  /// next failure. So it is read at once, and cleared.
  fileprivate init(
    code: Int32, function: String, _ context: GitContext, _ functions: cgit2_functions
  ) {
    var text = "\(function) failed with code \(code)"
    var kind = GIT_ERROR_NONE.rawValue
    if let last = functions.git_error_last(), let message = last.pointee.message {
      text = String(cString: message)
      kind = UInt32(bitPattern: last.pointee.klass)
      functions.git_error_clear()
    }
    self.init(Self.kind(code: code, kind: kind, text: text), context.operation, context.path)
  }

  private static func kind(code: Int32, kind: UInt32, text: String) -> Kind {
    // The library turns errno into text, and keeps only that.
    if ["Permission denied", "Read-only file system", "Operation not permitted"]
      .contains(where: text.contains)
    {
      return .permission(text)
    }
    if code == GIT_EMISMATCH.rawValue { return .corrupt(text) }
    switch kind {
    // Git knows forms of the index that are unknown here, and tells which is
    // damaged.
    case GIT_ERROR_INDEX.rawValue: return .unsupported(text)
    case GIT_ERROR_ZLIB.rawValue, GIT_ERROR_ODB.rawValue, GIT_ERROR_OBJECT.rawValue,
      GIT_ERROR_TREE.rawValue, GIT_ERROR_SHA.rawValue:
      return .corrupt(text)
    default: return text.contains("corrupt") ? .corrupt(text) : .other(text)
    }
  }
}
