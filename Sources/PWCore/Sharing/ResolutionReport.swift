/// What has become of the conflicts that a merge of git's had left.
package struct ResolutionReport: Sendable {
  /// The entries that have no conflict any more.
  package internal(set) var resolved: [ServiceKey] = []
  /// What people should know of it: one line each.
  package internal(set) var remarks: [String] = []
  /// Other files that still have conflicts, relative to the store.
  package internal(set) var remaining: [[UInt8]] = []
  /// The git command that ends what git has begun; `nil` if there is nothing.
  package internal(set) var continuation: String?
}
