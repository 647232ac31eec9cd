import Foundation

/// Twin stores, one in the hands of pass and one in ours, and the same shell
/// script for both.
///
///     let twins = try SideBySide(setUp: "printf 'v\\n' | pass insert -m a/b")
///     #expect(try twins.differences(after: "pass mv a c; status pass show a/b") == "")
///
/// In a script `pass` is real pass on the one side and our program on the other,
/// called by that name; `$S` is the store, and the current folder is one of the
/// side's own, with a `home`. `status COMMAND...` runs a command, and prints
/// whether it ended with 0. Standard input is no terminal.
///
/// Both have the same keys, and begin with copies of one store that real pass has
/// made. What is compared is listed in ``Aspect``; colours, and what mkdir, mv,
/// rm and git print through pass, do not count.
public final class SideBySide {
  /// What is compared.
  public enum Aspect: String, CaseIterable, Sendable {
    /// Standard output, in which the statuses are.
    case output
    /// The lines on standard error that begin with `Error: `.
    case errors
    /// The script's own status: 0 or another.
    case status
    /// The names in the store, and the content of what is not encrypted.
    case files
    /// The decrypted entries, with the ids of the keys they are encrypted to.
    case entries
    /// The subjects of the root repository's commits.
    case messages
  }

  /// The key ring of both.
  public let gpg: GPGHome
  /// Real pass's side, and ours.
  public let (theirs, ours): (Side, Side)
  private let folder: TemporaryFolder

  /// Makes a store by real pass for the first of the names, and its twin.
  ///
  /// - Parameters:
  ///   - names: As for ``GPGHome``.
  ///   - isVersioned: Whether it is a git repository.
  ///   - setUp: A script, run with real pass before the store is copied.
  /// - Throws: ``Failed``, or an error if a program cannot be started.
  public init(_ names: [String] = ["ann"], isVersioned: Bool = true, setUp: String = "") throws {
    gpg = try GPGHome(names)
    folder = try TemporaryFolder()
    theirs = try Side(
      folder: "\(folder.path)/theirs", program: "/usr/bin/pass", environment: gpg.environment)
    ours = try Side(
      folder: "\(folder.path)/ours", program: Pwstore.path, environment: gpg.environment)
    let script = """
      set -e
      pass init \(names[0])@example.org \(isVersioned ? "&& pass git init" : "")
      (:
      \(setUp)
      )
      cp -a "$S" ../ours
      """
    let outcome = try theirs.run(script)
    guard outcome.status == 0 else { throw Failed(description: outcome.errorText) }
  }

  /// Why the stores could not be made.
  public struct Failed: Error, CustomStringConvertible {
    /// What the script said.
    public let description: String
  }

  /// Runs a script on both sides, and says in what they differ then.
  ///
  /// - Parameters:
  ///   - script: The script, for bash.
  ///   - input: The bytes on its standard input.
  ///   - environment: Further variables.
  ///   - ignored: What is not compared.
  ///   - keepsColors: Whether colours count; ours is then told to use them.
  /// - Returns: A text for a person; empty if there is no difference.
  /// - Throws: An error if a program cannot be started.
  public func differences(
    after script: String, input: [UInt8] = [], environment: [String: String] = [:],
    ignoring ignored: Set<Aspect> = [], keepsColors: Bool = false
  ) throws -> String {
    let color = keepsColors ? ["CLICOLOR_FORCE": "1"] : [:]
    let outcomes = try [theirs, ours].map { side in
      try side.run(script, input: input, environment: environment.merging(color) { $1 })
    }
    let states = try [theirs.state(beside: ours), ours.state(beside: theirs)]
    return Aspect.allCases.filter { !ignored.contains($0) }.map { aspect in
      let views = zip([theirs, ours], zip(outcomes, states)).map { side, result in
        side.view(of: aspect, result.0, result.1, keepsColors: keepsColors)
      }
      guard views[0] != views[1] else { return "" }
      let errors = outcomes[1].errorText
      return
        "\(aspect) of pass:\n\(views[0])\(aspect) of ours:\n\(views[1])(ours said: \(errors))\n"
    }.joined()
  }
}
