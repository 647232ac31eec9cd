import PWCore

enum Git {
  static let words = Positional(
    repeated: "GIT-ARGUMENT", completion: .git([]),
    "A git command and what it takes; \"init\" makes the repository"
  ) { $0 }

  static let command = Command(
    name: "git", summary: "Run git in the store", topic: .history,
    discussion: """
      All words go to git, which runs in the store's own repository; its status is ours. "git \
      init" makes the repository, commits what is in the store, and sets git up to show what \
      entries say in "git diff" and "git log -p".
      """,
    examples: [
      .init("git init", "Begin to keep the store's history"),
      .init("git log -p mail/alice.gpg", "See how an entry has changed"),
      .init("git push", "Share the store"),
    ],
    parameters: [words.parameter], isPassVerb: true, takesWordsAsTheyAre: true,
    statuses: [.init("other", "that of git, or if that did not run, one of these")], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let words = try arguments[words].map(\.bytes)
    let store = session.store()
    if words.first == Array("init".utf8) {
      try session.output.flush()
      var child = ChildProcess([Array("git".utf8)] + words, in: store.root)
      child.environment = GitQuestions.variables(forTransportIn: nil)
      child.input = .inherited
      child.output = .inherited
      guard try child.run().status == 0 else { throw QuietEnd(.failure) }
      return try store.makeRepository()
    }
    guard let folder = try store.repositoryFolder() else {
      throw PassError(
        "Error: the password store is not a git repository. Try \"\(session.program) git init\".")
    }
    try session.becomeGit(words, in: folder)
  }
}

extension Session {
  /// Becomes git, in a repository.
  ///
  /// - Parameters:
  ///   - words: A git command, and what it takes.
  ///   - folder: The work tree.
  /// - Throws: ``SystemError`` if there is no git, ``StreamError``.
  func becomeGit(_ words: [[UInt8]], in folder: FilePath) throws -> Never {
    try output.flush()
    try replaceProcess(
      [Array("git".utf8), Array("-C".utf8), folder.bytes] + words,
      environment: GitQuestions.variables(forTransportIn: folder).merging(
        ["GIT_CEILING_DIRECTORIES": folder.parent.bytes]) { $1 })
  }
}
