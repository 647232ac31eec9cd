import Glibc

/// Git's check that a repository belongs to the one who uses it.
///
/// Settings and hooks of a repository run programs. So git, since 2.35.2, works
/// in someone else's only if `safe.directory` names it. libgit2's own check
/// differs from git's (root with `$SUDO_UID`, the `.git` file of a linked work
/// tree), so it is off.
struct GitOwnership {
  let environment: GitEnvironment

  /// Checks a repository.
  ///
  /// - Parameters:
  ///   - folder: The folder that has the `.git`.
  ///   - gitDirectory: The git folder.
  ///   - configuration: The settings; the repository's own do not count.
  /// - Throws: ``GitError``: `notOwned`.
  func check(
    _ folder: FilePath, gitDirectory: FilePath, _ configuration: GitConfiguration
  ) throws(GitError) {
    if [folder, folder.appending(".git"), gitDirectory].allSatisfy(isOurs) { return }
    var isSafe = false
    for value in configuration.values("safe.directory", isProtected: true) {
      // An empty value forgets those before it.
      if value.isEmpty { isSafe = false } else if names(value, folder) { isSafe = true }
    }
    guard isSafe else { throw GitError(.notOwned, "open", folder) }
  }

  private func names(_ value: String, _ folder: FilePath) -> Bool {
    if value == "*" { return true }
    var value = value
    if value.hasPrefix("~/"), let home = environment["HOME"] { value = home + value.dropFirst() }
    let path = FilePath(value)
    return path == folder || (try? path.resolved()) == folder
  }

  private func isOurs(_ path: FilePath) -> Bool {
    var information = stat()
    guard path.withCString({ lstat($0, &information) }) == 0 else { return false }
    let user = geteuid()
    if information.st_uid == user { return true }
    // Behind sudo, the caller's own repositories are no one else's.
    guard user == 0, let caller = environment["SUDO_UID"], let caller = UInt32(caller) else {
      return false
    }
    return information.st_uid == caller
  }
}
