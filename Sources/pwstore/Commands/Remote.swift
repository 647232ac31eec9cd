import PWCore

enum Remote {
  static let words = Positional(
    repeated: "GIT-ARGUMENT", completion: .git(["remote"]),
    "What \"git remote\" takes; nothing to list the remotes"
  ) { $0 }

  static let command = Command(
    name: "remote", summary: "Show or change where the store is shared", topic: .sharing,
    discussion: """
      A remote is another git repository, on a server or in a folder, with which "sync" exchanges \
      changes. All words go to "git remote".
      """,
    examples: [
      .init("remote", "List the remotes with their addresses"),
      .init("remote add origin git@example.org:team/secrets.git", "Name the first one"),
      .init("remote set-url origin https://example.org/secrets.git", "Change its address"),
      .init("remote remove origin", "Forget it"),
    ],
    parameters: [words.parameter], takesWordsAsTheyAre: true,
    statuses: [.init("other", "that of git, or if that did not run, one of these")], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let store = session.store()
    let words = try arguments[words].map(\.bytes)
    guard let folder = try store.repositoryFolder() else {
      throw SyncError.notVersioned(store.root)
    }
    let git = words.isEmpty ? ["remote", "-v"] : ["remote"]
    try session.becomeGit(git.map { Array($0.utf8) } + words, in: folder)
  }
}
