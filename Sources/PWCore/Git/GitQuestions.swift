/// What keeps git, and the programs that it starts, from asking anybody.
package enum GitQuestions {
  /// Whether nobody is to be asked; to be set before there is a second thread.
  nonisolated(unsafe) package static var areForbidden = false

  /// What any git is told; `nil` takes a variable away.
  ///
  /// `GIT_ASKPASS` and `core.askPass` stay: a job may well have a program there
  /// that knows the answers.
  static let variables: [String: [UInt8]?] = [
    "GIT_TERMINAL_PROMPT": Array("0".utf8), "SSH_ASKPASS_REQUIRE": Array("never".utf8),
    "GCM_INTERACTIVE": Array("never".utf8), "SSH_ASKPASS": nil, "GPG_TTY": nil,
  ]

  /// What a git is told that goes over the network, where nobody is to be asked.
  ///
  /// - Parameter folder: Where it works.
  /// - Returns: Variables to set, or with `nil` to take away. The user's own way to
  ///   call ssh stays as it is.
  package static func variables(forTransportIn folder: FilePath?) -> [String: [UInt8]?] {
    guard areForbidden else { return [:] }
    let isTheirs =
      environmentValue("GIT_SSH_COMMAND") != nil || environmentValue("GIT_SSH") != nil
      || hasCommand(in: folder)
    let command: [String: [UInt8]?] = ["GIT_SSH_COMMAND": Array("ssh -oBatchMode=yes".utf8)]
    return isTheirs ? variables : variables.merging(command) { $1 }
  }

  private static func hasCommand(in folder: FilePath?) -> Bool {
    var child = ChildProcess(["git", "config", "--get", "core.sshCommand"], in: folder)
    child.errors = .discarded
    return (try? child.run().status) == 0
  }
}
