/// Why a store cannot be synchronized, before anything goes over the network or is
/// written.
public enum SyncError: Failure, Hashable {
  /// The store is not a git repository.
  case notVersioned(FilePath)
  /// No branch is checked out.
  case detached
  /// There is no remote to share with.
  case noRemote
  /// There are several remotes, and none is chosen.
  case severalRemotes([String])
  /// There is no remote of this name; the names that there are.
  case noSuchRemote(String, [String])
  /// The remote has branches, but none that is ours; the branch, and their names.
  case noBranch(String, [String])
  /// The branch has no commit in common with ours.
  case unrelated(String)
  /// A file of the store is not committed, and would be overwritten.
  case uncommitted([UInt8], FilePath)
  /// The remote has a file where there is a folder here, or the other way round; the
  /// file, and the remote's branch.
  case inTheWay([UInt8], String)
  /// A commit of the remote is not signed by one of the recipients.
  case unsigned(commit: String, author: String, reason: String)

  /// What failed, and why.
  public var description: String {
    switch self {
    case .notVersioned(let root): "the store \(quoted(root.bytes)) is not a git repository"
    case .detached: "cannot synchronize: no branch is checked out"
    case .noRemote: "the store has no remote to share with"
    case .severalRemotes(let names): "the store has several remotes: \(Self.list(names))"
    case .noSuchRemote(let name, let names):
      "there is no remote \(quoted(GitAddress.withoutSecrets(name)))"
        + (names.isEmpty ? "" : ", only \(Self.list(names))")
    case .noBranch(let name, let names):
      "the remote has no branch \(quoted(name)); it has \(Self.list(names))"
    case .unrelated(let name):
      "\(quoted(name)) is another store: it has no commit in common with this one"
    case .uncommitted(let path, _):
      "\(quoted(path)) has changes that are not committed, and the remote has changed it, too"
    case .inTheWay(let path, _):
      "cannot write \(quoted(path)): a file is where a folder was, or a folder where a file was"
    case .unsigned(let commit, let author, let reason):
      "the commit \(commit.prefix(12)) by \(quoted(author)) is not accepted: \(reason)"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.map { printable($0) }.joined(separator: ", ")
  }

  /// ``ExitCode/conflict`` where a person has to sort something out.
  public var exitCode: ExitCode {
    switch self {
    case .notVersioned: .noStore
    case .detached, .unrelated, .uncommitted, .inTheWay: .conflict
    case .noRemote, .severalRemotes, .noSuchRemote: .usage
    case .noBranch: .remote
    case .unsigned: .integrity
    }
  }

  /// What to do about it.
  public var hint: String? {
    switch self {
    case .notVersioned: "make it one with \"pwstore git init\""
    case .detached:
      "finish or give up what git is in the middle of, if it is, or check out a branch:"
        + " \"pwstore git status\" tells"
    case .noRemote: "name one: \"pwstore remote add origin ADDRESS\""
    case .severalRemotes(let names): "name one of them: \"pwstore sync \(names.first ?? "")\""
    case .noSuchRemote: "\"pwstore remote\" lists them"
    case .noBranch: "say which one to follow: \"pwstore git branch -u REMOTE/BRANCH\""
    case .unrelated:
      "see whether the address is right; \"pwstore clone\" fetches the other store to another folder,"
        + " and \"pwstore git pull --allow-unrelated-histories\" joins the two"
    case .uncommitted(let path, let root):
      commitHint(path, root)
    case .inTheWay(_, let name): "merge it once with git: \"pwstore git merge \(name)\", then sync"
    case .unsigned:
      "ask its author to sign it, or import their key; pwstore.requireSigned in git's settings asks for that"
    }
  }
}

/// How to commit a file of the store.
func commitHint(_ path: [UInt8], _ root: FilePath) -> String {
  let git = "git -C \(shellQuoted(root.bytes))"
  return "commit it: \(git) add -- \(shellQuoted(path)) && \(git) commit -- \(shellQuoted(path))"
}
