import PWCore

/// An entry that is not text has no password, and shall not lose what it has.
struct NoPasswordToReplace: Failure {
  let key: ServiceKey

  var description: String { "\(quoted(key.bytes)) is not text, so it has no password to replace" }
  var hint: String? { "\"pwstore generate --force\" replaces the whole entry" }
  var exitCode: ExitCode { .failure }
}

extension Entry {
  /// Gives the entry of a key another password, and leaves all else in it.
  ///
  /// - Throws: ``NoPasswordToReplace``, ``EntryError``.
  mutating func replacePassword(of key: ServiceKey, with password: borrowing SecretBytes) throws {
    do throws(EntryError) {
      try set("password", to: password)
    } catch .notText {
      throw NoPasswordToReplace(key: key)
    }
  }
}
