/// A git repository with a work tree.
///
/// libgit2 does the work, and the git program what libgit2 cannot. One thread
/// at a time may use a repository; therefore the class is not `Sendable`.
final class GitRepository {
  /// The folder of the files, absolute and without symbolic links.
  let workTree: FilePath
  let places: GitPlaces
  let environment: GitEnvironment
  private let library: LibGit2Backend?
  private let program: GitProgramBackend
  /// Whether another program was at work in the repository while the last
  /// commit was made, and so may take it back, not knowing of it.
  var isContested = false

  /// Finds the innermost repository, at or below a folder, that holds another.
  ///
  /// A repository above `root` is never touched, and variables such as `GIT_DIR`
  /// are ignored, here and in all that is run later.
  ///
  /// - Parameters:
  ///   - folder: What is to be held: absolute, without symbolic links. It need
  ///     not exist yet.
  ///   - root: Where the search ends; likewise.
  ///   - environment: The variables that git looks at.
  /// - Returns: The repository; `nil` if nothing versions the folder.
  /// - Throws: ``GitError``: `notOwned`, `bareRepository`, `corrupt`, and
  ///   `unsupported` or `notInstalled` if neither libgit2 nor git can open it.
  static func find(
    holding folder: FilePath, below root: FilePath, environment: GitEnvironment = GitEnvironment()
  ) throws(GitError) -> GitRepository? {
    guard let found = try GitDiscovery.find(holding: folder, below: root) else { return nil }
    return try GitRepository(found, environment)
  }

  /// Makes a repository, as `git init` does.
  ///
  /// - Parameters:
  ///   - folder: The future work tree. It is made if it does not exist.
  ///   - options: More options for `git init`.
  ///   - environment: The variables that git looks at.
  /// - Returns: The repository; the one that was there already, if there was.
  /// - Throws: ``GitError``.
  static func create(
    at folder: FilePath, options: [[UInt8]] = [], environment: GitEnvironment = GitEnvironment()
  ) throws(GitError) -> GitRepository {
    do throws(GitError) {
      // Templates, default branch and hash: git knows them all.
      try GitProgram(folder: FilePath("/"), environment: environment)
        .output(
          ["init", "--quiet"], paths: options + [Array("--".utf8), folder.bytes],
          "create a repository in")
    } catch {
      guard error.kind == .notInstalled, options.isEmpty, environment.allowsLibrary else {
        // The program ran in another folder than the one that it was about.
        throw GitError(error.kind, "create a repository in", folder)
      }
      try LibGit2Backend.create(at: folder)
    }
    let resolved: FilePath
    do {
      resolved = try folder.resolved()
    } catch {
      throw GitError(error, "create a repository in", folder)
    }
    return try GitRepository(resolved, environment)
  }

  private init(_ folder: FilePath, _ environment: GitEnvironment) throws(GitError) {
    self.environment = environment
    var library: LibGit2Backend?
    var places: GitPlaces?
    if environment.allowsLibrary, !environment.hasOwnConfiguration, LibGit2.functions != nil {
      do throws(GitError) {
        library = try LibGit2Backend(folder, environment)
        places = library?.places
      } catch  where error.kind == .notOwned || error.kind == .bareRepository {
        throw error
      } catch {
        // What libgit2 cannot open, git perhaps can; else git says why.
        library = nil
      }
    }
    program = try GitProgramBackend(folder, environment, places)
    self.library = library
    self.places = program.places
    workTree = program.places.workTree
  }

  private var backend: any GitBackend { library ?? program }

  /// The git program, in the work tree.
  var git: GitProgram { GitProgram(folder: workTree, environment: environment) }

  /// Commits the present state of files, and nothing else.
  ///
  /// Hooks are run, the commit is signed, and another git's locks are waited
  /// for, all as `git commit --only` does; but the bytes are stored as they
  /// are. If it fails, HEAD and index are as they were.
  ///
  /// - Parameters:
  ///   - paths: The files, relative to the work tree. What is not there any
  ///     more is removed.
  ///   - message: The commit's message.
  ///   - first: Other files, for a commit of their own before this one. The
  ///     branch moves once, to both or to none.
  ///   - signer: Makes an armoured detached OpenPGP signature of `payload` with
  ///     `key`: `user.signingKey`, or else the committer's name and address.
  ///     `nil` leaves signing to the git program.
  /// - Returns: The commit's id; `nil` if nothing differed from HEAD.
  /// - Throws: ``GitError``: `busy`, `hookFailed`, `ignored`, `noIdentity`,
  ///   `signingFailed`, `unmerged`, `permission`, `corrupt`, `notInstalled` and
  ///   others.
  @discardableResult
  func commit(
    _ paths: [[UInt8]], message: String, after first: GitCommitRequest.First? = nil,
    signer: ((_ payload: [UInt8], _ key: String?) throws -> [UInt8])? = nil
  ) throws(GitError) -> String? {
    let request = GitCommitRequest(
      paths: paths, message: message, signer: signer, first: first)
    let result = try commit(request)
    isContested = result.isContested
    return result.id
  }

