import PWCore

enum Generate {
  static let noSymbols = Flag("no-symbols", "n", "Use letters and digits only")
  static let clip = Flag("clip", "c", "Copy the password to the clipboard instead of printing it")
  static let qrCode = QRCodeTarget.option(
    "Show the password as a QR code instead of printing it")
  static let inPlace = Flag("in-place", "i", "Replace only the first line of the entry")
  static let force = Flag(
    "force", "f", "Do not ask; replace the whole entry, if it is there, and keep nothing of it")
  static let print = Flag("print", "Save nothing: print a password, and nothing else")
  static let name = Positional(
    optional: "KEY", completion: .entriesAndFolders, "The entry to make or change; not with --print"
  ) { $0 }
  static let length = Positional(
    optional: "LENGTH", "How many characters; else $PASSWORD_STORE_GENERATED_LENGTH, else 25",
    read: passwordLength(_:))

  static let command = Command(
    name: "generate", summary: "Make an entry out of a random password", topic: .generation,
    discussion: """
      If there is an entry of that name, its password is replaced, and all else in it stays as it \
      is; with --force, the whole entry is replaced. Called as pass, the program asks, and replaces \
      the whole entry, unless --in-place is given. Git keeps the old password; where it does not \
      have it, you are asked first.

      The characters are drawn evenly from a set, by the system's random numbers. The set is \
      given as tr(1) takes one, by $PASSWORD_STORE_CHARACTER_SET, and for --no-symbols by \
      $PASSWORD_STORE_CHARACTER_SET_NO_SYMBOLS; else it is all letters and digits, and all \
      punctuation of ASCII.

      \(PolicyOptions.help)

      \(Session.clipboardHelp)

      \(QRCodeTarget.help)
      """,
    examples: [
      .init("generate mail/alice", "Make an entry, and print its password"),
      .init("generate -c mail/alice 40", "Copy it instead"),
      .init("generate --digits 2 --symbols 1 --no-ambiguous bank 16", "As the bank wants it"),
      .init("generate --passphrase=7 --separator . disk", "Words, easy to type"),
      .init("generate --bits 128 -n api/token", "Letters and digits for 128 bits"),
      .init("generate --print --pin=4", "A PIN that is not saved"),
    ],
    parameters: [
      noSymbols.parameter, clip.parameter, qrCode.parameter, inPlace.parameter, force.parameter,
      print.parameter,
    ] + [PolicyOptions.length.parameter] + PolicyOptions.parameters + [
      name.parameter, length.parameter,
    ], isPassVerb: true, run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    guard !(arguments[inPlace] && arguments[force]) else {
      throw UsageError("\"--in-place\" and \"--force\" exclude each other")
    }
    let qrCode = try arguments[qrCode]
    guard !arguments[clip] || qrCode == nil else {
      throw UsageError("\"--clip\" and \"--qrcode\" exclude each other")
    }
    if arguments[print] { return try printOnly(arguments, in: session) }
    guard let word = try arguments[name] else { throw UsageError("KEY is missing") }
    let name = try EntryName(word)
    if arguments[clip] { try session.checkClipboardSettings() }
    let maker = try PasswordMaker(
      arguments, length: try arguments[length].flatMap { $0 }, in: session)
    let store = session.store()
    let key = try name.requiredKey()
    _ = try store.recipients(for: key.folder)
    let isThere = try store.containsFile(key)
    if arguments[inPlace], !isThere { throw PassError.notInStore(name) }
    let keepsRest = try !session.isCalledPass && !arguments[force] && store.contains(key)
    if !keepsRest {
      try session.confirmOverwriting(
        key, "\(name)", in: store, unless: arguments[force] || arguments[inPlace])
    }
    let isKept = keepsRest && (try? store.isCommitted(key)) == true
    if keepsRest, !isKept, !arguments[inPlace] { try confirmReplacing(name, in: session) }

    let password: SharedSecret
    if arguments[inPlace] || keepsRest {
      let onlyLine = arguments[inPlace]
      try store.update(key, message: "Replace generated password for \(name).") { entry in
        let password = try maker.password(for: key, in: entry)
        if onlyLine {
          entry = Entry(entry.bytes.replacingFirstLine(with: password.bytes))
        } else {
          try entry.replacePassword(of: key, with: password.bytes)
        }
      }
      password = try maker.password(for: key)
    } else {
      password = try maker.password(for: key)
      var text = password.bytes.copy()
      text.append(UInt8(ascii: "\n"))
      try store.save(text, for: key, message: "Add generated password for \(name).")
    }
    if arguments[clip] {
      try session.copyToClipboard(password.bytes.copy(), of: "\(name)")
    } else if let qrCode {
      try session.showQRCode(password.bytes.copy(), of: "\(name)", on: qrCode)
    } else {
      try show(password.bytes, of: "\(name)", in: session)
    }
    if keepsRest, !arguments[inPlace] {
      session.note(
        "Replaced the password of \(name), and nothing else\(isKept ? "; git keeps the old one" : "")."
      )
    }
    maker.tellEntropy(of: key)
  }

