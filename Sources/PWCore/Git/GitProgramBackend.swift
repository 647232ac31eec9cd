import Glibc

/// A repository by way of the git program.
struct GitProgramBackend: GitBackend {
  let places: GitPlaces
  let environment: GitEnvironment

  var program: GitProgram { GitProgram(folder: places.workTree, environment: environment) }

  /// Opens the repository that has its `.git` in `folder`.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - environment: The variables that git looks at.
  ///   - places: Where its parts are, if that is known already: then no program
  ///     is needed yet.
  /// - Throws: ``GitError``: git's reason why it cannot.
  init(_ folder: FilePath, _ environment: GitEnvironment, _ places: GitPlaces?) throws(GitError) {
    self.environment = environment
    if let places {
      self.places = places
      return
    }
    let program = GitProgram(folder: folder, environment: environment)
    func path(_ option: String) throws(GitError) -> FilePath {
      let line = try program.output(["rev-parse", "--path-format=absolute", option], "open")
      return FilePath(line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...])
    }
    let isBare = try program.output(["rev-parse", "--is-bare-repository"], "open")
    guard isBare.starts(with: "false".utf8) else {
      throw GitError(.bareRepository, "open", folder)
    }
    self.places = GitPlaces(
      workTree: try path("--show-toplevel"), gitDirectory: try path("--git-dir"),
      commonDirectory: try path("--git-common-dir"))
  }

  func configuration(_ name: String) -> String? { program.setting(name) }

  func booleanConfiguration(_ name: String) -> Bool? {
    program.setting(name, type: "bool").map { $0 == "true" }
  }

  func setConfiguration(_ name: String, to value: String) throws(GitError) {
    try program.output(["config", "--local", "--", name, value], "set \(quoted(name)) in")
  }

  func isIgnored(_ path: [UInt8]) throws(GitError) -> Bool {
    let operation = "read the ignore rules of"
    let result = try program.run(
      ["check-ignore", "--quiet", "--no-index", "--stdin", "-z"], operation, input: path + [0])
    guard result.status <= 1 else { throw result.error(operation, places.workTree) }
    return result.status == 0
  }

  func content(of path: [UInt8], at revision: String) throws(GitError) -> [UInt8]? {
    let file = places.workTree.appending(path)
    // With --end-of-options, a revision cannot be an option.
    let commit = try program.run(
      ["rev-parse", "--quiet", "--verify", "--end-of-options", "\(revision)^{tree}"], "read")
    guard commit.status == 0 else {
      if revision == "HEAD" { return nil }
      throw GitError(.unknownRevision(revision), "read", file)
    }
    let tree = String(decoding: commit.output.prefix { $0 != 0x0A }, as: UTF8.self)
    let entry = try program.output(["ls-tree", "-z", tree, "--"], paths: [path], "read")
    // "100644 blob <id>\t<path>"
    let words = entry.prefix { $0 != 0x09 }.split(separator: 0x20)
    guard words.count == 3, words[1].elementsEqual("blob".utf8) else { return nil }
    return try program.output(
      ["cat-file", "blob", String(decoding: words[2], as: UTF8.self)], "read")
  }

  func hasCommits() throws(GitError) -> Bool {
    try program.run(["rev-parse", "--quiet", "--verify", "HEAD"], "read HEAD of").status == 0
  }

  func unmergedPaths() throws(GitError) -> [[UInt8]] {
    let lines = try program.output(["ls-files", "-z", "--unmerged"], "read the index of")
    var paths: [[UInt8]] = []
    for line in lines.split(separator: 0) {
      let path = Array(line.drop { $0 != 0x09 }.dropFirst())
      if paths.last != path { paths.append(path) }
    }
    return paths
  }
}
