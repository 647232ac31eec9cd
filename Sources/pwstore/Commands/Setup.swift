import Glibc
import PWCore

enum Setup {
  static let name = Option("name", value: "NAME", "The name for the key", read: text)
  static let email = Option("email", value: "ADDRESS", "The mail address for the key", read: text)
  static let noPassphrase = Flag("no-passphrase", "Protect the key with no passphrase")
  static let noGit = Flag("no-git", "Do not make the store a git repository")
  static let clone = Option(
    "clone", value: "ADDRESS", "Fetch the store that somebody shares there, as \"clone\" does"
  ) { $0.bytes }
  static let completion = Option<CompletionScript.Shell?>(
    "completion", value: "SHELL", bare: .some(nil),
    completion: .words(CompletionScript.Shell.allCases.map(\.rawValue)),
    "Install Tab completion for bash, zsh or fish; without SHELL, for $SHELL"
  ) { try Completion.shell(named: $0) }

  static let command = Command(
    name: "setup", summary: "Begin: make an OpenPGP key and a store, or fetch a store",
    topic: .start,
    discussion: """
      Asks whether to fetch a store that somebody shares, for your address and your name. A \
      secret key for that address that is there already is used; else one is made that does not \
      expire, and GnuPG asks for its passphrase, unless it is given. Then the store is made as by \
      "init", or fetched as by "clone". The key's fingerprint is printed.

      In the end it offers to install Tab completion for your shell, where that has none yet. \
      What is given by an option is not asked for.
      """,
    examples: [
      .init("setup", "Answer the questions"),
      .init("setup --clone git@example.org:team/secrets.git", "Join a team"),
      .init(
        "setup --batch --name CI --email ci@example.org --no-passphrase", "For a script"),
    ],
    parameters: [
      clone.parameter, name.parameter, email.parameter, noPassphrase.parameter, noGit.parameter,
      completion.parameter,
    ], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let store = session.store()
    let shell = try arguments[completion].map { try $0 ?? userShell(session) }
    if store.isInitialized {
      guard let shell else {
        throw UsageError(
          "the store \(quoted(store.root.bytes)) is set up already",
          hint: "\"\(session.program) init\" changes for whom it is encrypted")
      }
      return try installation(for: shell, session).install(in: session)
    }
    var address = try arguments[clone]
    // What will not do for a key is to be known before anything is made or fetched.
    if address == nil || arguments.has(email.parameter) { try check(arguments, store, session) }
    let isTold = try address != nil || arguments[name] != nil || arguments[email] != nil
    let asks = !isTold && session.attendance != .batch
    if asks {
      session.note("There is no password store at \(quoted(store.root.bytes)) yet.")
      let answer = try ask("Address of one to fetch (Enter makes a new one): ", in: session)
      if !answer.allSatisfy(\.isWhitespace) { address = Array(answer.utf8) }
    }
    if let address {
      guard !arguments[noGit] else {
        throw UsageError("what is fetched is a git repository: \"--no-git\" does not go with it")
      }
      try fetch(store, from: address, arguments, session)
    } else {
      try make(store, arguments, session)
    }
    if let shell {
      try installation(for: shell, session).install(in: session)
    } else if asks, let shell = CompletionScript.Shell.ofUser(session.environment) {
      try offer(installation(for: shell, session), session)
    }
  }

  private static func installation(
    for shell: CompletionScript.Shell, _ session: Session
  ) -> CompletionInstallation {
    CompletionInstallation(
      shell, session.environment, home: Session.homeFolder(session.environment))
  }

  private static func userShell(_ session: Session) throws(UsageError) -> CompletionScript.Shell {
    guard let shell = CompletionScript.Shell.ofUser(session.environment) else {
      throw UsageError(
        "$SHELL is none of bash, zsh and fish", hint: "name one: \"--completion=bash\"")
    }
    return shell
  }

  /// Asks whether to install completion, where there is none yet.
  private static func offer(_ installation: CompletionInstallation, _ session: Session) throws {
    guard !installation.isThere else { return }
    let prompt = try session.prompt()
    let question = "Install Tab completion for \(installation.shell.rawValue)?"
    if try prompt.confirm(question, isLikely: true) { try installation.install(in: session) }
  }

  private static func make(
    _ store: PasswordStore, _ arguments: Arguments, _ session: Session
  ) throws {
    let owner = try withFolder(of: store) {
      let owner = try findOwner(arguments, store, session)
      try store.initialize(
        [owner.fingerprint], versioned: !arguments[noGit], owner: (owner.name, owner.address))
      return owner
    }
    session.note("Made the store \(quoted(store.root.bytes))")
    try session.output.write("\(owner.fingerprint)\n")
  }

  /// Makes the store's folder before anything else, so that no key is made for a store
  /// that cannot be; if `body` fails, the folder goes again.
  private static func withFolder<R>(of store: PasswordStore, _ body: () throws -> R) throws -> R {
    var existing = store.root
    while FileKind(existing) == nil, existing != existing.parent { existing = existing.parent }
    try makeFolders(store.root, mode: 0o777)
    do {
      guard store.root.withCString({ access($0, W_OK) }) == 0 else {
        throw SystemError(code: errno, action: "write to", path: store.root)
      }
      return try body()
    } catch {
      removeEmptyFolders(from: store.root, below: existing)
      throw error
    }
  }

  private static func fetch(
    _ store: PasswordStore, from address: [UInt8], _ arguments: Arguments, _ session: Session
  ) throws {
    let isTold = try arguments[email] != nil
    try session.fetch(store, from: address)
    let own = try store.gpg.keys(secret: true).first { $0.canEncrypt }
    var fingerprint = own?.fingerprint
    if isTold || (own == nil && session.attendance != .batch) {
      if own == nil { session.note("You have no OpenPGP key yet.") }
      let owner = try findOwner(arguments, store, session)
      try store.introduce((owner.name, owner.address))
      fingerprint = owner.fingerprint
    }
    if store.isInitialized { try session.offerPublicKeys(of: store, importing: false) }
    try session.tellOfAccess(to: store, with: fingerprint)
    if let fingerprint { try session.output.write("\(fingerprint)\n") }
  }

  static func ask(_ question: String, in session: Session) throws -> String {
    try session.prompt(else: "give --name and --email").ask(question)
  }
}
