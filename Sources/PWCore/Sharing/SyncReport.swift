/// What a synchronization has done.
public struct SyncReport: Sendable {
  /// The branch that the store is shared by, such as "origin/main".
  public internal(set) var upstream = ""
  /// How many commits came from there.
  public internal(set) var pulled = 0
  /// How many went there.
  public internal(set) var pushed = 0
  /// The entries that were made out of both sides.
  public internal(set) var merged: [ServiceKey] = []
  /// The entries that were encrypted anew for the present recipients.
  public internal(set) var reencrypted: [ServiceKey] = []
  /// What people should know of it: one line each.
  public internal(set) var remarks: [String] = []
}
