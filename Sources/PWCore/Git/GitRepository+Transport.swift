extension GitRepository {
  /// The branch that is checked out, without "refs/heads/"; `nil` if HEAD is
  /// detached.
  ///
  /// - Throws: ``GitError``.
  func branch() throws(GitError) -> String? {
    let result = try git.run(["symbolic-ref", "--quiet", "HEAD"], "read HEAD of")
    let prefix = "refs/heads/"
    let name = line(result.output)
    return result.status == 0 && name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }

  /// Makes HEAD mean a branch; the files stay.
  ///
  /// - Throws: ``GitError``.
  func setBranch(_ name: String) throws(GitError) {
    try git.output(["symbolic-ref", "HEAD", "refs/heads/\(name)"], "set up")
  }

  /// The names of the remotes.
  ///
  /// - Throws: ``GitError``.
  func remotes() throws(GitError) -> [String] {
    try git.output(["remote"], "read the remotes of").split(separator: 0x0A).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Where a remote is, without the secrets that may be in its address; `nil` if
  /// nobody knows.
  ///
  /// - Throws: ``GitError``.
  func address(of remote: String) throws(GitError) -> String? {
    let result = try git.run(["remote", "get-url", "--", remote], "read the remotes of")
    guard result.status == 0 else { return nil }
    return GitAddress.withoutSecrets(line(result.output))
  }

  /// What a branch is set to follow; `nil` if nothing.
  func upstream(of branch: String) -> GitUpstream? {
    let prefix = "refs/heads/"
    guard let remote = git.setting("branch.\(branch).remote"), remote != ".", !remote.isEmpty,
      let merge = git.setting("branch.\(branch).merge"), merge.hasPrefix(prefix)
    else { return nil }
    return GitUpstream(remote: remote, branch: String(merge.dropFirst(prefix.count)))
  }

  /// Whether a local branch is set to follow a remote's.
  ///
  /// - Parameters:
  ///   - upstream: The remote's branch.
  ///   - branch: A local branch that does not count.
  /// - Returns: Whether any other does.
  /// - Throws: ``GitError``.
  func isFollowed(_ upstream: GitUpstream, notBy branch: String) throws(GitError) -> Bool {
    let names = try git.output(
      ["for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads/"], "read the branches of")
    return names.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
      .contains { $0 != branch && self.upstream(of: $0) == upstream }
  }

  /// Makes a branch follow another repository's.
  ///
  /// - Throws: ``GitError``.
  func setUpstream(_ upstream: GitUpstream, of branch: String) throws(GitError) {
    for (name, value) in [("remote", upstream.remote), ("merge", "refs/heads/\(upstream.branch)")] {
      try git.output(["config", "--local", "branch.\(branch).\(name)", value], "set up")
    }
  }

  /// Whether commits are missing because only the newest were cloned.
  ///
  /// - Throws: ``GitError``.
  func isShallow() throws(GitError) -> Bool {
    line(try git.output(["rev-parse", "--is-shallow-repository"], "read")) == "true"
  }

  /// Fetches a branch.
  ///
  /// - Parameters:
  ///   - upstream: The branch.
  ///   - wholly: Whether to fetch what a shallow clone lacks.
  /// - Throws: ``GitTransportError``: `unreachable`, `noBranch`, `rewound`; or
  ///   ``GitError``.
  func fetch(_ upstream: GitUpstream, wholly: Bool = false) throws {
    // Without a "+", so that a branch that has gone back shows each time.
    let reference = "refs/heads/\(upstream.branch):\(upstream.tracking)"
    let options =
      ["--no-tags", "--no-write-fetch-head"] + (wholly ? ["--unshallow"] : [])
    var result: ChildProcess.Result
    var text: String
    // Another fetch into this repository may be about to write the same ref.
    let end = GitWait(milliseconds: 3000)
    repeat {
      result = try transport(["fetch"] + options + ["--", upstream.remote, reference])
      text = String(decoding: result.errors, as: UTF8.self)
    } while result.status != 0 && text.contains("cannot lock ref") && end.pause(milliseconds: 50)
    guard result.status != 0 else { return }
    let kind: GitTransportError.Kind =
      if text.contains("couldn't find remote ref") {
        .noBranch
      } else if text.contains("[rejected]") {
        .rewound
      } else {
        .unreachable
      }
    if kind == .unreachable, result.isOurOwnFault { throw result.error("fetch into", workTree) }
    throw GitTransportError(
      kind: kind, remote: upstream.remote,
      reason: kind == .unreachable ? result.transportReason : upstream.branch)
  }

  /// The branches of a remote, and the one that it shows to newcomers.
  ///
  /// - Throws: ``GitTransportError``, or ``GitError``.
  func branches(of remote: String) throws -> (names: [String], main: String?) {
    let result = try transport(["ls-remote", "--symref", "--", remote, "HEAD", "refs/heads/*"])
    guard result.status == 0 else {
      throw GitTransportError(
        kind: .unreachable, remote: remote, reason: result.transportReason)
    }
    var names: [String] = []
    var main: String?
    let prefix = "refs/heads/"
    for line in String(decoding: result.output, as: UTF8.self).split(separator: "\n") {
      // "ref: refs/heads/main<TAB>HEAD", and "<id><TAB>refs/heads/main"
      let words = line.split(separator: "\t").map(String.init)
      guard words.count == 2 else { continue }
      if words[1].hasPrefix(prefix) { names.append(String(words[1].dropFirst(prefix.count))) }
      if words[1] == "HEAD", words[0].hasPrefix("ref: \(prefix)") {
        main = String(words[0].dropFirst("ref: \(prefix)".count))
      }
    }
    return (names, main)
  }

  /// Pushes a commit.
  ///
  /// - Parameters:
  ///   - commit: The commit.
  ///   - upstream: Where to.
  /// - Throws: ``GitTransportError``: `outrun` if it is not ahead of what is
  ///   there, `refused`, `unreachable`; or ``GitError``.
  func push(_ commit: String, to upstream: GitUpstream) throws {
    let reference = "\(commit):refs/heads/\(upstream.branch)"
    let result = try transport(["push", "--porcelain", "--", upstream.remote, reference])
    guard result.status != 0 else {
      try git.output(["update-ref", upstream.tracking, commit], "note the push of")
      return
    }
    // "!<TAB><from>:<to><TAB>[rejected] (fetch first)"
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    let text = String(decoding: result.errors, as: UTF8.self)
    guard let refusal = lines.first(where: { $0.hasPrefix("!") }) else {
      if text.contains("failed to push some refs") {
        throw GitTransportError(
          kind: .refused, remote: upstream.remote,
          reason: "the hook \"pre-push\": \(result.transportReason)")
      }
      throw GitTransportError(
        kind: .unreachable, remote: upstream.remote, reason: result.transportReason)
    }
    let words = String(refusal.split(separator: "\t").last ?? "")
    let races = [
      "(fetch first)", "(non-fast-forward)", "cannot lock ref", "failed to update ref",
      "failed to lock", "(stale info)", "reference already exists",
    ]
    let isRace = races.contains(where: words.contains)
    // What a hook says comes with this mark in front.
    let said = result.errorLines
      .filter { $0.hasPrefix("remote: ") }
      .map { String($0.dropFirst("remote: ".count).trimmingSpaces()) }.filter { !$0.isEmpty }
    throw GitTransportError(
      kind: isRace ? .outrun : .refused, remote: upstream.remote,
      reason: ([words] + said).joined(separator: "; "))
  }

  /// Runs git for what goes over the network: it may ask the user on the
  /// terminal, unless that is forbidden.
  private func transport(_ arguments: [String]) throws(GitError) -> ChildProcess.Result {
    var variables = ["LC_MESSAGES": Array("C".utf8)]
    for case (let name, let value?) in GitQuestions.variables(forTransportIn: workTree) {
      variables[name] = value
    }
    return try git.run(arguments, "share", variables: variables)
  }
}

extension ChildProcess.Result {
  /// Whether it is not the other side that failed, but our disk, or another git.
  fileprivate var isOurOwnFault: Bool {
    let signs = [
      "No space left on device", "Disk quota exceeded", "Read-only file system", "unable to write",
      "insufficient permission", "cannot lock ref", ".lock'",
    ]
    return errorLines.contains { line in
      !line.hasPrefix("remote: ") && signs.contains(where: line.contains)
    }
  }

  /// Why git could not reach the other side: its first telling line.
  var transportReason: String {
    let lines = errorLines
    let telling = lines.filter { line in
      !["hint:", "Please make sure", "and the repository exists", "warning:", "To "].contains {
        line.hasPrefix($0)
      }
    }
    let first = telling.first { !$0.hasPrefix("fatal: Could not read from remote repository") }
    return first.map { line in
      ["fatal: ", "error: "].reduce(line) {
        $0.hasPrefix($1) ? String($0.dropFirst($1.count)) : $0
      }
    } ?? telling.first ?? "git ended with status \(status)"
  }
}

extension Substring {
  fileprivate func trimmingSpaces() -> Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
