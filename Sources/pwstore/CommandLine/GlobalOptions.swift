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

  static let help = Flag("help", "h", "Show this help")

  /// Understood before a command only.
  static let version = Flag("version", "Show the program's version")

  /// What every command takes besides its own parameters.
  static let parameters = [store.parameter, help.parameter]
}
