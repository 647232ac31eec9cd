import Foundation

/// Two machines with a home, a key and a clone each, and one remote between them.
///
/// Both have both public keys, and the store is for both.
public final class SharedStores {
  private let folder: TemporaryFolder
  private let homes: [String: GPGHome]

  /// One machine.
  public struct Machine: Sendable {
    /// The program on the machine's store.
    public let pwstore: Pwstore
    /// The store's folder.
    public let root: String
    /// The folder above, for files that are none of the store's.
    public let folder: String

    /// Runs git in the store, without a terminal.
    @discardableResult
    public func git(_ arguments: String...) throws -> Outcome {
      try Fixtures.run(
        ["setsid", "-w", "git", "-C", root] + arguments, environment: pwstore.environment)
    }

    /// Runs a shell script beside the store; `$PW` is the program.
    @discardableResult
    public func shell(_ script: String, input: [UInt8] = []) throws -> Outcome {
      var environment = pwstore.environment
      environment["PW"] = Pwstore.path
      return try Fixtures.run(
        ["bash", "-c", script], environment: environment, input: input, in: folder)
    }

    /// An entry's whole text; empty if it cannot be loaded.
    public func load(_ key: String) throws -> String { try pwstore("load", "--", key).text }

    /// Saves an entry's whole text.
    public func save(_ key: String, _ text: String) throws {
      let outcome = try pwstore("save", "--", key, input: Array(text.utf8))
      guard outcome.status == 0 else { throw TestStore.Failed(text: outcome.errorText) }
    }

    /// Commits what there is, fetches and pushes.
    public func exchange() throws {
      for arguments in [["pull", "--quiet", "--no-rebase", "--no-edit"], ["push", "--quiet"]] {
        let outcome = try Fixtures.run(
          ["git", "-C", root] + arguments, environment: pwstore.environment)
        guard outcome.status == 0 else { throw TestStore.Failed(text: outcome.errorText) }
      }
    }

    /// The user ids of those for whom an entry is encrypted, sorted.
    public func recipients(of key: String) throws -> [String] {
      let packets = try Fixtures.run(
        ["gpg", "--list-only", "--list-packets", "\(root)/\(key).gpg"],
        environment: pwstore.environment)
      return try packets.text.split(separator: "\n").filter { $0.contains(":pubkey enc packet") }
        .map { line in
          let id = String(line.split(separator: " ").last ?? "")
          let list = try Fixtures.run(
            ["gpg", "--list-keys", "--with-colons", id], environment: pwstore.environment)
          let name = list.text.split(separator: "\n").first { $0.hasPrefix("uid:") }
          return String(name?.split(separator: ":", omittingEmptySubsequences: false)[9] ?? "")
        }.sorted()
    }
  }

  /// The machine of Ann, who has made the store.
  public let ann: Machine
  /// The machine of Bob, who has cloned it.
  public let bob: Machine

  /// Makes the machines.
  ///
  /// - Parameter entries: What is in the store.
  /// - Throws: ``TestStore/Failed``, or an error if a program cannot be started.
  public init(_ entries: [(key: String, text: String)] = []) throws {
    let folder = try TemporaryFolder()
    let homes = ["ann": try GPGHome(["ann"]), "bob": try GPGHome(["bob"])]
    (self.folder, self.homes) = (folder, homes)
    func machine(_ name: String, _ other: String) throws -> Machine {
      guard let home = homes[name], let otherHome = homes[other] else {
        throw TestStore.Failed(text: name)
      }
      try home.importKey(other, from: otherHome)
      try home.configure("trust-model always")
      let path = "\(folder.path)/\(name)"
      try FileManager.default.createDirectory(
        atPath: "\(path)/home", withIntermediateDirectories: true)
      var pwstore = Pwstore(home.environment)
      pwstore.environment["HOME"] = "\(path)/home"
      pwstore.environment["PASSWORD_STORE_DIR"] = "\(path)/store"
      pwstore.environment["GIT_CONFIG_NOSYSTEM"] = "1"
      pwstore.environment["TZ"] = "UTC"
      for name in ["XDG_CONFIG_HOME", "EMAIL", "GPG_TTY", "COLUMNS"] {
        pwstore.environment[name] = nil
      }
      try """
      [user]
      \tname = \(name.capitalized)
      \temail = \(name)@example.org
      [init]
      \tdefaultBranch = main
      [advice]
      \tdetachedHead = false

      """.write(toFile: "\(path)/home/.gitconfig", atomically: true, encoding: .utf8)
      return Machine(pwstore: pwstore, root: "\(path)/store", folder: path)
    }
    ann = try machine("ann", "bob")
    bob = try machine("bob", "ann")
    let made = try ann.pwstore("init", "ann@example.org", "bob@example.org")
    guard made.status == 0 else { throw TestStore.Failed(text: made.errorText) }
    for entry in entries { try ann.save(entry.key, entry.text) }
    let remote = "\(folder.path)/remote.git"
    let shared = try ann.shell(
      "git init -q --bare '\(remote)' && cd store && git remote add origin '\(remote)'"
        + " && git push -q -u origin main")
    guard shared.status == 0 else { throw TestStore.Failed(text: shared.errorText) }
    let cloned = try bob.shell(
      "git clone -q '\(remote)' store && \"$PW\" git init > /dev/null && cd store && git status -s")
    guard cloned.status == 0, cloned.text == "" else {
      throw TestStore.Failed(text: cloned.errorText + cloned.text)
    }
  }
}
