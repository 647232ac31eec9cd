import PWCore

/// The options that say how conflicts are to end, for all commands that merge.
enum ConflictOptions {
  static let ours = Flag("ours", "Where both sides have changed the same, keep ours")
  static let theirs = Flag("theirs", "Where both sides have changed the same, take theirs")
  static let both = Flag(
    "both", "Keep ours, and theirs beside it, such as \"password (theirs, DATE)\"")
  static let newest = Flag("newest", "Take the side that was changed later")

  static let parameters = [ours, theirs, both, newest].map(\.parameter)

  /// How conflicts are to end: as the options say; else a person on the terminal
  /// is asked; else nobody chooses.
  ///
  /// - Parameters:
  ///   - arguments: What was typed.
  ///   - session: The session.
  ///   - asks: Whether somebody may be asked at all.
  /// - Returns: What chooses.
  /// - Throws: ``UsageError``.
  static func decision(
    _ arguments: Arguments, in session: Session, asks: Bool = true
  ) throws -> MergeDecision {
    let given = [ours, theirs, both, newest].filter { arguments[$0] }
    guard given.count < 2 else {
      let names = given.map { "\"--\($0.parameter.name)\"" }
      throw UsageError(names.joined(separator: " and ") + " exclude each other")
    }
    if arguments[ours] { return { _ in .ours } }
    if arguments[theirs] { return { _ in .theirs } }
    if arguments[both] { return { _ in .both } }
    if arguments[newest] { return { $0.newest } }
    guard asks, session.inputIsTerminal, session.attendance != .batch else { return { _ in nil } }
    let prompt = ConflictPrompt(session)
    return { try prompt.choose($0) }
  }
}

extension MergeConflict {
  /// The side that was changed later; ours if both were at the same time.
  var newest: MergeChoice { theirs.seconds > ours.seconds ? .theirs : .ours }
}
