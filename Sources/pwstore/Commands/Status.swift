import PWCore

enum Status {
  static let fetch = Flag("fetch", "Ask the remote first")
  static let json = Flag("json", "Print it as a JSON object")
  static let remote = Positional(
    optional: "REMOTE", completion: .remotes, "The remote; else the one that the branch follows",
    read: text)

  static let command = Command(
    name: "status", summary: "Show what is not shared yet, in both directions", topic: .sharing,
    discussion: """
      Tells how many commits wait to be pushed, how many are known to wait at the remote, how the \
      last "sync" ended, and which entries are not committed or have conflicts. Nothing goes over \
      the network unless --fetch is given, and nothing is decrypted.

      With --json: "branch", "remote" (such as "origin/main"), "address", "unpushed" and \
      "unpulled" (each with "commits" and "files"), "lastSync" (with "date" and "error"), \
      "uncommitted" and "unmerged" (files). What is not known is null.
      """,
    examples: [
      .init("status", "See whether anything waits"),
      .init("status --fetch --json", "For a script, with news from the remote"),
    ],
    parameters: [fetch.parameter, json.parameter, remote.parameter], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let store = session.store()
    let status = try store.sharingStatus(
      of: try arguments[remote], fetching: arguments[fetch])
    if arguments[json] {
      return try session.output.write(json(status).encoded())
    }
    for line in lines(status, of: store) { try session.output.write("\(line)\n") }
  }

  private static func lines(_ status: SharingStatus, of store: PasswordStore) -> [String] {
    var lines = ["store: \(printable(store.root.bytes))"]
    let branch = status.branch.map { printable($0) } ?? "none"
    if let upstream = status.upstream {
      let address = status.address.map { " (\(printable($0)))" } ?? ""
      lines.append("branch: \(branch), shared as \(printable(upstream))\(address)")
      let isNew = status.isUnshared ? ", since the remote is not known to have the branch" : ""
      lines.append("unpushed: \(count(status.unpushed, status.unpushedFiles))\(isNew)")
      lines.append("unpulled: \(count(status.unpulled, status.unpulledFiles))")
    } else {
      lines.append("branch: \(branch), not shared: there is no remote")
    }
    if let last = status.lastSync {
      let end = last.failure.map { "failed: \($0)" } ?? "done"
      lines.append("last sync: \(localTime(secondsSince1970: last.seconds)), \(end)")
    } else if status.upstream != nil {
      lines.append("last sync: never")
    }
    if !status.uncommitted.isEmpty { lines.append("uncommitted: \(list(status.uncommitted))") }
    if !status.unmerged.isEmpty { lines.append("unmerged: \(list(status.unmerged))") }
    return lines
  }

  private static func count(_ commits: Int, _ files: [[UInt8]]) -> String {
    let number = commits == 0 ? "nothing" : commits == 1 ? "1 commit" : "\(commits) commits"
    return files.isEmpty ? number : "\(number): \(list(files))"
  }

  private static func list(_ files: [[UInt8]]) -> String {
    files.prefix(5).map { printable($0) }.joined(separator: ", ")
      + (files.count > 5 ? " and \(files.count - 5) more" : "")
  }

  private static func json(_ status: SharingStatus) -> JSONText {
    func commits(_ number: Int, _ files: [[UInt8]]) -> JSONText {
      .object([("commits", .number(number)), ("files", .array(files.map { .string($0) }))])
    }
    func text(_ text: String?) -> JSONText { text.map { .text($0) } ?? .null }
    let isShared = status.upstream != nil
    return .object([
      ("branch", text(status.branch)), ("remote", text(status.upstream)),
      ("address", text(status.address)),
      ("unpushed", isShared ? commits(status.unpushed, status.unpushedFiles) : .null),
      ("unpulled", isShared ? commits(status.unpulled, status.unpulledFiles) : .null),
      (
        "lastSync",
        status.lastSync.map {
          .object([
            ("date", .text(localTime(secondsSince1970: $0.seconds))), ("error", text($0.failure)),
          ])
        } ?? .null
      ),
      ("uncommitted", .array(status.uncommitted.map { .string($0) })),
      ("unmerged", .array(status.unmerged.map { .string($0) })),
    ])
  }
}
