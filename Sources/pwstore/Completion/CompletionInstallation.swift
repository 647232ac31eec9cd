import PWCore

/// Where a shell finds the completion script, and how it comes to be there.
struct CompletionInstallation {
  let shell: CompletionScript.Shell
  /// Where the user's own shell looks.
  let path: FilePath
  /// Where packages and `make install` put the script.
  private let sharedPaths: [FilePath]
  /// What the user has to do once, if the shell does not look there by itself.
  private let remark: String?

  /// Finds the places.
  ///
  /// - Parameters:
  ///   - shell: The shell.
  ///   - environment: Names the folders for data and settings, as the XDG Base
  ///     Directory Specification has it.
  ///   - home: The user's home.
  init(_ shell: CompletionScript.Shell, _ environment: Environment, home: FilePath) {
    func folder(_ variable: String, else usual: FilePath) -> FilePath {
      // Only an absolute path counts.
      let named = environment.bytes(variable).map { FilePath($0) }
      return named.flatMap { $0.isAbsolute ? $0 : nil } ?? usual
    }
    self.shell = shell
    let data = folder("XDG_DATA_HOME", else: home.appending(".local/share"))
    let named = environment["XDG_DATA_DIRS"] ?? ""
    let shared = (named.isEmpty ? "/usr/local/share:/usr/share" : named)
      .split(separator: ":").map { FilePath(String($0)) }
    switch shell {
    case .bash:
      let place = "completions/pwstore"
      path = folder("BASH_COMPLETION_USER_DIR", else: data.appending("bash-completion"))
        .appending(place)
      sharedPaths = shared.map { $0.appending("bash-completion/\(place)") }
      // Without that package, bash looks nowhere.
      let isFound = shared.contains {
        FileKind($0.appending("bash-completion/bash_completion")) != nil
      }
      remark = isFound ? nil : "add to ~/.bashrc: source \(shellQuoted(path.bytes))"
    case .zsh:
      let place = "site-functions/_pwstore"
      path = data.appending("zsh/\(place)")
      sharedPaths = shared.flatMap {
        [$0.appending("zsh/\(place)"), $0.appending("zsh/vendor-completions/_pwstore")]
      }
      remark = "add to ~/.zshrc, before compinit: fpath+=(\(shellQuoted(path.parent.bytes)))"
    case .fish:
      path = folder("XDG_CONFIG_HOME", else: home.appending(".config"))
        .appending("fish/completions/pwstore.fish")
      sharedPaths = shared.map { $0.appending("fish/vendor_completions.d/pwstore.fish") }
      remark = nil
    }
  }

  /// Whether the shell has a script already, the user's own or one for all.
  var isThere: Bool { ([path] + sharedPaths).contains { FileKind($0) != nil } }

  /// Writes the script to the user's own place, in the place of one that is there.
  ///
  /// - Parameter session: Has the commands, and the user to tell.
  /// - Throws: ``SystemError``.
  func install(in session: Session) throws(SystemError) {
    let script = CompletionScript(session.table, forPass: session.isCalledPass)
    try makeFolders(path.parent, mode: 0o777)
    try replaceFile(path, with: SecretBytes(script.text(for: shell).utf8), mode: 0o644)
    session.note("Installed Tab completion for \(shell.rawValue): \(quoted(path.bytes))")
    if let remark { session.note("To turn it on, \(remark)") }
  }
}

extension CompletionScript.Shell {
  /// The shell that the user has chosen to log in with; `nil` if it has no completion
  /// here.
  static func ofUser(_ environment: Environment) -> Self? {
    environment.bytes("SHELL").flatMap {
      Self(rawValue: String(decoding: FilePath($0).lastComponent, as: UTF8.self))
    }
  }
}
