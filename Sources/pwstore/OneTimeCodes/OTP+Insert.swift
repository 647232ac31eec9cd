import PWCore

extension OTP {
  /// Makes an entry of a URI.
  static func insert(_ name: EntryName?, _ arguments: Arguments, in session: Session) throws {
    let source = try Source(arguments)
    let store = session.store()
    if let key = try name?.requiredKey() { try check(key, in: store, session) }
    var shown = name.map { printable($0.withoutFinalSlash) }
    let uri = try source.uri(for: shown ?? "this token", in: session)
    let parsed = try OneTimeKey(uri: uri, needsAccount: true)
    var key = try name?.requiredKey()
    if key == nil {
      let path = parsed.issuer.isEmpty ? parsed.account : "\(parsed.issuer)/\(parsed.account)"
      let name = try EntryName(Argument(path))
      (key, shown) = (try name.requiredKey(), "\(name)")
      if session.inputIsTerminal, !(try confirm("Insert into \(name)?", in: session)) {
        throw QuietEnd(.failure)
      }
    }
    guard let key, let shown else { return }
    try session.confirmOverwriting(key, shown, in: store, unless: arguments[force])
    var text = uri.copy()
    text.append(UInt8(ascii: "\n"))
    try store.save(text, for: key, message: "Add OTP secret for \(shown) to store.")
  }

  /// Adds a URI to an entry, or puts it in the place of another one.
  static func append(_ name: EntryName, _ arguments: Arguments, in session: Session) throws {
    let source = try Source(arguments)
    let label = try arguments[label]
    let isAddition = arguments[add]
    guard label == nil || !isAddition else {
      throw UsageError("\"--add\" and \"--label\" exclude each other")
    }
    let store = session.store()
    let key = try name.requiredKey()
    let shown = printable(name.withoutFinalSlash)
    guard try store.contains(key) else { throw PassError("Passfile not found", .notFound) }
    try check(key, in: store, session)
    let old = try store.ciphertext(of: key)
    let text = try store.decrypt(old, of: key)
    var trial = Entry(text.copy())
    let replaces = try set(SecretBytes(), in: &trial, label, isAddition, of: key)
    if replaces, !arguments[force], session.inputIsTerminal {
      let question = "An OTP secret already exists for \(shown). Overwrite it?"
      guard try confirm(question, in: session) else { throw QuietEnd(.failure) }
    }
    let uri = try source.uri(for: shown, in: session)
    _ = try OneTimeKey(uri: uri, needsAccount: true)
    var entry = Entry(text.copy())
    _ = try set(uri, in: &entry, label, isAddition, of: key)
    let message = "\(replaces ? "Replace" : "Append") OTP secret for \(shown)."
    if try store.save(entry.bytes, for: key, inPlaceOf: old, message: message) { return }
    try store.update(key, message: message) { entry in
      _ = try set(uri, in: &entry, label, isAddition, of: key)
    }
  }

  private static func set(
    _ uri: borrowing SecretBytes, in entry: inout Entry, _ label: String?, _ isAddition: Bool,
    of key: ServiceKey
  ) throws -> Bool {
    do throws(OneTimeKeyError) {
      return try entry.setOneTimeKey(uri, replacing: label, isAddition: isAddition, of: key)
    } catch {
      guard case .severalKeys = error else { throw error }
      throw UsageError(
        "\(error): say with \"--label\" which one is to be replaced, or \"--add\"",
        hint: error.hint)
    }
  }

  /// Makes sure that the entry can be saved before anybody types something.
  private static func check(
    _ key: ServiceKey, in store: PasswordStore, _ session: Session
  ) throws {
    if session.inputIsTerminal {
      try store.checkCanSave(key)
    } else {
      _ = try store.recipients(for: key.folder)
    }
  }

  private static func confirm(_ question: String, in session: Session) throws -> Bool {
    try session.output.flush()
    return try Prompt(reading: 0, writing: 2).confirm(question)
  }
}
