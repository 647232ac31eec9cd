import PWCore

// What several of pass's verbs do with the entry that they are given.

extension EntryName {
  /// The entry's key.
  ///
  /// - Throws: ``UsageError``, if the name means the root.
  func requiredKey() throws -> ServiceKey {
    guard let key else { throw UsageError("\(quoted(typed)) cannot be the name of an entry") }
    return key
  }
}

extension Session {
  /// Asks whether an entry may be overwritten, if it is there, and if there is
  /// somebody to ask.
  ///
  /// - Parameters:
  ///   - key: The entry.
  ///   - name: What to call it.
  ///   - store: The store.
  ///   - isForced: Whether not to ask.
  /// - Throws: ``QuietEnd`` if the user does not agree.
  func confirmOverwriting(
    _ key: ServiceKey, _ name: String, in store: PasswordStore, unless isForced: Bool
  ) throws {
    guard !isForced, needsConsent, try store.containsFile(key) else { return }
    // What a pipe has is no answer then.
    try mayAsk("give --force")
    let prompt = try promptAtInput()
    guard try prompt.confirm("An entry already exists for \(name). Overwrite it?") else {
      throw QuietEnd(.failure)
    }
  }
}
