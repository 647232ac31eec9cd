import Glibc
import PWCore

extension Session {
  /// The store that the command is to work on.
  ///
  /// What the store has to tell goes to standard error, and the environment
  /// variables that pass has for it have their say.
  ///
  /// - Parameter folder: The store's folder, if it is not the one that the user
  ///   has named.
  /// - Returns: The store.
  func store(at folder: FilePath? = nil) -> PasswordStore {
    let store = PasswordStore(at: folder ?? storeFolder)
    store.notice = { warn($0) }
    store.programCommand = commandForGit
    store.unlocking = unlocking
    let options = environment.bytes("PASSWORD_STORE_GPG_OPTS") ?? []
    store.gpgOptions = options.split { Array(" \t\n".utf8).contains($0) }.map(Array.init)
    if let seconds = environment["PWSTORE_LOCK_TIMEOUT"].flatMap({ Double($0) }), seconds >= 0 {
      store.lockTimeout = .milliseconds(Int64(min(seconds, 1e6) * 1000))
    }
    if let mask = umask {
      store.umask = mask
      // For what git makes, too.
      _ = Glibc.umask(mask)
    }
    let ids = environment["PASSWORD_STORE_KEY"].map(words) ?? []
    store.recipientsOverride = ids.isEmpty ? nil : ids
    store.signingKeys = environment["PASSWORD_STORE_SIGNING_KEY"].map(words) ?? []
    // To pass, it would be a folder that nobody asked for.
    store.sharesPublicKeys = !isCalledPass
    store.hasCommitted = { sequel.add($0, to: store.root) }
    return store
  }

  /// How git is to call this program: by its name where that leads here.
  private func commandForGit() -> [UInt8]? {
    guard let own = try? FilePath("/proc/self/exe").resolved() else { return nil }
    if let found = findProgram("pwstore"), (try? found.resolved()) == own {
      return Array("pwstore".utf8)
    }
    return Array(shellQuoted(own.bytes).utf8)
  }

  private func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\t" || $0 == "\n" }.map(String.init)
  }
}