  /// Asks before the password of an entry is replaced that git does not have, if
  /// there is somebody to ask.
  private static func confirmReplacing(_ name: EntryName, in session: Session) throws {
    guard session.needsConsent else { return }
    try session.mayAsk("give --in-place, or --force to replace the whole entry")
    let prompt = try session.promptAtInput()
    guard try prompt.confirm("Git does not have the password of \(name). Replace it?") else {
      throw QuietEnd(.failure)
    }
  }

  /// Makes a password, and saves nothing.
  private static func printOnly(_ arguments: Arguments, in session: Session) throws {
    for flag in [inPlace, force] where arguments[flag] {
      throw UsageError("\"--print\" and \"--\(flag.parameter.name)\" exclude each other")
    }
    // What stands first is the length here, since there is no key.
    let word = try arguments[name]
    guard try arguments[length] == nil else {
      throw UsageError("\"--print\" saves nothing, and takes no KEY")
    }
    if arguments[clip] { try session.checkClipboardSettings() }
    let maker = try PasswordMaker(
      arguments, length: try word.flatMap(passwordLength(_:)), in: session)
    let password = try maker.password(for: nil)
    if arguments[clip] {
      try session.copyToClipboard(password.bytes.copy(), of: "the password")
    } else if let qrCode = try arguments[qrCode] {
      try session.showQRCode(password.bytes.copy(), of: "the password", on: qrCode)
    } else {
      try session.output.write(password.bytes)
      try session.output.write("\n")
    }
    maker.tellEntropy(of: nil)
  }

  /// Prints a password with the words of pass.
  static func show(
    _ password: borrowing SecretBytes, of name: String, in session: Session
  ) throws {
    if session.terminal.wantsColor {
      let (bold, underlined, end) = ("\u{1B}[1m", "\u{1B}[4m", "\u{1B}[24m")
      try session.output.write(
        "\(bold)The generated password for \(underlined)\(name)\(end) is:\u{1B}[0m\n")
      // No colour, such as pass's yellow, is readable on dark and light alike.
      try session.output.write(bold)
      try session.output.write(password)
      try session.output.write("\u{1B}[0m\n")
    } else {
      try session.output.write("The generated password for \(name) is:\n")
      try session.output.write(password)
      try session.output.write("\n")
    }
  }

  /// The longest password: nothing takes more, and it is soon made.
  private static let longest = 1 << 20

  /// Reads a length; `nil` if it is empty, which counts as none.
  @Sendable private static func passwordLength(_ word: Argument) throws -> Int? {
    guard !word.bytes.isEmpty else { return nil }
    let isNumber = word.bytes.allSatisfy { (0x30...0x39).contains($0) }
    guard isNumber, let length = word.text.flatMap({ Int($0) }), length <= longest else {
      throw PassError(
        isNumber
          ? "Error: pass-length must be at most \(longest)."
          : "Error: pass-length \"\(printable(word.bytes))\" must be a number.", .usage)
    }
    guard length > 0 else {
      throw PassError("Error: pass-length must be greater than zero.", .usage)
    }
    return length
  }

  /// The length that the environment names, or the usual one.
  ///
  /// - Throws: ``PassError``.
  static func passwordLength(of environment: Environment) throws -> Int {
    let given = environment.bytes("PASSWORD_STORE_GENERATED_LENGTH") ?? []
    return try passwordLength(Argument(given)) ?? 25
  }
}

extension SecretBytes {
  /// The text with another first line, the end of which is a line feed.
  fileprivate func replacingFirstLine(with line: borrowing SecretBytes) -> SecretBytes {
    withBytes { bytes in
      var text = SecretBytes(minimumCapacity: bytes.count + line.count + 1)
      text.append(line)
      text.append(UInt8(ascii: "\n"))
      var start = 0
      while start < bytes.count, bytes[start] != UInt8(ascii: "\n") { start += 1 }
      for index in min(start + 1, bytes.count)..<bytes.count { text.append(bytes[index]) }
      return text
    }
  }
}
