import Glibc

/// The hooks of a repository, run as git runs them.
struct GitHooks {
  private let folder: FilePath
  private let places: GitPlaces
  private let environment: GitEnvironment

  /// Finds the hooks' folder: `core.hooksPath`, or the repository's own.
  init(_ places: GitPlaces, _ configuration: GitConfiguration, _ environment: GitEnvironment) {
    (self.places, self.environment) = (places, environment)
    if let path = configuration.path("core.hooksPath") {
      folder = path.isAbsolute ? path : places.workTree.appending(path.bytes)
    } else {
      folder = places.commonDirectory.appending("hooks")
    }
  }

  /// Whether there is one of these, and it may be executed.
  func has(_ names: String...) -> Bool {
    names.contains { name in folder.appending(name).withCString { access($0, X_OK) } == 0 }
  }

  /// Runs a hook, if there is one.
  ///
  /// - Parameters:
  ///   - name: The hook.
  ///   - arguments: Its arguments.
  ///   - index: The index that it is to see.
  ///   - author: Who makes the commit.
  /// - Throws: ``GitError``: `hookFailed`.
  func run(
    _ name: String, _ arguments: [[UInt8]] = [], index: FilePath, author: GitIdentity
  ) throws(GitError) {
    guard has(name) else { return }
    var child = ChildProcess([folder.appending(name).bytes] + arguments, in: places.workTree)
    let sign = author.offset < 0 ? "-" : "+"
    let offset = abs(author.offset)
    let zone = String(10000 + offset / 60 * 100 + offset % 60).dropFirst()
    var variables: [String: [UInt8]] = [
      "GIT_INDEX_FILE": index.bytes, "GIT_EDITOR": Array(":".utf8), "GIT_PREFIX": [],
      "GIT_AUTHOR_NAME": author.name, "GIT_AUTHOR_EMAIL": author.email,
      "GIT_AUTHOR_DATE": Array("@\(author.seconds) \(sign)\(zone)".utf8),
    ]
    if places.gitDirectory != places.workTree.appending(".git") {
      variables["GIT_DIR"] = places.gitDirectory.bytes
    }
    child.environment = environment.changes(adding: variables)
    child.output = .standardError
    let result: ChildProcess.Result
    do {
      do {
        result = try child.run()
      } catch  where error.code == ENOEXEC {
        // A script without "#!".
        child.arguments.insert(Array("/bin/sh".utf8), at: 0)
        result = try child.run()
      }
    } catch {
      throw GitError(error, "run the hook \(quoted(name)) in", places.workTree)
    }
    guard result.status == 0 else {
      throw GitError(
        .hookFailed(name: name, status: result.status), "commit in", places.workTree)
    }
  }
}
