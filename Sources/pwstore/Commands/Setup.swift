import PWCore

enum Setup {
  static let name = Option("name", value: "NAME", "The name for the key", read: text)
  static let email = Option("email", value: "ADDRESS", "The mail address for the key", read: text)
  static let noPassphrase = Flag("no-passphrase", "Protect the key with no passphrase")
  static let noGit = Flag("no-git", "Do not make the store a git repository")

  static let command = Command(
    name: "setup", summary: "Make an OpenPGP key and a store, for someone who has none yet",
    topic: .start,
    discussion: """
      Asks for a name and an address, and makes a key that does not expire; GnuPG asks for the \
      passphrase, unless it is given. A secret key for that address that is there already is used instead. Then the \
      store is made as by "init". The key's fingerprint is printed.
      """,
    examples: [
      .init("setup", "Answer two questions"),
      .init(
        "setup --batch --name CI --email ci@example.org --no-passphrase", "For a script"),
    ],
    parameters: [
      name.parameter, email.parameter, noPassphrase.parameter, noGit.parameter,
    ], run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let (givenName, givenEmail) = (try arguments[name], try arguments[email])
    let store = session.store()
    guard !store.isInitialized else {
      throw UsageError(
        "the store \(quoted(store.root.bytes)) is set up already",
        hint: "\"\(session.program) init\" changes for whom it is encrypted")
    }
    if session.attendance == .batch {
      guard givenName != nil, givenEmail != nil else {
        throw UsageError("\"--batch\" needs \"--name\" and \"--email\"")
      }
      guard arguments[noPassphrase] || session.passphrase != nil else {
        throw UsageError(
          "\"--batch\" needs \"--no-passphrase\", as nobody can be asked for a passphrase",
          hint: "or give one with \"--passphrase-file\"")
      }
    }
    let email = try address(try givenEmail ?? ask("Your mail address: ", in: session))
    let fingerprint: String
    var owner = (name: email, address: email)
    if let key = try store.gpg.keys([email], secret: true).first(where: {
      $0.canEncrypt && $0.isFor(email)
    }) {
      session.note(
        "Using the key \(key.fingerprint) for \(printable(email)), which is there already")
      fingerprint = key.fingerprint
      if let name = key.userIDs.first(where: { !$0.name.isEmpty })?.name { owner.name = name }
    } else {
      let name = try checked(try givenName ?? ask("Your name: ", in: session))
      owner.name = name
      fingerprint = try store.gpg.makeKey(
        userID: "\(name) <\(email)>", protection: arguments[noPassphrase] ? .none : .pinentry)
      session.note("Made the key \(fingerprint) for \(printable(name)) <\(printable(email))>")
    }
    try store.initialize([fingerprint], versioned: !arguments[noGit], owner: owner)
    session.note("Made the store \(quoted(store.root.bytes))")
    try session.output.write("\(fingerprint)\n")
  }

  private static func ask(_ question: String, in session: Session) throws -> String {
    try session.prompt(else: "give --name and --email").ask(question)
  }

  private static func address(_ text: String) throws -> String {
    let isAddress =
      text.split(separator: "@", omittingEmptySubsequences: false).count == 2
      && !text.hasPrefix("@") && !text.hasSuffix("@") && !text.contains { $0.isWhitespace }
    guard isAddress else { throw UsageError("\(quoted(text)) is not a mail address") }
    return try checked(text)
  }

  /// A part of a user id, which is one line without angle brackets.
  private static func checked(_ text: String) throws -> String {
    let isIllegal = text.unicodeScalars.contains {
      $0 == "<" || $0 == ">" || $0.properties.generalCategory == .control
    }
    guard !text.isEmpty, !isIllegal else {
      throw UsageError("\(quoted(text)) cannot be part of a key's user id")
    }
    return text
  }
}

extension GPGKey {
  /// Whether one of the key's user ids has just this address.
  fileprivate func isFor(_ address: String) -> Bool {
    userIDs.contains { $0.address.lowercased() == address.lowercased() }
  }
}
