/// A name in a tree of names, with the names below it.
struct TreeNode: Sendable {
  /// What a name stands for.
  enum Kind: Sendable, Equatable {
    case entry
    case folder
    /// A symbolic link, and where it leads.
    case link(target: [UInt8])
  }

  /// The bytes to show.
  var name: [UInt8]
  var kind = Kind.entry
  /// In the order of the drawing.
  var children: [TreeNode] = []
}
