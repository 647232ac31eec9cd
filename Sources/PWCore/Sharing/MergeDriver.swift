import Glibc

/// The merge of one entry for git, which calls us for it: see gitattributes(5),
/// "Defining a custom merge driver".
package struct MergeDriver {
  /// The store that has the entry.
  package let root: FilePath
  /// The entry's key.
  package let key: ServiceKey

  /// Finds out which entry git means.
  ///
  /// Git starts us at the top of the work tree.
  ///
  /// - Parameters:
  ///   - path: The file, relative to there: what git calls `%P`.
  ///   - store: The user's store, which need not be the one.
  /// - Throws: ``StoreError/Reason/illegalKey`` if the file is no entry.
  package init(of path: [UInt8], store: FilePath) throws(StoreError) {
    let top = (try? FilePath.current.resolved()) ?? FilePath.current
    var (root, relative) = (top, path)
    if let store = try? store.resolved(), let inside = top.appending(path).relative(to: store) {
      (root, relative) = (store, inside)
    }
    guard relative.ends(with: ServiceKey.suffix) else {
      throw StoreError(.illegalKey, "cannot merge \(quoted(path)): it is not an entry's file")
    }
    self.root = root
    key = ServiceKey(found: Array(relative.dropLast(ServiceKey.suffix.count)))
  }

  /// Merges three files into the second one.
  ///
  /// - Parameters:
  ///   - base: What both sides come from; it may be empty, or missing.
  ///   - ours: That of our side, which is replaced as a whole, or stays as it is.
  ///   - theirs: That of the other side.
  ///   - store: The store at ``root``.
  /// - Throws: ``StoreError/Reason/conflict`` if a person has to choose,
  ///   ``StoreError/Reason/decryption``, ``StoreError/Reason/encryption``, or
  ///   ``SystemError``.
  package func merge(
    base: FilePath, ours: FilePath, theirs: FilePath, in store: PasswordStore
  ) throws {
    let old = try readFile(ours)
    let base = try readFileIfAny(base).flatMap { $0.isEmpty ? nil : $0 }
    let merge = try CiphertextMerge(
      of: key, base: base, ours: old, theirs: try readFile(theirs), in: store)
    let names = merge.conflicts.map(\.name)
    guard names.isEmpty else {
      throw StoreError(
        .conflict,
        "conflict in \(quoted(key.bytes)): both sides have changed \(names.joined(separator: ", "))",
        hint: hint)
    }
    let new = try merge.ciphertext(choosing: [], label: "")
    guard new != old else { return }
    let temporary = FilePath(ours.bytes + Array(".pwstore-\(getpid())".utf8))
    do {
      try writeNewFile(temporary, new, mode: 0o600)
      try moveFile(temporary, to: ours)
    } catch {
      try? removeFile(temporary)
      throw error
    }
  }

  /// What the user can do when there is no merge.
  package var hint: String { "choose with \"pwstore resolve \(shellQuoted(key.bytes))\"" }
}

extension EntryMerge.Conflict {
  /// What to call it in a message.
  fileprivate var name: String {
    if case .field(let name) = subject { quoted(name) } else { "its whole text" }
  }
}
