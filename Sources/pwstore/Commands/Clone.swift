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
    name: "clone", summary: "Fetch a store that somebody shares",
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
    let address = try arguments[address]
    guard !address.isEmpty else { throw UsageError("the address is empty") }
    let folder = try arguments[folder]
    let store = session.store(at: folder ?? session.storeFolder)
    try store.clone(from: address)
    try store.registerMergeDriver()
    let keys = try store.keys()
    session.note(
      "Cloned \(keys.count == 1 ? "1 entry" : "\(keys.count) entries") to \(quoted(store.root.bytes))"
    )
    if folder != nil {
      session.note(
        "To use it: \(session.program) --store \(shellQuoted(store.root.bytes)) ..., or set PASSWORD_STORE_DIR"
      )
    }
    if store.isInitialized {
      try session.offerPublicKeys(of: store, importing: arguments[importKeys])
    }
    try tellOfAccess(to: store, in: session)
  }

  /// Says what to ask for, if none of the user's keys can decrypt.
  private static func tellOfAccess(to store: PasswordStore, in session: Session) throws {
    guard store.isInitialized else {
      return session.note(
        "It names no recipients yet: \"\(session.program) init GPG-ID\" makes it a store")
    }
    let recipients = try store.recipients(for: .root)
    if try !store.gpg.keys(recipients, secret: true).isEmpty { return }
    session.warn("none of your keys is among the recipients, so you cannot decrypt anything yet")
    let own = try store.gpg.keys(secret: true).first { $0.canEncrypt }
    let id = own?.fingerprint ?? "YOUR-KEY"
    session.warn(
      "hint: send your public key to someone who can, and ask for:"
        + " \(session.program) recipients add \(id)")
  }
}
