import PWCore

enum Clone {
  static let importKeys = Flag(
    "import-keys", "Import the public keys of recipients that are in the store and not here")
  static let address = Positional(
    "ADDRESS", completion: .directories, "Where the other store is: a URL, HOST:PATH, or a folder"
  ) { $0.bytes }
  static let folder = Positional(
    optional: "DIR", completion: .directories, "The new store; else the usual one", read: filePath)

  static let command = Command(
    name: "clone", summary: "Fetch a store that somebody shares", topic: .start,
    discussion: """
      Copies the repository with all of its history, and sets git up to show and merge entries. It \
      is git who goes over the network, so its settings and those of ssh apply. The folder must \
      be empty or not there yet. If none of your keys can decrypt, you are told what to ask for. \
      The public keys of recipients that are in the store, and not on this machine, are offered \
      with their fingerprints; none is imported unless you say so.
      """,
    examples: [
      .init("clone git@example.org:team/secrets.git", "Make it your store"),
      .init("clone https://example.org/secrets.git ~/team", "Keep it beside your own"),
    ],
    parameters: [importKeys.parameter, address.parameter, folder.parameter], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let folder = try arguments[folder]
    let store = session.store(at: folder ?? session.storeFolder)
    try session.fetch(store, from: try arguments[address])
    if folder != nil {
      session.note(
        "To use it: \(session.program) --store \(shellQuoted(store.root.bytes)) ..., or set PASSWORD_STORE_DIR"
      )
    }
    if store.isInitialized {
      try session.offerPublicKeys(of: store, importing: arguments[importKeys])
    }
    try session.tellOfAccess(to: store)
  }
}

extension Session {
  /// Fetches a store from where somebody shares it.
  ///
  /// - Parameters:
  ///   - store: Where it is to be.
  ///   - address: Where it comes from: a URL, `HOST:PATH`, or a folder.
  /// - Throws: ``UsageError``, and what ``PasswordStore/clone(from:)`` throws.
  func fetch(_ store: PasswordStore, from address: [UInt8]) throws {
    guard !address.isEmpty else { throw UsageError("the address is empty") }
    try store.clone(from: address)
    try store.registerMergeDriver()
    let keys = try store.keys()
    note(
      "Cloned \(keys.count == 1 ? "1 entry" : "\(keys.count) entries") to \(quoted(store.root.bytes))"
    )
  }

  /// Says what to ask for, if none of the user's keys can decrypt.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - fingerprint: The key that is to be able to; `nil` for any of the user's.
  /// - Throws: ``StoreError``, ``GPGError``.
  func tellOfAccess(to store: PasswordStore, with fingerprint: String? = nil) throws {
    guard store.isInitialized else {
      return note(
        "It names no recipients yet: \"\(program) init GPG-ID\" makes it a store")
    }
    let recipients = try store.recipients(for: .root)
    if try !store.gpg.keys(recipients, secret: true).isEmpty { return }
    warn("none of your keys is among the recipients, so you cannot decrypt anything yet")
    let own = try fingerprint ?? store.gpg.keys(secret: true).first { $0.canEncrypt }?.fingerprint
    let id = own ?? "YOUR-KEY"
    warn(
      "hint: send your public key to someone who can, and ask for:"
        + " \(program) recipients add \(id)")
  }
}
