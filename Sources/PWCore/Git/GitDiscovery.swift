import Glibc

/// The search for the repository that holds a folder.
enum GitDiscovery {
  /// Finds the innermost folder with a `.git`, from `folder` up to `root`.
  ///
  /// - Returns: The folder; `nil` if there is none. Nothing above `root` is
  ///   looked at.
  /// - Throws: ``GitError``: `bareRepository`, `corrupt`.
  static func find(holding folder: FilePath, below root: FilePath) throws(GitError) -> FilePath? {
    var candidate = folder
    while candidate == root || candidate.relative(to: root) != nil {
      if try isRepository(candidate) { return candidate }
      guard candidate != root else { return nil }
      candidate = candidate.parent
    }
    return nil
  }

  private static func isRepository(_ folder: FilePath) throws(GitError) -> Bool {
    let entry = folder.appending(".git")
    var information = stat()
    guard entry.withCString({ stat($0, &information) }) == 0 else {
      if errno == EACCES {
        let error = SystemError(code: EACCES, action: "look into", path: folder)
        throw GitError(error, "open", folder)
      }
      if parts(of: folder) == 3 { throw GitError(.bareRepository, "open", folder) }
      return false
    }
    // A file with the way to it, or a folder. One that has nothing of a
    // repository is passed over, as git does; one that has lost a part is not.
    guard information.st_mode & S_IFMT == S_IFDIR else { return true }
    switch parts(of: entry) {
    case 0: return false
    case 3: return true
    default: throw GitError(.corrupt("a part of \(entry) is missing"), "open", folder)
    }
  }

  /// How many of the parts are there that make a folder a git folder.
  private static func parts(of folder: FilePath) -> Int {
    ["HEAD", "objects", "refs"].count { part in
      var information = stat()
      let path = folder.appending(part)
      let result = path.withCString { lstat($0, &information) }
      // What cannot be looked at is for the one who opens it to tell.
      return result == 0 || errno == EACCES
    }
  }
}
