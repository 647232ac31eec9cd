import Glibc

/// A keychain: a folder of entries, each one OpenPGP file, normally in a git
/// repository, in pass's own format.
///
/// One thread at a time may use a store object; therefore the class is not
/// `Sendable`. Any number of processes may use one store.
public final class PasswordStore {
  /// The store's folder, as given but absolute.
  public let root: FilePath
  /// What new files and folders lack of 0666 and 0777: all for others and the
  /// group, unless set.
  public var umask: UInt32 = 0o077
  /// How long a writer waits for another one: a minute, unless set.
  public var lockTimeout: Duration = .seconds(60)
  /// Called with one line when the store has something to tell that is no error,
  /// such as that it has finished what another process had begun.
  public var notice: ((String) -> Void)?

  /// The ids to encrypt to in place of those that recipients files name, which
  /// then need not be there and are not verified; `nil` for none.
  public var recipientsOverride: [String]?
  /// The fingerprints of the keys that may sign recipients files.
  ///
  /// Unless there are none, each recipients file has to be signed by one of them,
  /// in a file beside it with `.sig` behind its name, before it is used.
  public var signingKeys: [String] = []
  /// Whether the recipients' public keys are kept in the store, in `.public-keys`,
  /// when the recipients change, so that all who have the store have the keys.
  public var sharesPublicKeys = true
  /// Asked while many files are changed whether that is to be given up, as a
  /// program does when the user presses Ctrl-C; nothing is then changed.
  public var isInterrupted: (() -> Bool)?
  /// Told how many of how many entries are encrypted anew by now, on the thread
  /// that called the store.
  public var progress: ((_ done: Int, _ total: Int) -> Void)?
  /// Options for each `gpg` that works on entries and recipients files, put
  /// first on its command line; to be set before anything else is done.
  ///
  /// Commits are signed without them, as by git.
  public var gpgOptions: [[UInt8]] = []

  /// How secret keys are unlocked; to be set before anything else is done.
  public var unlocking = GPGUnlocking.pinentry

  /// Tells how git is to call the program that merges entries, as a word for a
  /// shell; `nil` if there is none.
  package var programCommand: (() -> [UInt8]?)?

  /// Told, when a change is committed to the store's own repository, what its
  /// settings want to be done then.
  package var hasCommitted: ((AutoSharing) -> Void)?

  private let gpgHome: FilePath?
  private var openedGPG: GPGContext?
  /// The files whose signatures were verified, with both contents.
  var verified: [FilePath: [[UInt8]]] = [:]
  private var contested: [ContestedCommit] = []

  /// Names a store, which need not exist yet.
  ///
  /// - Parameters:
  ///   - root: The store's folder; a relative path counts from the current one.
  ///     The user's own store if none is given; see ``defaultRoot``.
  ///   - gpgHome: GnuPG's home; `nil` for `$GNUPGHOME` or else the default one.
  public init(at root: FilePath = defaultRoot, gpgHome: FilePath? = nil) {
    self.root = root.isAbsolute ? root : FilePath.current.appending(root.bytes)
    self.gpgHome = gpgHome
  }

  /// The folder of the user's store.
  ///
  /// That is `PASSWORD_STORE_DIR`, unless it is empty, else `~/.password-store`.
  public static var defaultRoot: FilePath {
    if let folder = environmentValue("PASSWORD_STORE_DIR") { return FilePath(folder) }
    return FilePath(environmentValue("HOME") ?? Array("/".utf8)).appending(".password-store")
  }

  /// The session with GnuPG, begun when it is first needed.
  ///
  /// - Throws: ``GPGError/Reason/notInstalled``.
  public var gpg: GPGContext {
    get throws(GPGError) {
      if let openedGPG { return openedGPG }
      let new = try newSession()
      openedGPG = new
      return new
    }
  }

