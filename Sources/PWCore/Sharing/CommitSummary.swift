/// Who made a commit, and when.
public struct CommitSummary: Hashable, Sendable {
  /// The whole id, in hexadecimal digits.
  public let id: String
  /// As few digits of the id as are enough in this repository.
  public let abbreviation: String
  /// Who made the change.
  public let author: String
  /// Their mail address.
  public let email: String
  /// When, in seconds since 1970.
  public let seconds: Int
  /// The first paragraph of the message, in one line.
  public let subject: String

  init(_ commit: GitCommit) {
    (id, abbreviation) = (commit.id, commit.abbreviation)
    (author, email, seconds) = (commit.author, commit.email, commit.seconds)
    subject = String(decoding: commit.subject, as: UTF8.self)
  }

  /// When, as ISO 8601 has it, in local time.
  public var date: String { localTime(secondsSince1970: seconds) }
}
