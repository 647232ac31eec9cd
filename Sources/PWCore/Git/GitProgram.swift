import Glibc

/// The git program, which does what libgit2 cannot.
struct GitProgram {
  /// The folder to work in.
  var folder: FilePath
  var environment: GitEnvironment

  /// Runs `git`.
  ///
  /// - Parameters:
  ///   - arguments: A subcommand and its arguments.
  ///   - paths: More arguments, which are paths.
  ///   - operation: What is tried: a verb, for an error.
  ///   - input: What it reads from standard input.
  ///   - variables: More variables for it.
  /// - Returns: The status and the output, whatever the status is.
  /// - Throws: ``GitError``, if it cannot be started.
  func run(
    _ arguments: [String], paths: [[UInt8]] = [], _ operation: String, input: [UInt8]? = nil,
    variables: [String: [UInt8]] = [:]
  ) throws(GitError) -> ChildProcess.Result {
    let arguments = [environment.program] + arguments
    var child = ChildProcess(arguments.map { Array($0.utf8) } + paths, in: folder)
    // Messages are read, so they must be the original ones.
    var variables = variables.merging(["LANGUAGE": Array("en".utf8)]) { $1 }
    // Paths are names here, never patterns; but check-ignore refuses to hear so.
    if !arguments.contains("check-ignore") { variables["GIT_LITERAL_PATHSPECS"] = [0x31] }
    child.environment = environment.changes(adding: variables)
    child.errors = .collected
    if let input { child.input = .bytes(input) }
    do throws(SystemError) {
      return try child.run()
    } catch  where error.code == ENOENT && GitFileIdentity(at: folder) != nil {
      throw GitError(.notInstalled, operation, folder)
    } catch {
      throw GitError(error, operation, folder)
    }
  }

  /// Runs `git`, which is to end with status 0.
  ///
  /// - Returns: Its output.
  /// - Throws: ``GitError`` of the kind that its messages tell.
  @discardableResult
  func output(
    _ arguments: [String], paths: [[UInt8]] = [], _ operation: String, input: [UInt8]? = nil,
    variables: [String: [UInt8]] = [:]
  ) throws(GitError) -> [UInt8] {
    let result = try run(
      arguments, paths: paths, operation, input: input, variables: variables)
    guard result.status == 0 else { throw result.error(operation, folder) }
    return result.output
  }

  /// A setting; `nil` if it is not set, or cannot be read.
  ///
  /// - Parameters:
  ///   - name: The setting.
  ///   - type: What git is to make of the value, such as "bool".
  /// - Returns: The value.
  func setting(_ name: String, type: String? = nil) -> String? {
    let arguments = ["config", "--null"] + (type.map { ["--type", $0] } ?? []) + ["--get", name]
    guard let result = try? run(arguments, "read the settings of"), result.status == 0 else {
      return nil
    }
    return String(decoding: result.output.prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension ChildProcess.Result {
  /// What was said on standard error; ssh ends its lines as terminals want it.
  var errorLines: [String] {
    String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// The last message of git's own, without its prefix.
  var reason: String {
    let lines = errorLines
    for prefix in ["fatal: ", "error: "] {
      // Of that one, the cause stands in the line before.
      let isTelling: (String) -> Bool = { !$0.hasSuffix("failed to write commit object") }
      if let line = lines.last(where: { $0.hasPrefix(prefix) && isTelling($0) }) {
        return String(line.dropFirst(prefix.count))
      }
    }
    return lines.last ?? "git ended with status \(status)"
  }

  /// Whether git itself has said what went wrong; if not, a hook has.
  var hasReason: Bool {
    errorLines.contains {
      $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ")
    }
  }

  /// The failure that git's messages tell of.
  ///
  /// They are read by what is the same in all versions; a translated one makes
  /// an error of the kind `other`, which holds the message.
  func error(_ operation: String, _ path: FilePath) -> GitError {
    let text = String(decoding: errors, as: UTF8.self)
    func says(_ parts: String...) -> Bool { parts.contains(where: text.contains) }
    let kind: GitError.Kind =
      if says("safe.directory") {
        .notOwned
      } else if says("index.lock': File exists", ".lock': File exists") {
        .busy(lock: lockName(in: text) ?? path)
      } else if says(
        "failed to sign", "failed to write commit object", "user.signingkey needs to be set",
        "gpg.ssh.")
      {
        .signingFailed(reason)
      } else if says("user.email", "ident name", "auto-detect") {
        .noIdentity(reason)
      } else if says("Permission denied", "Read-only file system", "insufficient permission") {
        .permission(reason)
      } else if says("must be run in a work tree") {
        .bareRepository
      } else if says("unmerged", "during a merge", "during a cherry-pick") {
        .unmerged
      } else if says("bad signature", "corrupt", "index file", "bad object", "loose object") {
        .corrupt(reason)
      } else if says("unknown repository extension", "Expected git repo version") {
        .unsupported(reason)
      } else {
        .other(reason)
      }
    return GitError(kind, operation, path)
  }

  private func lockName(in text: String) -> FilePath? {
    guard let end = text.firstRange(of: "': File exists")?.lowerBound,
      let start = text[..<end].lastIndex(of: "'")
    else { return nil }
    return FilePath(String(text[text.index(after: start)..<end]))
  }
}
