import Foundation

/// A folder for a repository, and a private home with settings for git.
public final class GitFolder {
  private let folder: TemporaryFolder
  /// The folder that is to be, or is, the work tree.
  public let path: String
  /// The private home, which has a `.gitconfig`.
  public let home: String
  /// The variables that git may see: none that leads to the user's settings.
  public var environment: [String: String]

  /// Makes the folders, and a repository with `git init`.
  ///
  /// - Parameter options: Options of `git init`; `nil` makes no repository.
  /// - Throws: An error if git fails.
  public init(_ options: [String]? = []) throws {
    folder = try TemporaryFolder()
    path = folder.path + "/store"
    home = folder.path + "/home"
    environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": home,
      "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1",
    ]
    for folder in [path, home] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let settings = "[user]\n name = Ann\n email = ann@example.org\n[init]\n defaultBranch = main\n"
    try settings.write(toFile: home + "/.gitconfig", atomically: true, encoding: .utf8)
    if let options { try git(["init", "--quiet"] + options + [path]) }
  }

  /// Runs git in the folder, and returns what it prints.
  ///
  /// - Throws: An error with what it says, if it fails.
  @discardableResult
  public func git(_ arguments: [String], in directory: String? = nil) throws -> String {
    let outcome = try run(["git"] + arguments, environment: environment, in: directory ?? path)
    guard outcome.status == 0 else { throw GitFailed(message: outcome.errorText) }
    return outcome.text
  }

  /// Runs git with one line of arguments that have no blanks.
  @discardableResult
  public func git(_ line: String) throws -> String {
    try git(line.split(separator: " ").map(String.init))
  }

  /// Writes a file below the work tree, and the folders that lead to it.
  public func write(_ content: String, to file: String) throws {
    let url = URL(filePath: path + "/" + file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content.utf8).write(to: url)
  }

  /// Writes an executable script below the work tree.
  public func writeScript(_ content: String, to file: String) throws {
    let url = URL(filePath: path + "/" + file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try writeProgram("#!/bin/sh\n" + content + "\n", to: url.path)
  }

  /// Reads a file below the work tree.
  public func read(_ file: String) throws -> String {
    try String(contentsOfFile: path + "/" + file, encoding: .utf8)
  }

  /// Whether there is such a file.
  public func has(_ file: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/" + file)
  }

  /// Removes a file below the work tree.
  public func remove(_ file: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + file)
  }

  /// What is wrong: changes that are not committed, and what `git fsck` says.
  public func problems() throws -> String {
    let check = try run(
      ["git", "fsck", "--strict", "--no-dangling", "--no-progress"], environment: environment,
      in: path)
    return try git(["status", "--porcelain"]) + check.text + check.errorText
  }
}

/// Why git failed.
public struct GitFailed: Error, CustomStringConvertible {
  /// What it said.
  public let message: String
  /// What it said.
  public var description: String { message }
}
