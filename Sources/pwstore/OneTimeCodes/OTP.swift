import PWCore

/// One-time codes, by the words of pass-otp.
enum OTP {
  static let clip = Flag("clip", "c", "Copy the code, or the URI, to the clipboard")
  static let json = Flag("json", "Print the code and how long it is good for as a JSON object")
  static let watch = Flag("watch", "w", "Show the code and the time left until Ctrl-C")
  static let time = Option(
    "at", value: "TIME", "Make the code for a time: seconds since 1970, or ISO 8601"
  ) { (word) throws(UsageError) -> Int in
    guard let moment = word.text.flatMap({ moment($0) }) else {
      throw UsageError("\(word) is neither a number of seconds since 1970 nor an ISO 8601 time")
    }
    return moment
  }
  static let label = Option(
    "label", "l", value: "LABEL", "Which of several keys of the entry; a part of its label will do",
    read: text)
  static let qrcode = QRCodeTarget.option("Show the URI as a QR code")
  static let force = Flag("force", "f", "Do not ask before something is overwritten")
  static let echo = Flag("echo", "e", "Show what is typed, and ask only once")
  static let secret = Flag("secret", "s", "Ask for a bare secret instead of a URI")
  static let issuer = Option(
    "issuer", "i", value: "ISSUER", "Who has handed out the secret", read: text)
  static let account = Option(
    "account", "a", value: "ACCOUNT", "For which account the secret is", read: text)
  static let add = Flag("add", "Add another key to those that the entry has")
  static let picture = Option(
    "from-picture", value: "FILE", completion: .files, "Read the URI from a QR code in a picture",
    read: filePath)
  static let screen = Flag("from-screen", "Read the URI from a QR code that is seen on the screen")
  static let version = Flag("version", "Show which version of pass-otp this is like")
  static let verb = Positional(
    optional: "VERB",
    completion: .verb(Verb.allCases.map(\.rawValue), then: .entries, else: .entries),
    "\"code\", which may be left out, \"insert\", \"append\", \"uri\" or \"validate\""
  ) { $0 }
  static let name = Positional(
    optional: "KEY", completion: .entries, "The entry; for \"validate\", the URI"
  ) { $0 }
  static let choice = Positional(
    optional: "LABEL", "For \"code\" and \"uri\", the same as --label", read: text)

  static let command = Command(
    name: "otp", summary: "Show one-time codes, and keep the keys for them", topic: .generation,
    discussion: """
      "code" prints the code for now. The key is a line of the entry that is an otpauth:// URI, \
      the first one unless a label is given; or else a field "otpauth" or "totp" with a URI or a \
      bare secret. Codes of six to eight digits with SHA-1, SHA-256 and SHA-512, and Steam's, are \
      known. If the key counts (HOTP), the next number is saved before its code is printed.

      "insert" makes an entry of a URI, which is asked for, or read from standard input or a QR \
      code; with --secret, of a bare secret. Without KEY, the entry is called \
      ISSUER/ACCOUNT. "append" adds the URI to an entry, or puts it in the place of the one that \
      is there; with --add, the entry has several. "uri" prints the URI, and "validate" tells what \
      is wrong with one; it is read from standard input if none is given, since other processes \
      can see the command line.

      --from-picture and --from-screen need the program zbarimg; the part of the screen is chosen \
      with maim or import, or on Wayland with grim and slurp.

      \(Session.clipboardHelp)

      \(QRCodeTarget.help)
      """,
    examples: [
      .init("otp mail/alice", "Print the code for now"),
      .init("otp -c mail/alice", "Copy it"),
      .init("otp --watch mail/alice", "Show it as long as it is needed"),
      .init("otp append mail/alice", "Ask for a URI, and add it to an entry"),
      .init("otp insert -s -i ACME -a alice mail/alice", "Make an entry of a bare secret"),
      .init("otp append --from-screen mail/alice", "Take the QR code that a website shows"),
      .init("otp uri -q mail/alice", "Show the QR code to a phone"),
      .init("otp mail/alice work", "The code of the key for the account \"work\""),
    ],
    parameters: [
      clip.parameter, json.parameter, watch.parameter, time.parameter, label.parameter,
      qrcode.parameter, force.parameter, echo.parameter, secret.parameter, issuer.parameter,
      account.parameter, add.parameter, picture.parameter, screen.parameter, version.parameter,
      verb.parameter, name.parameter, choice.parameter,
    ], isPassVerb: true, run: run)

  /// What is to be done.
  enum Verb: String, CaseIterable {
    case code, insert, append, uri, validate

