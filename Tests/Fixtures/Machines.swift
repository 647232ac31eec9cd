import Foundation

/// Several machines, each with a person's own home and key, and a bare repository
/// by which they share a store.
public final class Machines {
  /// The bare repository.
  public let remote: String
  private let folder: TemporaryFolder
  private let names: [String]
  /// The machines, in the order of the names.
  public let machines: [TestStore]

  /// Makes machines that all have each other's public keys, and the bare
  /// repository, which is empty.
  ///
  /// - Parameter names: The people's; as for ``GPGHome``.
  /// - Throws: An error if a program cannot be started.
  public init(machines names: [String]) throws {
    self.names = names
    folder = try TemporaryFolder()
    remote = "\(folder.path)/remote"
    machines = try names.map { try TestStore([$0], isInitialized: false) }
    try run(["git", "init", "--quiet", "--bare", "--initial-branch=main", remote])
    for machine in machines { for other in machines { try machine.learn(of: other) } }
    for (name, machine) in zip(names, machines) {
      try machine.shell("git config --global user.name \(name.capitalized)")
    }
  }

  /// Makes machines, and shares a store that the first one has made for all of them.
  ///
  /// - Parameters:
  ///   - names: The people's; as for ``GPGHome``.
  ///   - entries: What it saves before the others clone, by key.
  /// - Throws: ``TestStore/Failed``, or an error if a program cannot be started.
  public convenience init(
    _ names: [String] = ["ann", "bob"], saving entries: [String: String] = [:]
  ) throws {
    try self.init(machines: names)
    let first = machines[0]
    try first.must("init", names.map { "\($0)@example.org" })
    for (key, text) in entries.sorted(by: { $0.key < $1.key }) {
      try first.must("save", [key, "-m"], input: text)
    }
    try first.must("remote", ["add", "origin", remote])
    try first.must("sync")
    for machine in machines.dropFirst() { try machine.must("clone", [remote]) }
  }

  /// Runs git in the bare repository.
  @discardableResult
  public func git(_ arguments: String...) throws -> Outcome {
    try run(["git", "-C", remote] + arguments)
  }
}

extension TestStore {
  /// Takes another one's public key as a friend's.
  public func learn(of other: TestStore) throws {
    let key = try other.gpg.gpg(["--export"])
    try gpg.gpg(["--import"], input: key.output)
    let list = try gpg.gpg(["--list-keys", "--with-colons"]).text
    let trust = list.split(separator: "\n").filter { $0.hasPrefix("fpr:") }
      .map { "\($0.split(separator: ":").last ?? ""):6:\n" }
    try gpg.gpg(["--import-ownertrust"], input: Array(trust.joined().utf8))
  }

  /// Runs the program, which must not fail.
  ///
  /// - Returns: What it has printed.
  /// - Throws: ``Failed``.
  @discardableResult
  public func must(
    _ command: String, _ words: [String] = [], input: String = ""
  ) throws -> Outcome {
    let outcome = try pwstore.run(
      ([command] + words).map { Array($0.utf8) }, input: Array(input.utf8))
    guard outcome.status == 0 else {
      throw Failed(text: "\(command) \(words): \(outcome.status) \(outcome.errorText)")
    }
    return outcome
  }

  /// An entry's text, as the program prints it; `nil` if there is no such entry.
  public func text(of key: String) throws -> String? {
    let outcome = try pwstore("load", "--", key)
    return outcome.status == 3 ? nil : outcome.text
  }
}
