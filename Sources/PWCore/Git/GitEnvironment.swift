import Glibc

/// The environment variables that git looks at, and a git that we run gets.
struct GitEnvironment: Sendable {
  /// The variables; bytes, since values need not be UTF-8.
  private var variables: [String: [UInt8]]
  /// Whether libgit2 may be used; tests switch it off, to see the git program
  /// do its work.
  var allowsLibrary = true
  /// The program to run as git.
  var program = "git"
  /// How long to wait for a lock, in milliseconds.
  var patience = 10_000
  /// How long a lock or file that a dead process of ours may have left must
  /// stay untouched before it is removed, in milliseconds.
  var settlingTime = 1_000

  /// Creates an environment of given variables, for a process that has another
  /// than its children shall have.
  init(_ variables: [String: String]) {
    self.variables = variables.mapValues { Array($0.utf8) }
  }

  /// The process's own environment.
  init() {
    variables = [:]
    var next = environ
    while let pointer = next.pointee {
      let length = strlen(pointer)
      let bytes = UnsafeRawBufferPointer(start: pointer, count: length)
      let name = bytes.prefix { $0 != UInt8(ascii: "=") }
      variables[String(decoding: name, as: UTF8.self)] = Array(bytes.dropFirst(name.count + 1))
      next += 1
    }
  }

  /// A variable's value as text.
  subscript(name: String) -> String? { variables[name].map { String(decoding: $0, as: UTF8.self) } }

  /// A variable's value as a path; `nil` if it is not set, or empty.
  func path(_ name: String) -> FilePath? {
    guard let bytes = variables[name], !bytes.isEmpty else { return nil }
    return FilePath(bytes)
  }

  /// The variables that lead git to another repository than that in its folder.
  ///
  /// They are ours to ignore: what holds the store is the store's matter.
  private static let redirections = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CEILING_DIRECTORIES",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_PREFIX", "GIT_CONFIG", "GIT_GRAFT_FILE",
    "GIT_SHALLOW_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_NO_REPLACE_OBJECTS",
    "GIT_REPLACE_REF_BASE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_QUARANTINE_PATH",
    "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
  ]

  /// Whether `git -c` or `GIT_CONFIG_COUNT` add settings that no file holds;
  /// only the git program knows how to read them.
  var hasOwnConfiguration: Bool {
    self["GIT_CONFIG_PARAMETERS"].map { !$0.isEmpty } ?? false
      || self["GIT_CONFIG_COUNT"].map { !$0.isEmpty && $0 != "0" } ?? false
  }

  /// What a child's environment has to change in the process's.
  ///
  /// - Parameter additions: More variables for the child.
  /// - Returns: Values to set; `nil` takes a variable away.
  func changes(adding additions: [String: [UInt8]] = [:]) -> [String: [UInt8]?] {
    var changes: [String: [UInt8]?] = [:]
    for name in GitEnvironment().variables.keys where variables[name] == nil {
      changes[name] = .some(nil)
    }
    for (name, value) in variables { changes[name] = value }
    for name in Self.redirections { changes[name] = .some(nil) }
    if GitQuestions.areForbidden { changes.merge(GitQuestions.variables) { $1 } }
    for (name, value) in additions { changes[name] = value }
    return changes
  }

  /// Runs git; again as long as another git holds a lock, and patience lasts.
  ///
  /// - Throws: What `body` throws.
  func waiting(_ body: () throws(GitError) -> Void) throws(GitError) {
    let wait = GitWait(milliseconds: patience)
    while true {
      do throws(GitError) {
        return try body()
      } catch {
        guard case .busy = error.kind, wait.pause(milliseconds: 20) else { throw error }
      }
    }
  }
}