  private func commit(_ request: GitCommitRequest) throws(GitError) -> GitCommitResult {
    if let library {
      do throws(GitError) {
        return try library.commit(request)
      } catch {
        guard case .unsupported = error.kind else { throw error }
      }
    }
    return try program.commit(request)
  }

  /// Whether the git program makes the commits, and so their signatures.
  var leavesSigningToProgram: Bool { library == nil }

  /// Whether commits are to have a signature of gpg's.
  var signsWithOpenPGP: Bool {
    let isSigned =
      booleanConfiguration("commit.gpgSign") == true
      || booleanConfiguration("pass.signCommits") == true
    return isSigned && ["openpgp", ""].contains(configuration("gpg.format") ?? "")
  }

  /// Whether HEAD has a commit, and not only a name for the first one.
  var hasCommits: Bool { (try? backend.hasCommits()) ?? true }

  /// Whether HEAD and the index have files as the work tree has them.
  ///
  /// - Parameter paths: The files, relative to the work tree.
  /// - Returns: `false` also if a file is not there, but in one of the two.
  /// - Throws: ``GitError``.
  func isCommitted(_ paths: [[UInt8]]) throws(GitError) -> Bool {
    if let library {
      do throws(GitError) {
        return try library.isCommitted(paths)
      } catch {
        guard case .unsupported = error.kind else { throw error }
      }
    }
    return try program.isCommitted(paths)
  }

  /// Makes the index agree with files that HEAD has as the work tree has them.
  ///
  /// - Parameter paths: The files, relative to the work tree.
  /// - Returns: Whether HEAD has them so; if not, nothing is changed.
  /// - Throws: ``GitError``.
  func correctIndex(_ paths: [[UInt8]]) throws(GitError) -> Bool {
    try commit(GitCommitRequest(paths: paths)).isCommitted
  }

  /// Watches what other programs do to the index and HEAD.
  ///
  /// - Parameter rounds: How often to look; once in 5 ms, or on a busy machine,
  ///   where other programs take longer as well, less often.
  /// - Returns: What tells of changes.
  func watch(rounds: Int) -> GitWatch { GitWatch(places, rounds: rounds) }

  /// Whether an ignore rule keeps a new file out of the repository.
  ///
  /// - Parameter path: The file, relative to the work tree.
  /// - Returns: What the rules say; they do not concern files that are
  ///   committed already.
  /// - Throws: ``GitError``.
  func isIgnored(_ path: [UInt8]) throws(GitError) -> Bool {
    try backend.isIgnored(path)
  }

  /// The content that a file had.
  ///
  /// - Parameters:
  ///   - path: The file, relative to the work tree.
  ///   - revision: A commit, as git names them: `HEAD`, `HEAD~3`, an id.
  /// - Returns: The bytes; `nil` if it had no such file, or HEAD has no commit.
  /// - Throws: ``GitError``: `unknownRevision`, `corrupt`.
  func content(of path: [UInt8], at revision: String) throws(GitError) -> [UInt8]? {
    try backend.content(of: path, at: revision)
  }

  /// The files whose conflicts a merge has left to be resolved.
  ///
  /// - Throws: ``GitError``.
  func unmergedPaths() throws(GitError) -> [[UInt8]] {
    if let library {
      guard GitIndexScan.mayHaveConflicts(places.index) else { return [] }
      do throws(GitError) {
        return try library.unmergedPaths()
      } catch {
        guard case .unsupported = error.kind else { throw error }
      }
    }
    return try program.unmergedPaths()
  }

  /// A setting: the repository's, the user's, or the system's.
  func configuration(_ name: String) -> String? { backend.configuration(name) }

  /// A setting by git's rules for booleans; `nil` if it is not set, or none.
  func booleanConfiguration(_ name: String) -> Bool? { backend.booleanConfiguration(name) }

  /// Sets one of the repository's own settings.
  ///
  /// - Throws: ``GitError``.
  func setConfiguration(_ name: String, to value: String) throws(GitError) {
    try backend.setConfiguration(name, to: value)
  }

  /// A setting of the user or the system, for one who has no repository.
  static func configuration(
    _ name: String, environment: GitEnvironment = GitEnvironment()
  ) -> String? {
    let context = GitContext(operation: "read the settings in", path: FilePath("/"))
    if environment.allowsLibrary, !environment.hasOwnConfiguration,
      let settings = try? GitConfiguration(environment, repository: nil, context)
    {
      return settings.value(name)
    }
    return GitProgram(folder: context.path, environment: environment).setting(name)
  }

  /// Removes the locks and temporary files that a pwstore has left which did
  /// not come to its end.
  ///
  /// Every commit does so by itself; this is for the one who will not commit.
  /// Those of a living process are never touched.
  ///
  /// - Throws: ``GitError``: `busy`.
  func removeStaleLocks() throws(GitError) {
    guard GitFileIdentity(at: GitClaim.path(in: places.gitDirectory)) != nil else { return }
    _ = try GitClaim(places, environment)
  }
}