  /// Another session with GnuPG like ``gpg``, for another thread.
  ///
  /// - Throws: ``GPGError/Reason/notInstalled``.
  func newSession() throws(GPGError) -> GPGContext {
    try newSession(options: gpgOptions)
  }

  private func newSession(options: [[UInt8]]) throws(GPGError) -> GPGContext {
    let session = try GPGContext(homeDirectory: gpgHome, options: options)
    session.unlocking = unlocking
    return session
  }

  /// The store's folder without symbolic links.
  ///
  /// - Throws: ``StoreError/Reason/noStore`` if there is none.
  func existingRoot() throws(StoreError) -> FilePath {
    do throws(SystemError) {
      let resolved = try root.resolved()
      if FileKind(resolved) == .folder { return resolved }
      throw SystemError(code: ENOTDIR, action: "open", path: root)
    } catch {
      throw StoreError(
        .noStore, "there is no password store at \(quoted(root.bytes)): \(error.reason)",
        hint: Self.wayToBegin)
    }
  }

  /// What to do where there is no store.
  package static let wayToBegin =
    "\"pwstore setup\" makes one, or fetches one that is shared;"
    + " with a key of your own: \"pwstore init GPG-ID\""

  // MARK: - Reading

  /// Reads and decrypts an entry.
  ///
  /// - Parameter key: The entry's key.
  /// - Returns: The entry, whose bytes are wiped when it is released.
  /// - Throws: ``StoreError``: ``StoreError/Reason/illegalKey``,
  ///   ``StoreError/Reason/noStore``, ``StoreError/Reason/noSuchEntry`` or
  ///   ``StoreError/Reason/decryption`` (its cause tells why); or
  ///   ``SystemError``.
  public func load(_ key: some ServiceKeyConvertible) throws -> Entry {
    let key = try key.serviceKey()
    return Entry(try decrypt(try ciphertext(of: key), of: key))
  }

  /// Whether there is an entry; decrypts nothing.
  ///
  /// - Throws: ``StoreError/Reason/illegalKey``, ``StoreError/Reason/noStore``.
  public func contains(_ key: some ServiceKeyConvertible) throws -> Bool {
    let key = try key.serviceKey()
    return FileKind(try readableRoot().appending(key.file)) == .file
  }

  /// Whether there is a folder.
  ///
  /// - Throws: ``StoreError/Reason/noStore``.
  public func contains(_ folder: FolderName) throws -> Bool {
    FileKind(try readableRoot().appending(folder.bytes)) == .folder
  }

  /// The encrypted bytes of an entry.
  ///
  /// - Throws: ``StoreError/Reason/noStore``, ``StoreError/Reason/noSuchEntry``,
  ///   or ``SystemError``.
  public func ciphertext(of key: ServiceKey) throws -> [UInt8] {
    let root = try readableRoot()
    do throws(SystemError) {
      return try readFile(root.appending(key.file))
    } catch {
      let codes = [ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG]
      guard codes.contains(error.code) else { throw error }
      let isFolder = FileKind(root.appending(key.bytes)) == .folder
      throw StoreError.noSuchEntry(
        key,
        hint: isFolder ? "it is a folder; \"pwstore ls \(shellQuoted(key.bytes))\" lists it" : nil)
    }
  }

  /// Whether a file stands where the entry's would be, or a link to anything.
  ///
  /// - Throws: ``StoreError/Reason/noStore``.
  package func containsFile(_ key: ServiceKey) throws -> Bool {
    switch FileKind(try readableRoot().appending(key.file), followingLinks: false) {
    case .file, .link: true
    default: false
    }
  }

  /// Whether the store has recipients of its own.
  public var isInitialized: Bool {
    FileKind(root.appending(RecipientsFile.name)) != nil
  }

  package func decrypt(_ ciphertext: [UInt8], of key: ServiceKey) throws -> SecretBytes {
    do throws(GPGError) {
      return try gpg.decrypt(ciphertext)
    } catch {
      throw StoreError.cannotDecrypt(key.bytes, error)
    }
  }

