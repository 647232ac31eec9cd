/// Why a store's history cannot tell what is asked.
public enum HistoryError: Failure, Hashable {
  /// Nothing versions the folder.
  case notVersioned(FilePath)
  /// The text cannot be the name of a revision.
  case illegalRevision(String)
  /// There is no such revision.
  case noSuchRevision(String)
  /// The revision has no such entry or folder.
  case notInRevision(name: String, revision: String)
  /// There is no older version to go back to.
  case nothingToRestore(String)
  /// The file, relative to the store, has changes that git has not.
  case uncommitted([UInt8], FilePath)

  /// What is asked, and why there is no answer.
  public var description: String {
    switch self {
    case .notVersioned(let folder):
      "the password store \(quoted(folder.bytes)) is not a git repository, so it has no history"
    case .illegalRevision(let name): "\(quoted(name)) cannot be the name of a revision"
    case .noSuchRevision(let name): "there is no revision \(quoted(name))"
    case .notInRevision(let name, let revision):
      "there is no \"\(name)\" in the revision \(quoted(revision))"
    case .nothingToRestore(let name): "there is no older version of \"\(name)\" to restore"
    case .uncommitted(let path, _):
      "\(quoted(path)) has changes that are not committed, which would be lost"
    }
  }

  /// ``ExitCode/noStore`` where there is no repository, since the store lacks
  /// what `init --git` makes; ``ExitCode/usage`` for what can name nothing; else
  /// ``ExitCode/notFound``.
  public var exitCode: ExitCode {
    switch self {
    case .notVersioned: .noStore
    case .illegalRevision: .usage
    case .noSuchRevision, .notInRevision, .nothingToRestore: .notFound
    case .uncommitted: .conflict
    }
  }

  /// What to do, where that is known.
  public var hint: String? {
    switch self {
    case .notVersioned: "make it one with \"pwstore git init\""
    case .illegalRevision:
      "a revision is a commit, branch or tag, HEAD~2, @{yesterday}, or a date such as 2026-11-01"
    case .noSuchRevision: "\"pwstore log\" lists them"
    case .notInRevision, .nothingToRestore: nil
    case .uncommitted(let path, let root): commitHint(path, root)
    }
  }
}
