import PWCore

enum Generate {
  static let noSymbols = Flag("no-symbols", "n", "Use letters and digits only")
  static let clip = Flag("clip", "c", "Copy the password to the clipboard instead of printing it")
  static let qrCode = QRCodeTarget.option(
    "Show the password as a QR code instead of printing it")
  static let inPlace = Flag("in-place", "i", "Replace only the first line of the entry")
  static let force = Flag("force", "f", "Do not ask before an entry is overwritten")
  static let name = Positional(
    "KEY", completion: .entriesAndFolders, "The entry to make or change", read: EntryName.init)
  static let length = Positional(
    optional: "LENGTH", "How many characters; else $PASSWORD_STORE_GENERATED_LENGTH, else 25",
    read: passwordLength(_:))

  static let command = Command(
    name: "generate", summary: "Make an entry out of a random password",
    discussion: """
      The characters are drawn evenly from a set, by the system's random numbers. The set is \
      given as tr(1) takes one, by $PASSWORD_STORE_CHARACTER_SET, and for --no-symbols by \
      $PASSWORD_STORE_CHARACTER_SET_NO_SYMBOLS; else it is all letters and digits, and all \
      punctuation of ASCII.

      \(Session.clipboardHelp)

      \(QRCodeTarget.help)
      """,
    examples: [
      .init("generate mail/alice", "Make an entry, and print its password"),
      .init("generate -i -c mail/alice 40", "Change the password of an entry, and copy it"),
    ],
    parameters: [
      noSymbols.parameter, clip.parameter, qrCode.parameter, inPlace.parameter, force.parameter,
      name.parameter, length.parameter,
    ], isPassVerb: true, run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let name = try arguments[name]
    guard !(arguments[inPlace] && arguments[force]) else {
      throw UsageError("\"--in-place\" and \"--force\" exclude each other")
    }
    let qrCode = try arguments[qrCode]
    guard !arguments[clip] || qrCode == nil else {
      throw UsageError("\"--clip\" and \"--qrcode\" exclude each other")
    }
    if arguments[clip] { try session.checkClipboardSettings() }
    let length = try arguments[length].flatMap { $0 } ?? passwordLength(of: session.environment)
    let store = session.store()
    let key = try name.requiredKey()
    _ = try store.recipients(for: key.folder)
    let isThere = try store.containsFile(key)
    if arguments[inPlace], !isThere { throw PassError.notInStore(name) }
    try session.confirmOverwriting(
      key, "\(name)", in: store, unless: arguments[force] || arguments[inPlace])

    let alphabet = try Alphabet(for: session.environment, withSymbols: !arguments[noSymbols])
    let password = alphabet.randomPassword(length: length)
    if arguments[inPlace] {
      try store.update(key, message: "Replace generated password for \(name).") { entry in
        entry = Entry(entry.bytes.replacingFirstLine(with: password))
      }
    } else {
      var text = password.copy()
      text.append(UInt8(ascii: "\n"))
      try store.save(text, for: key, message: "Add generated password for \(name).")
    }
    if arguments[clip] {
      try session.copyToClipboard(password, of: "\(name)")
    } else if let qrCode {
      try session.showQRCode(password, of: "\(name)", on: qrCode)
    } else {
      try show(password, of: name, in: session)
    }
  }

  private static func show(
    _ password: borrowing SecretBytes, of name: EntryName, in session: Session
  ) throws {
    if session.terminal.wantsColor {
      let (bold, underlined, end) = ("\u{1B}[1m", "\u{1B}[4m", "\u{1B}[24m")
      try session.output.write(
        "\(bold)The generated password for \(underlined)\(name)\(end) is:\u{1B}[0m\n")
      try session.output.write("\(bold)\u{1B}[93m")
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

  private static func passwordLength(of environment: Environment) throws -> Int {
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
