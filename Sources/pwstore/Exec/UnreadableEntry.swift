import PWCore

/// An entry has no fields where one is asked for.
struct UnreadableEntry: Failure {
  let key: ServiceKey
  let cause: EntryError

  var description: String { "the entry \(quoted(key.bytes)) cannot be used: \(cause)" }

  var exitCode: ExitCode { cause.exitCode }

  var hint: String? { cause.hint }
}

extension LoadedEntries {
  /// The value of what a reference names, with the entry's key in each failure.
  ///
  /// - Throws: ``StoreError``, ``UnreadableEntry``.
  func namedValue(
    of reference: SecretReference, else field: String? = nil
  ) throws -> SecretBytes {
    do {
      return try value(of: reference, else: field)
    } catch let error as EntryError {
      throw UnreadableEntry(key: reference.key, cause: error)
    }
  }
}
