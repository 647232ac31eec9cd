/// What a document changes in a store, or would change.
public struct DocumentChanges: Sendable {
  /// An entry that is new, or becomes another one.
  public struct Entry: Sendable {
    /// Its key.
    public let key: ServiceKey
    /// The names of the fields that are new, other or gone; `nil` if that cannot
    /// be told, since it is or was no text, or cannot be decrypted here.
    public let fields: [String]?
  }

  /// The entries that are new.
  public internal(set) var created: [Entry] = []
  /// The entries that become other ones.
  public internal(set) var changed: [Entry] = []
  /// The entries that are deleted.
  public internal(set) var deleted: [ServiceKey] = []
  /// The entries that are as they should be.
  public internal(set) var unchanged: [ServiceKey] = []

  /// Whether nothing changes.
  public var isEmpty: Bool { created.isEmpty && changed.isEmpty && deleted.isEmpty }

  /// The message for the commit.
  var message: String {
    let groups = [
      ("created", created.map(\.key)), ("changed", changed.map(\.key)), ("deleted", deleted),
    ].filter { !$0.1.isEmpty }
    let counts = groups.map { "\($1.count) \($0)" }.joined(separator: ", ")
    let lists = groups.map { name, keys in
      "\n\(name):\n" + keys.map { "- \($0)\n" }.joined()
    }
    return "Apply a document: \(counts).\n" + lists.joined()
  }
}