    init?(called word: String?) {
      let aliases = ["show": Verb.code, "add": .insert]
      guard let word, let verb = Verb(rawValue: word) ?? aliases[word] else { return nil }
      self = verb
    }

    /// The options that mean something.
    var options: [Parameter] {
      let typing = [echo.parameter, secret.parameter, issuer.parameter, account.parameter]
      let sources = [force.parameter, picture.parameter, screen.parameter] + typing
      return switch self {
      case .code:
        [clip.parameter, json.parameter, watch.parameter, time.parameter, label.parameter]
      case .insert: sources
      case .append: sources + [label.parameter, add.parameter]
      case .uri: [clip.parameter, qrcode.parameter, label.parameter]
      case .validate: []
      }
    }
  }

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    if arguments[version] { return try session.output.write("\(passVersion)\n") }
    var words = try [arguments[verb], arguments[name]].compactMap { $0 }
    let choice = try arguments[choice]
    if choice == nil, let command = words.first?.text, words.count == 1 {
      if command == "help" { return try session.explain(OTP.command) }
      if command == "version" { return try session.output.write("\(passVersion)\n") }
    }
    let named = Verb(called: words.first?.text)
    if named != nil { words.removeFirst() }
    let verb = named ?? .code
    // What is behind the key stands one place further on where the verb is left out.
    let rest = try words.dropFirst().map(text) + [choice].compactMap { $0 }
    let given = OTP.command.parameters.filter { $0.isOption && arguments.has($0) }
    if let odd = given.first(where: { option in !verb.options.contains { $0.name == option.name } })
    {
      throw UsageError("\"--\(odd.name)\" is not for \"otp \(verb)\"")
    }
    guard rest.count <= (verb == .code || verb == .uri ? 1 : 0) else {
      throw UsageError("unexpected argument \(quoted(rest[rest.count - 1]))")
    }
    let label = try arguments[label]
    guard label == nil || rest.isEmpty else { throw UsageError("the label is given twice") }
    let word = words.first
    switch verb {
    case .validate: try validate(word, in: session)
    case .insert: try insert(word.map(entryName), arguments, in: session)
    case .append: try append(try required(word), arguments, in: session)
    case .code: try code(try required(word), label ?? rest.first, arguments, in: session)
    case .uri: try uri(try required(word), label ?? rest.first, arguments, in: session)
    }
  }

  /// What `pass otp version` of Debian's pass-otp 1.2.0 prints.
  private static let passVersion = "1.1.1"

  private static func required(_ word: Argument?) throws -> EntryName {
    guard let word else { throw UsageError("KEY is missing") }
    return try entryName(word)
  }

  /// Reads the name of an entry; a URI in its place would be shown, or even become
  /// the name of a file.
  private static func entryName(_ word: Argument) throws -> EntryName {
    guard
      !["otpauth:", "otpauth-migration:", "steam:"].contains(where: {
        word.bytes.begins(with: $0)
      })
    else {
      throw UsageError(
        "that is a key URI, and not the name of an entry",
        hint: "\"pwstore otp insert\" asks for the URI, or reads it from standard input")
    }
    return try EntryName(word)
  }

  /// Prints, copies or draws the URI.
  private static func uri(
    _ name: EntryName, _ label: String?, _ arguments: Arguments, in session: Session
  ) throws {
    let qrcode = try arguments[qrcode]
    guard !arguments[clip] || qrcode == nil else {
      throw UsageError("\"--clip\" and \"--qrcode\" exclude each other")
    }
    let store = session.store()
    let key = try name.requiredKey()
    guard try store.contains(key) else { throw PassError("Passfile not found", .notFound) }
    let uri = try store.oneTimeKeyURI(of: key, label: label)
    let title = "OTP key URI for \(name)"
    if arguments[clip] {
      try session.copyToClipboard(uri.bytes, of: title)
    } else if let qrcode {
      try session.showQRCode(uri.bytes, of: title, on: qrcode)
    } else {
      try session.output.write(uri.bytes)
      try session.output.write("\n")
    }
  }

  /// Says what is wrong with a URI; nothing if all is well.
  private static func validate(_ word: Argument?, in session: Session) throws {
    try session.output.flush()
    let uri =
      if let word {
        SecretBytes(word.bytes)
      } else {
        try Prompt(reading: 0, writing: 2).askLine("Enter otpauth:// URI: ")
      }
    _ = try OneTimeKey(uri: uri.trimmed(), needsAccount: true)
  }
}
