extension PasswordStore {
  /// Moves an entry, or a folder with all that is in it, to another name.
  ///
  /// Files stay as they are, byte for byte; only entries that have other
  /// recipients at the new place are encrypted anew. All is one commit, or one in
  /// each repository concerned; if it fails for one of them, nothing is changed.
  ///
  /// - Parameters:
  ///   - item: The entry or folder; see ``item(_:preferringFolder:)``.
  ///   - destination: What it becomes; see ``destination(of:at:isFolder:)``.
  ///   - names: What to call the two in commits, if not so.
  ///   - overwriting: Whether an entry that is there may be replaced.
  /// - Returns: The entries that were encrypted anew, by their new names.
  /// - Throws: ``StoreError``: ``StoreError/Reason/badDestination``,
  ///   ``StoreError/Reason/noSuchEntry``, ``StoreError/Reason/decryption``,
  ///   ``StoreError/Reason/encryption``, those of ``recipients(for:)``,
  ///   ``StoreError/Reason/outside``, ``StoreError/Reason/inTheWay``,
  ///   ``StoreError/Reason/busy``, ``StoreError/Reason/interrupted``,
  ///   ``StoreError/Reason/putBack``; or ``SystemError``.
  @discardableResult
  public func move(
    _ item: StoreItem, to destination: StoreItem, named names: (old: String, new: String)? = nil,
    overwriting: Bool = false
  ) throws -> [ServiceKey] {
    let names = names ?? ("\(item)", "\(destination)")
    var change = Change("Rename \(names.old) to \(names.new).")
    change.removalMessage = "Remove \(names.old)."
    return try relocate(item, to: destination, change, moves: true, overwriting: overwriting)
  }

  /// Copies an entry, or a folder with all that is in it, but not git's own
  /// files; otherwise as ``move(_:to:named:overwriting:)``.
  @discardableResult
  public func copy(
    _ item: StoreItem, to destination: StoreItem, named names: (old: String, new: String)? = nil,
    overwriting: Bool = false
  ) throws -> [ServiceKey] {
    let names = names ?? ("\(item)", "\(destination)")
    let change = Change("Copy \(names.old) to \(names.new).")
    return try relocate(item, to: destination, change, moves: false, overwriting: overwriting)
  }

  private func relocate(
    _ item: StoreItem, to destination: StoreItem, _ change: Change, moves: Bool, overwriting: Bool
  ) throws -> [ServiceKey] {
    let root = try existingRoot()
    return try whileLocked(root) {
      var change = change
      let relocation = try Relocation(item, to: destination, moves: moves, self, in: root)
      let reencrypted = try relocation.plan(&change, overwriting: overwriting)
      try transaction(root).run(change)
      relocation.finish()
      return reencrypted
    }
  }
}
