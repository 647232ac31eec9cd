/// The name of a state of the store: a commit as git names them, or a date.
public struct Revision: Hashable, Sendable {
  /// The name as it was given.
  public let name: String

  /// Checks a name that came from outside.
  ///
  /// - Parameter name: What `git rev-parse` takes for a commit, such as `HEAD~2`,
  ///   a branch, a tag, an id or `@{yesterday}`; or a date `2026-11-01`, perhaps
  ///   with a time `2026-11-01T18:30`, for the last commit of the present branch
  ///   that is no later. A date without a time is its end, one without a zone is
  ///   local.
  /// - Throws: ``HistoryError/illegalRevision(_:)`` for a name that begins with a
  ///   dash, or holds a colon (a time's colons are no matter), a NUL or a line
  ///   break.
  public init(_ name: String) throws(HistoryError) {
    self.name = name
    let isLegal =
      !name.isEmpty && !name.hasPrefix("-") && !name.utf8.contains { $0 == 0 || $0 == 0x0A }
      && (time != nil || !name.utf8.contains(UInt8(ascii: ":")))
    guard isLegal else { throw .illegalRevision(name) }
  }

  /// The date in seconds since 1970; `nil` if the name is none.
  var time: Int? {
    guard name.utf8.first.map({ (0x30...0x39).contains($0) }) ?? false else { return nil }
    let day = "%Y-%m-%d"
    if let end = seconds(since1970: name + "T23:59:59", form: day + "T%H:%M:%S") { return end }
    let times = ["T", " "].flatMap { ["\($0)%H:%M", "\($0)%H:%M:%S"] }
    return times.flatMap { [day + $0, day + $0 + "%z"] }.lazy.compactMap {
      seconds(since1970: name, form: $0)
    }.first
  }

  /// The commit.
  ///
  /// - Throws: ``HistoryError/noSuchRevision(_:)``, ``GitError``.
  func commit(in repository: GitRepository) throws -> GitCommit {
    // A branch may be called like a date.
    if !name.utf8.contains(UInt8(ascii: ":")), let found = try repository.commit(named: name) {
      return found
    }
    if let time, let found = try repository.commit(notAfter: time) { return found }
    throw HistoryError.noSuchRevision(name)
  }
}
