import PWCore

extension Log {
  /// What is printed of an entry's event.
  static func line(_ event: EntryEvent) -> (commit: CommitSummary, text: String) {
    var text = words(event.action, event.origin)
    switch event.text {
    case .fields(let names):
      if event.action != .changed { text += ", changed" }
      if !names.isEmpty { text += ": " + names.map { printable($0) }.joined(separator: ", ") }
    case .binary: text += event.action == .changed ? " (binary)" : ", changed (binary)"
    case .undecryptable where event.action == .changed: text += " (cannot be decrypted here)"
    case .some(.none), .undecryptable, nil: break
    }
    return (event.commit, text)
  }

  /// What is printed of a folder's event.
  static func line(_ event: FolderEvent) -> (commit: CommitSummary, text: String) {
    guard !event.changes.isEmpty else {
      return (event.commit, quoted(event.commit.subject))
    }
    var groups: [(words: String, keys: [String])] = []
    for change in event.changes {
      let words =
        change.origin.map { "\(change.action) \($0) to" } ?? words(change.action, nil)
      if change.origin == nil, let index = groups.firstIndex(where: { $0.words == words }) {
        groups[index].keys.append("\(change.key)")
      } else {
        groups.append((words, ["\(change.key)"]))
      }
    }
    // A line is to be read.
    if groups.count > longestList {
      let count = groups.count
      groups = groups.prefix(longestList) + [("and \(count - longestList) more", [])]
    }
    let parts = groups.map { group in
      group.keys.count > longestList
        ? "\(group.words) \(group.keys.count) entries"
        : ([group.words] + [group.keys.joined(separator: ", ")].filter { !$0.isEmpty })
          .joined(separator: " ")
    }
    return (event.commit, parts.joined(separator: "; "))
  }

  private static let longestList = 8

  private static func words(_ action: EntryEvent.Action, _ origin: ServiceKey?) -> String {
    let source = origin.map { " from \($0)" } ?? ""
    return action == .mode ? "mode changed" : action.rawValue + source
  }

  /// What programs get of an entry's event.
  static func object(_ event: EntryEvent) -> JSONText {
    var members = members(event.commit)
    members += self.members(event.key, event.action, event.origin)
    switch event.text {
    case .fields(let names): members.append(("fields", .array(names.map { .text($0) })))
    case .binary: members += [("fields", .null), ("reason", .text("binary"))]
    case .undecryptable: members += [("fields", .null), ("reason", .text("undecryptable"))]
    case .some(.none): members.append(("fields", .array([])))
    case nil: break
    }
    return .object(members)
  }

  /// What programs get of a folder's event.
  static func object(_ event: FolderEvent) -> JSONText {
    let keys = event.changes.map {
      JSONText.object(members($0.key, $0.action, $0.origin))
    }
    return .object(
      members(event.commit) + [
        ("subject", .text(event.commit.subject)), ("keys", .array(keys)),
      ])
  }

  private static func members(_ commit: CommitSummary) -> [(name: String, value: JSONText)] {
    [
      ("commit", .text(commit.id)), ("date", .text(commit.date)),
      ("author", .text(commit.author)), ("email", .text(commit.email)),
    ]
  }

  private static func members(
    _ key: ServiceKey, _ action: EntryEvent.Action, _ origin: ServiceKey?
  ) -> [(name: String, value: JSONText)] {
    [("key", .string(key.bytes)), ("action", .text(action.rawValue))]
      + (origin.map { [("from", .string($0.bytes))] } ?? [])
  }
}
