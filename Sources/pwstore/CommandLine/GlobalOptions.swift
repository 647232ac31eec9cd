import PWCore

/// The options that stand before or behind any command.
enum GlobalOptions {
  static let store = Option(
    "store", value: "DIR", completion: .directories,
    "The store; else $PASSWORD_STORE_DIR, else ~/.password-store"
  ) { (word) throws(UsageError) -> FilePath in
    guard !word.bytes.isEmpty else { throw UsageError("option \"--store\" needs a folder") }
    return FilePath(word.bytes)
  }

  static let batch = Flag(
    "batch", "Ask nobody anything, but fail; as with $PWSTORE_BATCH=1, or without a terminal")

  static let passphraseFile = Option(
    "passphrase-file", value: "FILE", completion: .files,
    "Unlock keys with the first line of FILE; else of $PWSTORE_PASSPHRASE_FILE"
  ) { (word) throws(UsageError) -> FilePath in
    guard !word.bytes.isEmpty else {
      throw UsageError("option \"--passphrase-file\" needs a file")
    }
    return FilePath(word.bytes)
  }

  static let passphraseDescriptor = Option(
    "passphrase-fd", value: "N",
    "The same from the open file N; else $PWSTORE_PASSPHRASE_FD, or $PWSTORE_PASSPHRASE itself"
  ) { (word) throws(UsageError) -> Int32 in
    guard let number = word.text.flatMap({ Int32($0) }), number >= 0 else {
      throw UsageError("\(word) is no number of an open file")
    }
    return number
  }

  static let help = Flag("help", "h", "Show the help")

  /// Understood before a command only.
  static let version = Flag("version", "Show the program's version")

  /// What every command takes besides its own parameters.
  static let parameters = [
    store.parameter, batch.parameter, passphraseFile.parameter, passphraseDescriptor.parameter,
    help.parameter,
  ]

  /// The same and what stands before a command only, as help and manual list them.
  static let shown = parameters + [version.parameter]
}
