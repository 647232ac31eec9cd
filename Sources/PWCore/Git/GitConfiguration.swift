import CGit2
import Glibc

/// Git's settings: those of the system and the user, and of a repository.
///
/// Include directives are followed. The corresponding C type is `git_config`.
final class GitConfiguration {
  private let handle: GitHandle<GitConfigKind>
  private let context: GitContext
  var pointer: OpaquePointer { handle.pointer }

  /// Reads the settings.
  ///
  /// libgit2's own choice of files depends on the process's environment, so the
  /// files are chosen here, by git's rules.
  ///
  /// - Parameters:
  ///   - environment: Tells where the user's files are.
  ///   - repository: Adds the settings of this repository.
  ///   - context: What is tried, for an error.
  /// - Throws: ``GitError``, if a file cannot be parsed.
  init(
    _ environment: GitEnvironment, repository: OpaquePointer?,
    _ context: GitContext
  ) throws(GitError) {
    self.context = context
    handle = try GitHandle("git_config_new", context) { $0.git_config_new(&$1) }
    var files = Self.userFiles(environment)
    if let repository, let folder = LibGit2.functions?.git_repository_commondir(repository) {
      files.append((FilePath(cString: folder).appending("config"), GIT_CONFIG_LEVEL_LOCAL))
    }
    for (path, level) in files where path.withCString({ access($0, R_OK) }) == 0 {
      try git("git_config_add_file_ondisk", context) { functions in
        path.withCString {
          functions.git_config_add_file_ondisk(handle.pointer, $0, level, repository, 0)
        }
      }
    }
  }

  private static func userFiles(
    _ environment: GitEnvironment
  ) -> [(FilePath, git_config_level_t)] {
    var files: [(FilePath, git_config_level_t)] = []
    let omitsSystem = ["1", "true", "yes", "on"]
    if !omitsSystem.contains(environment["GIT_CONFIG_NOSYSTEM"]?.lowercased() ?? "") {
      let system = environment.path("GIT_CONFIG_SYSTEM") ?? FilePath("/etc/gitconfig")
      files.append((system, GIT_CONFIG_LEVEL_SYSTEM))
    }
    if let file = environment["GIT_CONFIG_GLOBAL"] {
      if !file.isEmpty { files.append((FilePath(file), GIT_CONFIG_LEVEL_GLOBAL)) }
      return files
    }
    let home = environment.path("HOME")
    if let folder = environment.path("XDG_CONFIG_HOME") ?? home?.appending(".config") {
      files.append((folder.appending("git/config"), GIT_CONFIG_LEVEL_XDG))
    }
    if let home { files.append((home.appending(".gitconfig"), GIT_CONFIG_LEVEL_GLOBAL)) }
    return files
  }

  /// The value that counts; `nil` if there is none.
  func value(_ name: String) -> String? {
    guard let functions = LibGit2.functions else { return nil }
    var entry: UnsafeMutablePointer<git_config_entry>?
    guard functions.git_config_get_entry(&entry, handle.pointer, name) == 0, let entry else {
      functions.git_error_clear()
      return nil
    }
    defer { functions.git_config_entry_free(entry) }
    return entry.pointee.value.map { String(cString: $0) } ?? ""
  }

  /// The value by git's rules for booleans; `nil` if there is none, or it is
  /// none of "true", "yes", "on", "false", "no", "off", nothing, and numbers.
  func boolean(_ name: String) -> Bool? {
    guard let functions = LibGit2.functions else { return nil }
    var value: Int32 = 0
    guard functions.git_config_get_bool(&value, handle.pointer, name) == 0 else {
      functions.git_error_clear()
      return nil
    }
    return value != 0
  }

  /// The value as a path, with `~` expanded.
  func path(_ name: String) -> FilePath? {
    guard let functions = LibGit2.functions else { return nil }
    var buffer = git_buf()
    defer { functions.git_buf_dispose(&buffer) }
    guard functions.git_config_get_path(&buffer, handle.pointer, name) == 0, buffer.size > 0 else {
      functions.git_error_clear()
      return nil
    }
    return FilePath(UnsafeRawBufferPointer(start: buffer.ptr, count: buffer.size))
  }

  /// All values, the weakest first.
  ///
  /// - Parameters:
  ///   - name: The setting.
  ///   - isProtected: Leave out those that the repository itself sets.
  /// - Returns: The values.
  func values(_ name: String, isProtected: Bool = false) -> [String] {
    guard let functions = LibGit2.functions else { return [] }
    var iterator: OpaquePointer?
    let result = functions.git_config_multivar_iterator_new(&iterator, handle.pointer, name, nil)
    guard result == 0, let iterator else {
      functions.git_error_clear()
      return []
    }
    defer { functions.git_config_iterator_free(iterator) }
    var values: [String] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while functions.git_config_next(&entry, iterator) == 0, let entry {
      let isOwn = entry.pointee.level.rawValue >= GIT_CONFIG_LEVEL_LOCAL.rawValue
      if isProtected && isOwn { continue }
      values.append(entry.pointee.value.map { String(cString: $0) } ?? "")
    }
    functions.git_error_clear()
    return values
  }

  /// Sets a value in the repository's own file.
  ///
  /// - Throws: ``GitError``, if the file cannot be written.
  func set(_ name: String, to value: String) throws(GitError) {
    let local = try GitHandle<GitConfigKind>("git_config_open_level", context) {
      $0.git_config_open_level(&$1, handle.pointer, GIT_CONFIG_LEVEL_LOCAL)
    }
    try git("git_config_set_string", context) {
      $0.git_config_set_string(local.pointer, name, value)
    }
  }
}
