import PWCore

extension OTP {
  /// Where the URI of a new key comes from.
  enum Source {
    case uri(isShown: Bool)
    case secret(issuer: String, account: String, isShown: Bool)
    case picture(FilePath)
    case screen

    /// What the options say.
    ///
    /// - Throws: ``UsageError``, ``PassError``.
    init(_ arguments: Arguments) throws {
      let picture = try arguments[OTP.picture]
      let (issuer, account) = try (arguments[OTP.issuer], arguments[OTP.account])
      let sources = [arguments[OTP.secret], picture != nil, arguments[OTP.screen]].filter { $0 }
      guard sources.count < 2 else {
        throw UsageError(
          "\"--secret\", \"--from-picture\" and \"--from-screen\" exclude each other")
      }
      guard arguments[OTP.secret] || (issuer == nil && account == nil) else {
        throw UsageError("\"--issuer\" and \"--account\" are for \"--secret\"")
      }
      if let picture {
        self = .picture(picture)
      } else if arguments[OTP.screen] {
        self = .screen
      } else if arguments[OTP.secret] {
        let names = (issuer: issuer ?? "", account: account ?? "")
        guard !names.issuer.isEmpty || !names.account.isEmpty else {
          throw PassError("Missing one of either '--issuer' or '--account'", .usage)
        }
        self = .secret(issuer: names.issuer, account: names.account, isShown: arguments[OTP.echo])
      } else {
        self = .uri(isShown: arguments[OTP.echo])
      }
    }

    /// Reads the URI, or asks for it.
    ///
    /// - Parameters:
    ///   - name: For what, as the question has it.
    ///   - session: Where somebody may be asked.
    /// - Returns: The URI, which may be a wrong one.
    /// - Throws: Also what is wrong with a secret.
    func uri(for name: String, in session: Session) throws -> SecretBytes {
      switch self {
      case .uri(let isShown):
        let uri = try Self.ask("otpauth:// URI", name, isShown, in: session) {
          "Error: the entered URIs do not match."
        }
        return uri.withoutQuotes()
      case .secret(let issuer, let account, let isShown):
        let secret = try Self.ask("secret", name, isShown, in: session) {
          "Error: the entered secrets do not match."
        }
        return try OneTimeKey.uri(base32: secret, issuer: issuer, account: account)
      case .picture(let path): return try QRCodeReader.uri(inPicture: path)
      case .screen: return try QRCodeReader.uri(onScreenOf: session.environment)
      }
    }

    private static func ask(
      _ what: String, _ name: String, _ isShown: Bool, in session: Session,
      orSay difference: () -> String
    ) throws -> SecretBytes {
      try session.output.flush()
      let prompt = Prompt(reading: 0, writing: 2)
      let question = "Enter \(what) for \(name): "
      guard session.inputIsTerminal, !isShown else {
        return try prompt.askLine(question).trimmed()
      }
      let answer = try prompt.askSecret(question)
      let again = try prompt.askSecret("Retype \(what) for \(name): ")
      guard answer.isEqual(to: again) else { throw PassError(difference()) }
      return answer.trimmed()
    }
  }
}

extension SecretBytes {
  /// The bytes without blanks, tabs and carriage returns at both ends.
  func trimmed() -> SecretBytes {
    withBytes { bytes in
      func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
      var (start, end) = (0, bytes.count)
      while start < end, isBlank(bytes[start]) { start += 1 }
      while start < end, isBlank(bytes[end - 1]) { end -= 1 }
      return SecretBytes(copying: bytes.extracting(start..<end))
    }
  }

  /// A URI whose backticks and double quotes are coded, as pass-otp does.
  fileprivate func withoutQuotes() -> SecretBytes {
    withBytes { bytes in
      var uri = SecretBytes(minimumCapacity: bytes.count + 64)
      for index in bytes.indices {
        switch bytes[index] {
        case UInt8(ascii: "`"): uri.append("%60".utf8)
        case UInt8(ascii: "\""): uri.append("%22".utf8)
        case let byte: uri.append(byte)
        }
      }
      return uri
    }
  }
}
