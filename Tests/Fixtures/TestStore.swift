import Foundation

/// A store with a home, a GnuPG home and keys of its own, and the program to
/// work on it.
public final class TestStore {
  /// The GnuPG home.
  public let gpg: GPGHome
  private let folder: TemporaryFolder
  /// The program, with an environment that leads to this store only.
  public var pwstore: Pwstore
  /// The store's folder.
  public var root: String { "\(folder.path)/store" }
  /// The user's home folder.
  public var home: String { "\(folder.path)/home" }

  /// Makes keys, and a store for the first of them.
  ///
  /// - Parameters:
  ///   - names: As for ``GPGHome``.
  ///   - isInitialized: Whether the store is made; else there is only its name.
  ///   - isVersioned: Whether it is a git repository.
  /// - Throws: ``Failed``, or an error if a program cannot be started.
  public init(
    _ names: [String] = ["ann"], isInitialized: Bool = true, isVersioned: Bool = true
  ) throws {
    gpg = try GPGHome(names)
    folder = try TemporaryFolder()
    pwstore = Pwstore(gpg.environment)
    pwstore.environment["HOME"] = home
    pwstore.environment["PASSWORD_STORE_DIR"] = root
    pwstore.environment["GIT_CONFIG_NOSYSTEM"] = "1"
    for name in ["XDG_CONFIG_HOME", "EMAIL", "GPG_TTY", "COLUMNS"] {
      pwstore.environment[name] = nil
    }
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try "[user]\n\tname = Tester\n\temail = tester@example.org\n[init]\n\tdefaultBranch = main\n"
      .write(toFile: "\(home)/.gitconfig", atomically: true, encoding: .utf8)
    guard isInitialized else { return }
    let outcome = try pwstore(
      "init", isVersioned ? "--git" : "--no-git", "\(names[0])@example.org")
    guard outcome.status == 0 else { throw Failed(text: outcome.errorText) }
  }

  /// Why a store could not be made.
  public struct Failed: Error {
    /// What the program said.
    public let text: String
  }

  /// Runs git in the store.
  @discardableResult
  public func git(_ arguments: String...) throws -> Outcome {
    try Fixtures.run(["git", "-C", root] + arguments, environment: pwstore.environment)
  }

  /// Runs a shell script in the store's folder, with the store's environment;
  /// `$PW` is the program.
  @discardableResult
  public func shell(_ script: String, input: [UInt8] = []) throws -> Outcome {
    var environment = pwstore.environment
    environment["PW"] = Pwstore.path
    return try Fixtures.run(
      ["bash", "-c", script], environment: environment, input: input, in: folder.path)
  }

  /// Decrypts a file of the store by gpg alone.
  public func decrypt(_ file: String) throws -> [UInt8] {
    try gpg.gpg(["--decrypt", "\(root)/\(file)"]).output
  }

  /// The number of commits.
  public func commitCount() throws -> Int {
    Int(try git("rev-list", "--count", "HEAD").text.trimmingCharacters(in: .newlines)) ?? 0
  }

  /// The newest commit's message, without the end of the line.
  public func lastMessage() throws -> String {
    try git("log", "-1", "--format=%s").text.trimmingCharacters(in: .newlines)
  }

  /// What `git status` and `git fsck` have to say; empty if all is well.
  public func complaints() throws -> String {
    let status = try git("status", "--porcelain", "--ignored")
    let check = try git("fsck", "--strict", "--no-progress", "--no-dangling")
    return status.text + check.text + check.errorText + (check.status == 0 ? "" : "fsck failed")
  }
}
