import PWCore

enum Sync {
  static let noPush = Flag("no-push", "Only take what is new there")
  static let noPull = Flag("no-pull", "Only give what is new here")
  static let importKeys = Flag(
    "import-keys", "Import the public keys of recipients that are in the store and not here")
  static let quiet = Flag("quiet", "q", "Say nothing of what was done")
  static let background = Flag(
    "background", "Wait for other syncs of the store; do nothing that one of them has done")
  static let json = Flag("json", "Print what was done, or the conflicts, as a JSON object")
  static let remote = Positional(
    optional: "REMOTE", completion: .remotes, "The remote; else the one that the branch follows",
    read: text)

  static let command = Command(
    name: "sync", summary: "Exchange changes with a remote, and merge entries field by field",
    topic: .sharing,
    discussion: """
      Fetches, merges, encrypts anew what is to be for other people now, and pushes; again if \
      somebody else was faster. An entry that both sides have changed is merged: each field, and \
      each line of notes, is as on the side that has changed it. What one side has deleted and the \
      other has changed is kept; what one has moved and the other has changed is both.

      Only where both have changed the same field differently, a person has to choose. On a \
      terminal you are asked; else nothing is changed, and the status is 7, unless an option \
      says how to choose. Nothing that was saved is lost: the history keeps both.

      The public keys of recipients travel with the store. Those that are not on this machine are \
      offered with their fingerprints; none is imported unless you say so.

      If the remote cannot be reached or refuses, the status is 8, and all stays here. With \
      pwstore.autoSync or pwstore.autoPush in git's settings, each change is followed by a sync, \
      or a push: "true" or "background" in the background, "foreground" before the command ends. \
      With pwstore.requireSigned, commits of others are only taken if a recipient has signed them.

      With --json: "remote", "pulled" and "pushed" (commits), "merged" and "reencrypted" (keys), \
      "remarks"; or "conflicts", each with "key", "field", "ours" and "theirs" (with "author" and \
      "date").
      """,
    examples: [
      .init("sync", "Give and take all changes"),
      .init("sync --newest", "Without questions: the later change counts"),
      .init("sync backup --no-pull", "Push to another remote"),
    ],
    parameters: ConflictOptions.parameters + [
      noPush.parameter, noPull.parameter, importKeys.parameter, quiet.parameter,
      background.parameter, json.parameter, remote.parameter,
    ], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    guard !(arguments[noPush] && arguments[noPull]) else {
      throw UsageError("\"--no-push\" and \"--no-pull\" exclude each other")
    }
    let store = session.store()
    store.hasCommitted = nil
    var options = SyncOptions()
    let decide = try ConflictOptions.decision(arguments, in: session, asks: !arguments[json])
    options.decide = { conflict in try Interruption.letThrough { try decide(conflict) } }
    options.recipientsMayBeNew = {
      try Interruption.letThrough {
        try session.offerPublicKeys(of: store, importing: arguments[importKeys])
      }
    }
    options.remote = try arguments[remote]
    (options.pushes, options.pulls) = (!arguments[noPush], !arguments[noPull])
    options.waitsForOthers = arguments[background]
    let report: SyncReport
    do {
      report = try session.changingInBulk(store) { try store.sync(options) }
    } catch let error as MergeConflictError {
      for line in error.conflicts.flatMap(\.lines) { session.note(line) }
      if arguments[json] {
        let object = JSONText.object([("conflicts", .array(error.conflicts.map(\.json)))])
        try session.output.write(object.encoded())
      }
      throw error
    }
    // What is asked for explicitly is done even if nothing else is.
    if arguments[importKeys] { try session.offerPublicKeys(of: store, importing: true) }
    for remark in report.remarks { session.warn(remark) }
    if report.pulled + report.pushed > 0 {
      for warning in try store.recipientWarnings() { session.warn("\(warning)") }
    }
    if arguments[json] { return try session.output.write(json(report).encoded()) }
    if !arguments[quiet] { session.note(summary(report)) }
  }

  private static func summary(_ report: SyncReport) -> String {
    func count(_ number: Int, _ what: String) -> String? {
      number == 0 ? nil : "\(number) \(number == 1 ? what : what + "s")"
    }
    var parts: [String] = []
    if let pulled = count(report.pulled, "commit") { parts.append("took \(pulled)") }
    if let pushed = count(report.pushed, "commit") { parts.append("gave \(pushed)") }
    if !report.merged.isEmpty { parts.append("merged \(list(report.merged))") }
    if !report.reencrypted.isEmpty { parts.append("reencrypted \(list(report.reencrypted))") }
    let what = parts.isEmpty ? "nothing to do" : parts.joined(separator: ", ")
    return "\(printable(report.upstream)): \(what)"
  }

  private static func list(_ keys: [ServiceKey]) -> String {
    keys.prefix(5).map(\.description).joined(separator: ", ")
      + (keys.count > 5 ? " and \(keys.count - 5) more" : "")
  }

  private static func json(_ report: SyncReport) -> JSONText {
    func keys(_ keys: [ServiceKey]) -> JSONText { .array(keys.map { .string($0.bytes) }) }
    return .object([
      ("remote", .text(report.upstream)), ("pulled", .number(report.pulled)),
      ("pushed", .number(report.pushed)), ("merged", keys(report.merged)),
      ("reencrypted", keys(report.reencrypted)),
      ("remarks", .array(report.remarks.map { .text($0) })),
    ])
  }
}
