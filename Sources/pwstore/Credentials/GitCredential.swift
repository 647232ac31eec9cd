import PWCore

/// The helper with which git gets user names and passwords from the store; see
/// gitcredentials(7).
enum GitCredential {
  static let folder = Option(
    "folder", value: "FOLDER", completion: .folders,
    "Where the accounts are; else \"git\", and for those that are there, the top of the store",
    read: folderName)
  static let operation = Positional(
    "OPERATION", completion: .words(["get", "store", "erase"]),
    "\"get\", \"store\" or \"erase\"; others are for other helpers", read: text)

  static let command = Command(
    name: "git-credential", summary: "Give git the user names and passwords of its remotes",
    topic: .programs,
    discussion: """
      Git calls it, as git-credential-pwstore, after "git config --global credential.helper \
      pwstore". The account of a host is the entry git/HOST/USER, in which the first line is the \
      password; after a new one has worked, git has it saved there. Found are also git/HOST, \
      HOST/USER and HOST, so that the entries that are there will do. The field "username" counts \
      for more than the key; an entry with a field "url" is for that host and protocol only, and \
      without one, what is not in git/ is for hosts with a full stop in their names, and not for \
      http.

      With credential.useHttpPath, git tells accounts of one host apart by the path, and so do the \
      keys: git/HOST/PATH/USER. Where there are several users, git has to name one: "git config \
      credential.https://HOST.username USER".

      What git was refused with is deleted from git/, if it is still the password there. Where \
      an entry is there but cannot be decrypted, git is told to give up, rather than ask for a \
      password and have it saved over the entry.
      """,
    examples: [
      .init("git-credential get <<< url=https://example.org", "See what git would get")
    ],
    parameters: [folder.parameter, operation.parameter],
    alsoCalled: "git-credential-pwstore", run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let operation = try arguments[operation]
    let store = CredentialStore(store: session.store(), folder: try arguments[folder])
    switch operation {
    case "get": try get(try CredentialRequest(try session.readInput()), from: store, in: session)
    case "store": try save(try CredentialRequest(try session.readInput()), in: store)
    case "erase": try erase(try CredentialRequest(try session.readInput()), in: store, session)
    // Git may learn to say more, and wants no complaint then.
    default: return
    }
  }

  private static func get(
    _ request: CredentialRequest, from store: CredentialStore, in session: Session
  ) throws {
    let found: CredentialAccount?
    do {
      found = try store.account(for: request)
    } catch let error as StoreError where error.reason == .decryption {
      try session.output.write("quit=1\n")
      throw error
    }
    guard let account = found else { throw QuietEnd(.notFound) }
    var lines: [(String, SharedSecret)] = []
    func add(_ name: String, _ value: String?) {
      if let value { lines.append((name, SharedSecret(SecretBytes(value.utf8)))) }
    }
    add("username", account.user)
    lines.append(("password", account.password))
    add("password_expiry_utc", account.expiry)
    if let token = account.refreshToken { lines.append(("oauth_refresh_token", token)) }
    for (_, value) in lines where value.bytes.withBytes({ hasSeveralLines($0) }) {
      throw CredentialError.notOneLine(account.key)
    }
    for (name, value) in lines {
      try session.output.write("\(name)=")
      try session.output.write(value.bytes)
      try session.output.write("\n")
    }
  }

  private static func hasSeveralLines(_ bytes: borrowing Span<UInt8>) -> Bool {
    bytes.withUnsafeBytes { $0.contains(UInt8(ascii: "\n")) || $0.contains(0) }
  }

  private static func save(_ request: CredentialRequest, in store: CredentialStore) throws {
    guard let password = request.password, let user = request.user else { return }
    let fields: [(String, SharedSecret?)] = [
      ("password", password),
      (CredentialAccount.expiryField, request.expiry.map { SharedSecret(SecretBytes($0.utf8)) }),
      (CredentialAccount.refreshTokenField, request.refreshToken),
    ]
    // Where accounts are told apart by the path, the one of the host is another.
    let known = try store.account(for: request, exactly: true)
    if known == nil, let serving = try store.account(for: request),
      serving.password.bytes.isEqual(to: password.bytes)
    {
      return
    }
    if let account = known {
      // Of what has not changed, git says nothing.
      try store.store.update(account.key) { entry in
        for case (let name, let value?) in fields { try entry.set(name, to: value.bytes) }
      }
      return
    }
    guard let key = try store.newKey(for: request) else { return }
    var entry = Entry()
    try entry.set("password", to: password.bytes)
    try entry.set("username", to: SecretBytes(user.utf8))
    if let address = request.address { try entry.set("url", to: SecretBytes(address.utf8)) }
    for case (let name, let value?) in fields.dropFirst() { try entry.set(name, to: value.bytes) }
    try store.store.save(entry, for: key)
  }

  private static func erase(
    _ request: CredentialRequest, in store: CredentialStore, _ session: Session
  ) throws {
    guard let account = try store.account(for: request) else { return }
    if let refused = request.password, !refused.bytes.isEqual(to: account.password.bytes) { return }
    guard store.isOwn(account.key) else {
      return session.warn(
        "the password of \(quoted(account.key.bytes)) was refused; change it, or delete the entry")
    }
    try store.store.delete(account.key)
  }
}
