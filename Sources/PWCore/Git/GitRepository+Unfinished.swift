/// Something that git has begun, and that a person is to end.
enum GitUnfinished: String, CaseIterable {
  case merge
  case rebase
  case cherryPick = "cherry-pick"
  case revert
  case am

  /// The command that ends it.
  var continuation: String { "\(rawValue) --continue" }
  /// The command that takes it back.
  var abortion: String { "\(rawValue) --abort" }

  /// The name of the commit that is being applied; `nil` if there is none.
  var otherSide: String? {
    switch self {
    case .merge: "MERGE_HEAD"
    case .rebase: "REBASE_HEAD"
    case .cherryPick: "CHERRY_PICK_HEAD"
    case .revert: "REVERT_HEAD"
    case .am: nil
    }
  }

  /// What is in git's folder meanwhile.
  fileprivate var traces: [String] {
    switch self {
    case .merge: ["MERGE_HEAD"]
    case .rebase: ["rebase-merge", "rebase-apply"]
    case .cherryPick: ["CHERRY_PICK_HEAD"]
    case .revert: ["REVERT_HEAD"]
    case .am: ["rebase-apply/applying"]
    }
  }
}

extension GitRepository {
  /// What git has begun and not ended here, as the files in its folder tell.
  ///
  /// Of a rebase that stopped at a commit, the pick is a part.
  var unfinished: GitUnfinished? {
    let order: [GitUnfinished] = [.am, .rebase, .merge, .cherryPick, .revert]
    if let found = order.first(where: { $0.traces.contains(where: has) }) { return found }
    // A series of picks or reverts, between two of them.
    guard has("sequencer") else { return nil }
    let list = try? readFileIfAny(places.gitDirectory.appending("sequencer/todo"))
    return list?.starts(with: "revert".utf8) == true ? .revert : .cherryPick
  }

  private func has(_ name: String) -> Bool {
    FileKind(places.gitDirectory.appending(name), followingLinks: false) != nil
  }
}