  /// The ids to which entries of a folder are encrypted: those of the nearest
  /// recipients file at or above it.
  ///
  /// - Throws: ``StoreError/Reason/notInitialized`` if there is no such file,
  ///   ``StoreError/Reason/badRecipients``, ``StoreError/Reason/conflict``,
  ///   ``StoreError/Reason/badSignature``.
  public func recipients(for folder: FolderName) throws -> [String] {
    if let recipientsOverride { return recipientsOverride }
    let root = try existingRoot()
    for candidate in folder.andThoseAbove {
      if let ids = try ownRecipients(of: root.appending(candidate.bytes)) { return ids }
    }
    throw StoreError(
      .notInitialized, "the store \(quoted(root.bytes)) is not initialised: it names no recipients",
      hint: "run \"pwstore init GPG-ID\" with the id of your OpenPGP key")
  }

  /// The store's folder for a reader, who first tidies up what a dead writer
  /// left, as far as that is possible without waiting.
  func readableRoot() throws -> FilePath {
    let root = try existingRoot()
    if FileKind(Journal.path(in: root)) != nil {
      // A failure to lock means that the writer is alive.
      try? StoreLock.hold(root, timeout: .zero) { recover(root, mayCommit: false) }
    }
    return root
  }

  // MARK: - For all that write

  /// Runs `body` while holding the store's lock, after finishing what a dead
  /// writer left; then sees to it that its commits last.
  func whileLocked<Result>(
    _ root: FilePath, _ body: () throws -> Result
  ) throws -> Result {
    contested = []
    let result = try StoreLock.hold(root, timeout: lockTimeout, whileWaiting: checkInterruption) {
      if FileKind(Journal.path(in: root)) != nil { recover(root, mayCommit: true) }
      return try body()
    }
    for commit in contested {
      try commit.defend { try StoreLock.hold(root, timeout: lockTimeout, $0) }
    }
    return result
  }

  /// Gives up a change that is not to go on.
  ///
  /// - Throws: ``StoreError/Reason/interrupted``.
  func checkInterruption() throws(StoreError) {
    if isInterrupted?() == true {
      throw StoreError(.interrupted, "interrupted, so nothing was changed")
    }
  }

  func transaction(_ root: FilePath) -> ChangeTransaction {
    var transaction = ChangeTransaction(root: root, umask: umask) { payload, key in
      let signer = self.gpgOptions.isEmpty ? try self.gpg : try self.newSession(options: [])
      return try signer.sign(payload, by: key, armored: true)
    }
    transaction.prepareSigning = unlockSigning
    transaction.checkInterruption = checkInterruption
    transaction.isContested = { self.contested.append($0) }
    transaction.hasCommitted = { repository in
      guard let tell = self.hasCommitted, repository.workTree == root else { return }
      if let sharing = AutoSharing(repository) { tell(sharing) }
    }
    return transaction
  }

  /// Lets gpg-agent know the passphrase where the git program is about to sign: the
  /// gpg that it starts knows nothing of ``unlocking``.
  ///
  /// - Throws: ``GPGError``, if git could not sign, either.
  func unlockSigning(in repository: GitRepository) throws {
    if case .pinentry = unlocking { return }
    guard repository.signsWithOpenPGP else { return }
    let key = repository.configuration("user.signingKey")
    _ = try newSession(options: []).sign([], by: key?.isEmpty == false ? key : nil)
  }

  private func recover(_ root: FilePath, mayCommit: Bool) {
    do {
      if let message = try transaction(root).recover(mayCommit: mayCommit) {
        notice?("finished a change that had been interrupted: \(printable(message))")
      }
    } catch let error as any Failure {
      notice?("a change had been interrupted: \(error)")
    } catch {
      notice?("a change had been interrupted, and cannot be finished")
    }
  }
}
