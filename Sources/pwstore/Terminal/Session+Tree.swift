import PWCore

// How a part of the store is drawn.

extension Session {
  /// What is in a folder, in the locale's order, with all that drawing it takes.
  ///
  /// - Throws: What ``PasswordStore/tree(of:withModes:sortKey:)`` throws.
  func tree(of folder: FolderName, in store: PasswordStore) throws -> StoreTree {
    try store.tree(
      of: folder, withModes: terminal.wantsColor,
      sortKey: NameOrder(environment).map { order in { order.sortKey($0) } }
    )
  }

  /// Draws names and all below them.
  ///
  /// - Throws: ``StreamError``.
  func draw(_ tree: StoreTree) throws(StreamError) {
    try TreeDrawing(for: terminal, environment).draw(tree) { bytes throws(StreamError) in
      try output.write(bytes)
    }
  }
}
