import Glibc
import PWCore

extension Session {
  /// The store that the command is to work on.
  ///
  /// What the store has to tell goes to standard error.
  func store() -> PasswordStore {
    let store = PasswordStore(at: storeFolder)
    store.notice = { warn($0) }
    let options = environment.bytes("PASSWORD_STORE_GPG_OPTS") ?? []
    store.gpgOptions = options.split { Array(" \t\n".utf8).contains($0) }.map(Array.init)
    if let seconds = environment["PWSTORE_LOCK_TIMEOUT"].flatMap({ Double($0) }), seconds >= 0 {
      store.lockTimeout = .milliseconds(Int64(min(seconds, 1e6) * 1000))
    }
    return store
  }
}
