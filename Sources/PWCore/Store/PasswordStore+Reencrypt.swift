extension PasswordStore {
  /// Encrypts entries anew that are not encrypted to the recipients of their
  /// folders.
  ///
  /// - Parameters:
  ///   - keys: The entries.
  ///   - message: The commit's message.
  /// - Returns: Those that needed it.
  /// - Throws: As ``initialize(_:folder:named:versioned:owner:separately:)`` does; but an
  ///   entry that nobody here can decrypt is a failure, too.
  package func reencrypt(_ keys: [ServiceKey], message: String) throws -> [ServiceKey] {
    let root = try existingRoot()
    return try whileLocked(root) {
      var reencryption = Reencryption(self)
      for key in keys {
        let item = Reencryption.Item(
          key: key, source: root.appending(key.file),
          target: try writablePath(key.file, in: root), ids: try recipients(for: key.folder))
        try reencryption.add(item, isSameList: true)
      }
      var change = Change(message)
      var done: [ServiceKey] = []
      for case .encrypted(let item, let ciphertext) in try reencryption.run(sparingBroken: false) {
        change.write(ciphertext, to: item.target)
        done.append(item.key)
      }
      try transaction(root).run(change)
      return done
    }
  }
}
