/// A key URI as it is written, taken apart.
///
/// The format is the one of Google Authenticator's "Key Uri Format". Steam's keys
/// are written in three ways: `steam://SECRET`, the type `steam`, and `totp` with
/// `encoder=steam` or for the issuer Steam.
struct KeyURI {
  /// The key.
  private(set) var key: OneTimeKey
  /// Where the counter stands; `nil` if there is none.
  private(set) var counterRange: Range<Int>?

  /// Takes a URI apart.
  ///
  /// - Throws: ``KeyURIError``.
  init(_ text: UnsafeRawBufferPointer) throws(KeyURIError) {
    guard !text.isEmpty else { throw .empty }
    guard text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .controlCharacter }
    if text.begins(with: "steam://") {
      let end = text.firstIndex(of: UInt8(ascii: "?"), in: 8..<text.count) ?? text.count
      key = OneTimeKey(try Self.secret(text.part(8..<end)))
      (key.form, key.issuer) = (.steam, "Steam")
      return
    }
    guard text.begins(with: "otpauth://") else {
      throw text.begins(with: "otpauth-migration:") ? .export : .scheme
    }
    let query = text.firstIndex(of: UInt8(ascii: "?"), in: 10..<text.count) ?? text.count
    let slash = text.firstIndex(of: UInt8(ascii: "/"), in: 10..<query) ?? query
    let type = ["totp", "hotp", "steam"].first { text.part(10..<slash).isWord($0) }
    guard let type else { throw .type }
    let parameters = Self.parameters(of: text, from: min(query + 1, text.count))
    guard let range = parameters["secret"] else { throw .noSecret }
    key = OneTimeKey(try Self.secret(text.part(range)))
    if slash < query { readLabel(text.part((slash + 1)..<query)) }
    if let range = parameters["issuer"] {
      key.issuer = PercentCoding.text(of: text.part(range), plusIsBlank: true)
    }
    func value(_ name: String) -> String? {
      parameters[name].map { PercentCoding.text(of: text.part($0), plusIsBlank: true) }
    }
    key.algorithm = try Self.algorithm(value("algorithm"))
    if type == "hotp" {
      guard let range = parameters["counter"] else { throw .noCounter }
      guard let counter = Self.number(value("counter")) else { throw .counter }
      (key.factor, counterRange) = (.counter(counter), range)
    } else if let text = value("period") {
      guard let period = Self.number(text), (1...KeyURIError.longestPeriod).contains(period) else {
        throw .period
      }
      key.factor = .time(period: period)
    }
    let digits = value("digits")
    let isForSteam = key.issuer == "Steam" && (digits == nil || digits == "5")
    let isSteam = type == "steam" || value("encoder")?.lowercased() == "steam" || isForSteam
    if isSteam, type != "hotp" {
      key.form = .steam
    } else if let digits {
      guard let count = Self.number(digits), (6...8).contains(count) else { throw .digits }
      key.form = .digits(count)
    }
  }

  private static let names = [
    "secret", "issuer", "algorithm", "digits", "period", "counter", "encoder",
  ]

  /// Where the values of the parameters are; of two with one name, the last
  /// counts, and an empty one is none.
  private static func parameters(
    of text: UnsafeRawBufferPointer, from start: Int
  ) -> [String: Range<Int>] {
    var ranges: [String: Range<Int>] = [:]
    var start = start
    while start < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "&"), in: start..<text.count) ?? text.count
      if let equals = text.firstIndex(of: UInt8(ascii: "="), in: start..<end), equals + 1 < end,
        let name = names.first(where: { text.part(start..<equals).elementsEqual($0.utf8) })
      {
        ranges[name] = (equals + 1)..<end
      }
      start = end + 1
    }
    return ranges
  }

  private static func secret(
    _ text: UnsafeRawBufferPointer
  ) throws(KeyURIError) -> SecretBytes {
    var decoded = SecretBytes(minimumCapacity: text.count)
    PercentCoding.forEachByte(of: text, plusIsBlank: true) { decoded.append($0) }
    return try decoded.withRawBytes { (text) throws(KeyURIError) in try SecretBytes(base32: text) }
  }

  /// Reads `ISSUER:ACCOUNT`, or an account alone; the colon may be coded, and
  /// blanks may follow it.
  private mutating func readLabel(_ label: UnsafeRawBufferPointer) {
    let text = PercentCoding.text(of: label, plusIsBlank: false)
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else {
      // To pass-otp, an issuer alone is an account.
      key.account = String(parts.first ?? "")
      return
    }
    (key.issuer, key.account) = (String(parts[0]), String(parts[1].drop { $0 == " " }))
  }

  private static func algorithm(_ name: String?) throws(KeyURIError) -> OneTimeKey.Algorithm {
    guard let name else { return .sha1 }
    let plain = name.uppercased().replacing("-", with: "")
    guard let algorithm = OneTimeKey.Algorithm(rawValue: plain) else { throw .algorithm }
    return algorithm
  }

  /// A number of decimal digits alone; `nil` also for one that is too large.
  private static func number(_ text: String?) -> Int? {
    guard let text, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}

extension OneTimeKey {
  fileprivate init(_ secret: consuming SecretBytes) { self.secret = SharedSecret(secret) }

  /// Reads a key URI.
  ///
  /// - Parameters:
  ///   - uri: The URI.
  ///   - needsAccount: Whether it has to say for which account it is.
  /// - Throws: ``KeyURIError``.
  public init(
    uri: borrowing SecretBytes, needsAccount: Bool = false
  ) throws(KeyURIError) {
    self = try uri.withRawBytes { (text) throws(KeyURIError) in try KeyURI(text).key }
    if needsAccount, account.isEmpty, form != .steam { throw .noAccount }
  }

  /// A key URI for a secret of the usual kind.
  ///
  /// - Parameters:
  ///   - secret: The secret in base 32, which is taken over as all programs
  ///     take it.
  ///   - issuer: Who has handed it out; may be empty.
  ///   - account: For which account; may be empty, but not both.
  /// - Returns: The URI.
  /// - Throws: ``KeyURIError``.
  public static func uri(
    base32 secret: borrowing SecretBytes, issuer: String, account: String
  ) throws(KeyURIError) -> SecretBytes {
    _ = try OneTimeKey(base32: secret)
    let names = [issuer, account].filter { !$0.isEmpty }.map(PercentCoding.encoded)
    guard !names.isEmpty else { throw .noAccount }
    var uri = SecretBytes("otpauth://totp/".utf8)
    uri.append(names.joined(separator: ":".utf8))
    uri.append("?secret=".utf8)
    secret.withRawBytes { uri.append(plainBase32: $0) }
    if !issuer.isEmpty {
      uri.append("&issuer=".utf8)
      uri.append(PercentCoding.encoded(issuer))
    }
    return uri
  }
}
