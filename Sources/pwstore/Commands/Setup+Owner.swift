import PWCore

/// Whose key is used.
extension Setup {
  /// The user, by name, address and key.
  typealias Owner = (name: String, address: String, fingerprint: String)

  /// Checks what the options say of the user's key, or leave open though nobody
  /// can be asked.
  ///
  /// - Throws: ``UsageError``.
  static func check(_ arguments: Arguments, _ session: Session) throws {
    let (name, email) = (try arguments[name], try arguments[email])
    _ = try email.map(mailAddress)
    _ = try name.map(partOfUserID)
    guard session.attendance == .batch else { return }
    guard name != nil, email != nil else {
      throw UsageError("\"--batch\" needs \"--name\" and \"--email\"")
    }
    guard arguments[noPassphrase] || session.passphrase != nil else {
      throw UsageError(
        "\"--batch\" needs \"--no-passphrase\", as nobody can be asked for a passphrase",
        hint: "or give one with \"--passphrase-file\"")
    }
  }

  /// Finds the user's key, or makes one.
  ///
  /// - Throws: ``UsageError``, ``PromptError``, ``GPGError``.
  static func owner(
    _ arguments: Arguments, _ store: PasswordStore, _ session: Session
  ) throws -> Owner {
    try check(arguments, session)
    let setting = try store.settings()
    let email = try mailAddress(
      try arguments[email] ?? ask("Your mail address", or: setting("user.email"), session))
    if let key = try store.gpg.keys([email], secret: true).first(where: {
      $0.canEncrypt && $0.isFor(email)
    }) {
      session.note(
        "Using the key \(key.fingerprint) for \(printable(email)), which is there already")
      let name = key.userIDs.first { !$0.name.isEmpty }?.name
      return (name ?? email, email, key.fingerprint)
    }
    let name = try partOfUserID(
      try arguments[name] ?? ask("Your name", or: setting("user.name"), session))
    let fingerprint = try store.gpg.makeKey(
      userID: "\(name) <\(email)>", protection: arguments[noPassphrase] ? .none : .pinentry)
    session.note("Made the key \(fingerprint) for \(printable(name)) <\(printable(email))>")
    return (name, email, fingerprint)
  }

  /// Asks for what git perhaps knows.
  private static func ask(
    _ question: String, or known: String?, _ session: Session
  ) throws -> String {
    guard let known, !known.isEmpty else { return try ask("\(question): ", in: session) }
    let answer = try ask("\(question) [\(printable(known))]: ", in: session)
    return answer.isEmpty ? known : answer
  }

  private static func mailAddress(_ text: String) throws -> String {
    let isAddress =
      text.split(separator: "@", omittingEmptySubsequences: false).count == 2
      && !text.hasPrefix("@") && !text.hasSuffix("@") && !text.contains { $0.isWhitespace }
    guard isAddress else { throw UsageError("\(quoted(text)) is not a mail address") }
    return try partOfUserID(text)
  }

  /// A part of a user id, which is one line without angle brackets.
  private static func partOfUserID(_ text: String) throws -> String {
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
