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

  /// The date as git takes it; `nil` if the name is none.
  var time: String? {
    let text = Array(name.utf8)
    let form = Array("dddd-dd-dd".utf8)
    let isDate =
      text.count >= form.count
      && zip(text, form).allSatisfy { byte, mark in
        mark == UInt8(ascii: "d") ? (0x30...0x39).contains(byte) : byte == mark
      }
    guard isDate else { return nil }
    let rest = text.dropFirst(form.count)
    guard let separator = rest.first else { return name + " 23:59:59" }
    let legal = Set("0123456789:+-Z".utf8)
    guard separator == UInt8(ascii: "T") || separator == UInt8(ascii: " "), rest.count >= 6,
      rest.dropFirst().allSatisfy(legal.contains)
    else { return nil }
    return name
  }

  /// The commit.
  ///
  /// - Throws: ``HistoryError/noSuchRevision(_:)``, ``GitError``.
  func commit(in repository: GitRepository) throws -> GitCommit {
    // A branch may be called like a date.
    if !name.utf8.contains(UInt8(ascii: ":")), let found = try repository.commit(named: name) {
      return found
    }
    if let time, let found = try repository.commit(before: time) { return found }
    throw HistoryError.noSuchRevision(name)
  }
}
