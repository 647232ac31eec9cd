/// Something that both sides of a merge have changed, each in its own way, so that
/// a person is to choose.
public struct MergeConflict: Sendable {
  /// The file, relative to the store; of a renamed one, what it was called before.
  public let path: [UInt8]
  /// What of it both have changed.
  public let subject: Subject
  /// The side of the one who merges.
  public let ours: Version
  /// The other side.
  public let theirs: Version

  /// What both sides have changed.
  public enum Subject: Hashable, Sendable {
    /// One field of an entry, by its name.
    case field(String)
    /// An entry that has no fields, or a file that is no entry, as a whole.
    case content
    /// Where an entry is kept: each side has moved it to another place. The
    /// paths are relative to the store.
    case name(ours: [UInt8], theirs: [UInt8])
  }

  /// One side of it.
  public struct Version: Sendable {
    /// Who changed it last: a name, or a name and an address.
    public var author: String
    /// When, in seconds since 1970.
    public var seconds: Int
    /// What the field, or the whole entry, is now; `nil` if it has been removed,
    /// or for a name.
    public var value: SharedSecret?

    /// Describes a side.
    public init(author: String, seconds: Int, value: SharedSecret? = nil) {
      (self.author, self.seconds, self.value) = (author, seconds, value)
    }
  }

  /// Describes a conflict.
  public init(path: [UInt8], subject: Subject, ours: Version, theirs: Version) {
    (self.path, self.subject, self.ours, self.theirs) = (path, subject, ours, theirs)
  }
}

/// How a conflict is to end.
public enum MergeChoice: Sendable {
  /// As on the side of the one who merges.
  case ours
  /// As on the other side.
  case theirs
  /// Ours, with theirs kept beside it under another name.
  case both
  /// With a value of its own, for a field or an entry's content.
  case value(SharedSecret)
}

/// Chooses for a conflict; `nil` if it cannot.
public typealias MergeDecision = (MergeConflict) throws -> MergeChoice?
