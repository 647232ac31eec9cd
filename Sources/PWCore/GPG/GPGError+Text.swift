extension GPGError {
  /// What failed, for whom, and why, in one line.
  public var description: String {
    let purpose =
      switch task {
      case .encrypt: recipient.map { "encrypt to \(quoted($0))" } ?? "encrypt"
      case .sign: recipient.map { "sign as \(quoted($0))" } ?? "sign"
      case .makeKey: recipient.map { "make a key for \(quoted($0))" } ?? task.rawValue
      case .listKeys: recipient.map { "list keys for \(quoted($0))" } ?? task.rawValue
      case .exportKey, .certify: recipient.map { "\(task.rawValue) \(quoted($0))" } ?? task.rawValue
      case .decrypt, .verify, .importKeys, .start: task.rawValue
      }
    return "cannot \(purpose): \(cause)"
  }

  /// Why it failed, without what failed.
  var cause: String {
    let words = printable(detail)
    let more = words.isEmpty ? "" : " (\(words))"
    switch reason {
    case .noSecretKey:
      guard task == .decrypt, let recipient else { return "there is no usable secret key\(more)" }
      return "there is no secret key for \(quoted(recipient))\(more)"
    case .badPassphrase: return "the passphrase is wrong"
    case .noPassphrase: return "the passphrase cannot be asked for\(more)"
    case .cancelled: return "the passphrase prompt was dismissed"
    case .keyNotFound: return "there is no such key\(more)"
    case .keyExpired: return "the key\(whose) expired\(day(expiryDate))"
    case .keyRevoked: return "the key\(whose) was revoked\(day(revocationDate))"
    case .keyDisabled: return "the key\(whose) is disabled"
    case .keyUntrusted: return "nothing shows that the key\(whose) belongs to its owner"
    case .keyAmbiguous: return "several keys fit this name\(more)"
    case .keyUnusable: return "the key\(whose) cannot be used for that\(more)"
    case .keyExists: return "such a key exists already"
    case .noRecipients: return "no recipient is given"
    case .noData: return "this is no encrypted OpenPGP message\(more)"
    case .corrupt: return "the message is damaged or was tampered with\(more)"
    case .badSignature:
      return "the signature\(signer) does not match: the data was changed\(more)"
    case .noSignature: return "there is no signature by a known key\(signer)\(more)"
    case .notInstalled: return "gpg is not installed, or too old\(more)"
    case .endedEarly: return "gpg ended too early\(words.isEmpty ? "" : ": \(words)")"
    case .programFailed, .other: return words.isEmpty ? "\(operation) failed" : words
    }
  }

  private var signer: String { recipient.map { " by \(quoted($0))" } ?? "" }

  /// What the user can do about it, in one line.
  public var hint: String? {
    let key = shellWord(fingerprint ?? recipient ?? "KEY")
    switch reason {
    case .noSecretKey where task == .sign || task == .certify:
      return "list your own keys with: gpg --list-secret-keys"
    case .noSecretKey where task == .importKeys:
      return "give what \"gpg --armor --export-secret-keys\" prints, or base64 of it"
    case .noSecretKey:
      return "import the secret key with gpg --import, or ask someone who can read it to add yours"
    case .badPassphrase: return "try again"
    case .noPassphrase:
      return
        "run it on a terminal with GPG_TTY=$(tty) exported, or give it with \"--passphrase-file\""
    case .cancelled, .noRecipients, .noData: return nil
    case .keyNotFound:
      return
        "get the key with gpg --import FILE, or gpg --recv-keys \(key)\(orFromStore)\(orRemove)"
    case .keyExpired:
      return "its owner can extend it: gpg --quick-set-expire \(key) 2y '*', and again without '*';"
        + " then import it anew\(orRemove)"
    case .keyRevoked: return "import its owner's new key, and name that one instead\(orRemove)"
    case .keyDisabled: return "enable it with: gpg --edit-key \(key) enable save"
    case .keyUntrusted:
      return "once you have checked whose it is: gpg --quick-lsign-key \(key),"
        + " or gpg --edit-key \(key) trust"
    case .keyAmbiguous: return "name the key by its fingerprint"
    case .keyUnusable: return "see what it can do: gpg --list-keys \(key)"
    case .keyExists: return "use the one that is there, or choose another name"
    case .corrupt: return "restore it from git's history, or from another machine"
    case .badSignature: return "find out who changed it before you trust it"
    case .noSignature: return "if you know the signer, import the key with gpg --import"
    case .notInstalled: return "install GnuPG 2.2 or newer (on Debian: apt install gnupg)"
    case .programFailed: return "it was run with the options in PASSWORD_STORE_GPG_OPTS"
    case .endedEarly, .other: return nil
    }
  }

  /// Where else the key of a recipient may be.
  private var orFromStore: String {
    task == .encrypt ? ", or \"pwstore sync --import-keys\" if the store has it" : ""
  }

  /// What else can be done where the list of recipients is ours.
  private var orRemove: String {
    guard task == .encrypt, let recipient else { return "" }
    return ", or end sharing with it: \"pwstore recipients remove \(shellWord(recipient))\""
  }

  private var whose: String {
    userID.flatMap { $0.isEmpty ? nil : " of \(quoted($0))" } ?? ""
  }

  private func day(_ seconds: Int?) -> String {
    seconds.map { " on \(CalendarDate(secondsSince1970: $0))" } ?? ""
  }

  /// A name from outside as one word of a command to be typed: it may come from
  /// a stranger's `.gpg-id`, so it must not smuggle in a second command.
  private func shellWord(_ name: String) -> String {
    (name.hasPrefix("-") ? "-- " : "") + shellQuoted(Array(name.utf8))
  }
}
