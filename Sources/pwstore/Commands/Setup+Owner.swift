import PWCore

/// Whose key is used.
extension Setup {
  /// The user, by name, address and key.
  typealias Owner = (name: String, address: String, fingerprint: String)

  /// Checks what the options say of the user's key, or leave open though nobody can be
  /// asked.
  ///
  /// - Throws: ``UsageError``, ``GPGError``.
  static func check(
    _ arguments: Arguments, _ store: PasswordStore, _ session: Session
  ) throws {
    _ = try arguments[email].map(mailAddress)
    _ = try arguments[name].map(partOfUserID)
    for option in [
      GlobalOptions.passphraseFile.parameter, GlobalOptions.passphraseDescriptor.parameter,
    ] where arguments[noPassphrase] && arguments.has(option) {
      throw UsageError("\"--no-passphrase\" and \"--\(option.name)\" exclude each other")
    }
    guard session.attendance == .batch else { return }
    guard let email = try arguments[email].map(mailAddress) else {
      throw UsageError("\"--batch\" needs \"--name\" and \"--email\"")
    }
    guard try ownKey(for: email, store) == nil else { return }
    guard try arguments[name] != nil else {
      throw UsageError("\"--batch\" needs \"--name\", as a key is to be made")
    }
    guard arguments[noPassphrase] || session.passphrase != nil else {
      throw UsageError(
        "\"--batch\" needs \"--no-passphrase\", as nobody can be asked for a passphrase",
        hint: "or give one with \"--passphrase-file\"")
    }
  }

  private static func ownKey(for email: String, _ store: PasswordStore) throws -> GPGKey? {
    try store.gpg.keys([email], secret: true).first { $0.canEncrypt && $0.isFor(email) }
  }

  /// Finds the user's key, or makes one.
  ///
  /// - Throws: ``UsageError``, ``PromptError``, ``GPGError``.
  static func findOwner(
    _ arguments: Arguments, _ store: PasswordStore, _ session: Session
  ) throws -> Owner {
    let setting = try store.settings()
    let email =
      try arguments[email].map(mailAddress)
      ?? ask("Your mail address", or: setting("user.email"), session, mailAddress)
    let givenName = try arguments[name].map(partOfUserID)
    if let key = try ownKey(for: email, store) {
      session.note(
        "Using the key \(key.fingerprint) for \(printable(email)), which is there already")
      let names = key.userIDs.lazy.compactMap { try? partOfUserID($0.name) }
      return (givenName ?? names.first ?? email, email, key.fingerprint)
    }
    let name = try givenName ?? ask("Your name", or: setting("user.name"), session, partOfUserID)
    let fingerprint = try store.gpg.makeKey(
      userID: "\(name) <\(email)>", protection: arguments[noPassphrase] ? .none : .pinentry)
    session.note("Made the key \(fingerprint) for \(printable(name)) <\(printable(email))>")
    return (name, email, fingerprint)
  }

  /// Asks for what git perhaps knows, until the answer will do.
  private static func ask(
    _ question: String, or known: String?, _ session: Session,
    _ read: (String) throws(UsageError) -> String
  ) throws -> String {
    let known = known.flatMap { try? read($0) }
    while true {
      let answer = try ask(
        known.map { "\(question) [\(printable($0))]: " } ?? "\(question): ", in: session)
      if answer.isEmpty, let known { return known }
      do throws(UsageError) {
        return try read(answer)
      } catch {
        session.warn(error.description)
      }
    }
  }

  private static func mailAddress(_ text: String) throws(UsageError) -> String {
    let text = withoutBlanks(text)
    let isAddress =
      text.split(separator: "@", omittingEmptySubsequences: false).count == 2
      && !text.hasPrefix("@") && !text.hasSuffix("@") && !text.contains { $0.isWhitespace }
    guard isAddress else { throw UsageError("\(quoted(text)) is not a mail address") }
    return try partOfUserID(text)
  }

  /// A part of a user id, which is one line without angle brackets.
  private static func partOfUserID(_ text: String) throws(UsageError) -> String {
    let text = withoutBlanks(text)
    let isIllegal = text.unicodeScalars.contains {
      $0 == "<" || $0 == ">" || $0.properties.generalCategory == .control
    }
    // Git takes no name that is nothing but these, and GnuPG none that is much longer.
    let isEmpty = text.allSatisfy { $0.isWhitespace || ".,:;\"\\'".contains($0) }
    guard !isEmpty, !isIllegal, text.utf8.count <= 500 else {
      throw UsageError("\(quoted(String(text.prefix(100)))) cannot be part of a key's user id")
    }
    return text
  }

  private static func withoutBlanks(_ text: String) -> String {
    var text = text[...].drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension GPGKey {
  /// Whether one of the key's user ids has just this address.
  fileprivate func isFor(_ address: String) -> Bool {
    userIDs.contains { $0.address.lowercased() == address.lowercased() }
  }
}
