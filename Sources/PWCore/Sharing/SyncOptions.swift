/// How a store is to be synchronized.
public struct SyncOptions {
  /// The remote; `nil` for the one that the branch follows, or the only one.
  public var remote: String?
  /// Whether to push what is new here.
  public var pushes = true
  /// Whether to fetch and merge what is new there.
  public var pulls = true
  /// Whether to wait until nobody else synchronizes this store, and then to do
  /// nothing if somebody has begun, and come to an end, meanwhile.
  public var waitsForOthers = false
  /// Chooses where both sides have changed the same; nobody does, unless set.
  public var decide: MergeDecision = { _ in nil }
  /// Called before entries are encrypted to recipients that may have come from the
  /// remote, and whose keys may not be here yet.
  public var recipientsMayBeNew: () throws -> Void = {}
  /// How often a push is tried while others push as well.
  public var attempts = 60

  /// The usual way.
  public init() {}
}
