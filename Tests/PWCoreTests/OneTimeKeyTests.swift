import Testing

@testable import PWCore

@Suite struct OneTimeKeyTests {
  private static let sha1 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
  private static let sha256 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA"
  private static let sha512 = """
    GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3T\
    QOJQGEZDGNA
    """

  private static func key(_ uri: String) throws -> OneTimeKey {
    try OneTimeKey(uri: SecretBytes(uri.utf8))
  }

  private static func text(_ secret: borrowing SecretBytes) -> String {
    String(decoding: secret.unprotected(), as: UTF8.self)
  }

  /// RFC 4226, appendix D.
  @Test func `makes the codes of RFC 4226`() throws {
    let codes = [
      "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871",
      "520489",
    ]
    for (count, code) in codes.enumerated() {
      let key = try Self.key("otpauth://hotp/a?secret=\(Self.sha1)&counter=0")
      #expect(try Self.text(key.code(number: count)) == code)
      guard count > 0 else { continue }
      // The counter is the one that was used last.
      let last = try Self.key("otpauth://hotp/a?secret=\(Self.sha1)&counter=\(count - 1)")
      #expect(try Self.text(last.code(at: 0)) == code)
    }
  }

  /// RFC 6238, appendix B.
  @Test(
    arguments: [
      (59, ["94287082", "46119246", "90693936"]),
      (1_111_111_109, ["07081804", "68084774", "25091201"]),
      (1_111_111_111, ["14050471", "67062674", "99943326"]),
      (1_234_567_890, ["89005924", "91819424", "93441116"]),
      (2_000_000_000, ["69279037", "90698825", "38618901"]),
      (20_000_000_000, ["65353130", "77737706", "47863826"]),
    ])
  func `makes the codes of RFC 6238`(time: Int, codes: [String]) throws {
    let secrets = [("SHA1", Self.sha1), ("SHA256", Self.sha256), ("SHA512", Self.sha512)]
    for ((algorithm, secret), code) in zip(secrets, codes) {
      let uri = "otpauth://totp/a?secret=\(secret)&algorithm=\(algorithm)&digits=8"
      #expect(try Self.text(Self.key(uri).code(at: time)) == code)
      // The same number by a counter: the algorithm counts there, too.
      let counting = "otpauth://hotp/a?secret=\(secret)&algorithm=\(algorithm)&digits=8&counter=0"
      #expect(try Self.text(Self.key(counting).code(number: time / 30)) == code)
      for digits in [6, 7] {
        let shorter = uri.replacing("digits=8", with: "digits=\(digits)")
        #expect(try Self.text(Self.key(shorter).code(at: time)) == code.suffix(digits))
      }
    }
  }

  /// Codes that KeePassXC makes, too.
  @Test(arguments: [(1_511_200_518, "FR8RV"), (1_511_200_714, "9P3VP")])
  func `makes Steam's codes`(time: Int, code: String) throws {
    let secret = "63BEDWCQZKTQWPESARIERL5DTTQFCJTK"
    for uri in [
      "otpauth://totp/Steam:a?secret=\(secret)&issuer=Steam&encoder=steam",
      "otpauth://totp/a?encoder=steam&secret=\(secret)&digits=5",
      "otpauth://totp/Steam:a?secret=\(secret)&issuer=Steam", "otpauth://steam/a?secret=\(secret)",
      "OTPAUTH://Steam/a?secret=\(secret)",
      "steam://\(secret)",
    ] {
      #expect(try Self.text(Self.key(uri).code(at: time)) == code)
    }
    let plain = try Self.key("otpauth://totp/Steam:a?secret=\(secret)&digits=6")
    #expect(try Self.text(plain.code(at: time)).count == 6)
  }

  @Test func `knows the period and how much of it is left`() throws {
    let key = try Self.key("otpauth://totp/a?secret=\(Self.sha1)&period=60")
    #expect(key.secondsLeft(at: 59) == 1 && key.secondsLeft(at: 60) == 60)
    #expect(try Self.text(key.code(at: 60)) == Self.text(key.code(at: 119)))
    #expect(
      try Self.text(Self.key("otpauth://totp/a?secret=\(Self.sha1)").code(at: 59)) == "287082")
  }

  @Test(
    arguments: [
      "JBSWY3DPEHPK3PXP", "jbswy3dpehpk3pxp", "JBSW Y3DP EHPK 3PXP", "jbsw-y3dp-ehpk-3pxp",
      "JBSWY3DPEHPK3PXP======", " JBSWY3DPEHPK3PXP= ", "jbsw\ty3dp ehpk 3pxp",
    ])
  func `takes a secret as people copy it`(secret: String) throws {
    let key = try OneTimeKey(base32: SecretBytes(secret.utf8))
    #expect(key.secret.bytes.unprotected() == Array("Hello!".utf8) + [0xDE, 0xAD, 0xBE, 0xEF])
    let coded = secret.replacing(" ", with: "%20").replacing("\t", with: "+")
      .replacing("=", with: "%3D")
    #expect(try Self.key("otpauth://totp/a?secret=\(coded)").secret.bytes.count == 10)
    let uri = try OneTimeKey.uri(
      base32: SecretBytes(secret.utf8), issuer: "Ä Co", account: "a@b")
    #expect(
      Self.text(uri)
        == "otpauth://totp/%C3%84%20Co:a%40b?secret=JBSWY3DPEHPK3PXP&issuer=%C3%84%20Co")
  }

  @Test(
    arguments: [
      ("otpauth://totp/ACME:ann@example.org?secret=AAAA&issuer=ACME", "ACME", "ann@example.org"),
      ("otpauth://totp/ACME%20Co:ann%40example.org?secret=AAAA", "ACME Co", "ann@example.org"),
      ("otpauth://totp/ACME%3A%20ann?secret=AAAA", "ACME", "ann"),
      ("otpauth://totp/ann+x@example.org?issuer=A+B&secret=AAAA", "A B", "ann+x@example.org"),
      ("otpauth://totp/ann?secret=AAAA", "", "ann"),
      ("otpauth://totp/ACME:?secret=AAAA", "", "ACME"),
      ("otpauth://totp/100%:ann?secret=AAAA", "100%", "ann"),
      (
        "otpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXP&issuer=Example", "Example",
        "alice@google.com"
      ),
    ])
  func `reads who the key is for`(uri: String, issuer: String, account: String) throws {
    let key = try Self.key(uri)
    #expect(key.issuer == issuer && key.account == account)
  }

  @Test(
    arguments: [
      ("", .empty), ("AAAA", .scheme), ("https://example.org/AAAA", .scheme),
      ("otpauth-migration://offline?data=AAAA", .export), ("otpauth://", .type),
      ("otpauth://xotp/a?secret=AAAA", .type), ("otpauth://AAAA", .type),
      ("otpauth://totp/a", .noSecret), ("otpauth://totp/a?", .noSecret),
      ("otpauth://totp/a?secret=", .noSecret), ("otpauth://totp/a?Secret=AAAA", .noSecret),
      ("otpauth://totp/a?secret=%20-", .noSecret), ("steam://", .noSecret),
      ("otpauth://totp/a?secret=AAA1", .badSecret), ("otpauth://totp/a?secret=A", .badSecret),
      ("otpauth://totp/a?secret=AA=AA", .badSecret), ("otpauth://totp/a?secret=AAA", .badSecret),
      ("otpauth://totp/a?secret=ÄÄÄÄ", .badSecret), ("otpauth://totp/?secret=AAAA", .noAccount),
      ("otpauth://totp?secret=AAAA", .noAccount),
      ("otpauth://totp/a?secret=AAAA&algorithm=MD5", .algorithm),
      ("otpauth://totp/a?secret=AAAA&digits=5", .digits),
      ("otpauth://totp/a?secret=AAAA&digits=9", .digits),
      ("otpauth://totp/a?secret=AAAA&digits=six", .digits),
      ("otpauth://totp/a?secret=AAAA&period=0", .period),
      ("otpauth://totp/a?secret=AAAA&period=-30", .period),
      ("otpauth://totp/a?secret=AAAA&period=99999999999999999999", .period),
      ("otpauth://hotp/a?secret=AAAA", .noCounter),
      ("otpauth://hotp/a?secret=AAAA&counter=", .noCounter),
      ("otpauth://hotp/a?secret=AAAA&counter=x", .counter),
      ("otpauth://hotp/a?secret=AAAA&counter=9223372036854775808", .counter),
      ("otpauth://totp/a?secret=AA\nAA", .controlCharacter),
    ] as [(String, KeyURIError)])
  func `says what is wrong`(uri: String, expected: KeyURIError) {
    let error = #expect(throws: KeyURIError.self) {
      try OneTimeKey(uri: SecretBytes(uri.utf8), needsAccount: true)
    }
    #expect(error == expected)
    #expect(error?.description.contains("AAAA") == false)
  }

  @Test func `says it in different words each time`() {
    let errors: [KeyURIError] = [
      .empty, .scheme, .export, .type, .noAccount, .noSecret, .badSecret, .algorithm, .digits,
      .period, .noCounter, .counter, .controlCharacter,
    ]
    #expect(Set(errors.map(\.description)).count == errors.count)
  }

  @Test func `finds a key in each form, lines before fields`() throws {
    let secret = "JBSWY3DPEHPK3PXP"
    let uri = "otpauth://totp/x?secret=\(secret)"
    let key = try ServiceKey("site")
    for (text, expected) in [
      ("\(uri)\n", uri), ("word\n  \(uri) \r\nmore", uri), ("w\notpauth: \(uri)\n", uri),
      ("w\notpauth: //totp/x?secret=\(secret)\n", uri),
      ("w\nTOTP:\t\(secret.lowercased())\n", "otpauth://totp/site?secret=\(secret)"),
      ("w\ntotp: JBSW Y3DP EHPK 3PXP\n\(uri)\n", uri), ("\u{FF}\n\(uri)", uri),
    ] {
      let found = try Entry(SecretBytes(text.utf8)).oneTimeKey(nil, of: key)
      #expect(Self.text(found.uri.bytes) == expected)
    }
    for text in ["", "totp: \(secret)", "w\ntotp:\(secret)\n", "w\ntotp: \n", "w\nx \(uri)\n"] {
      #expect(throws: OneTimeKeyError.noKey(key)) {
        _ = try Entry(SecretBytes(text.utf8)).oneTimeKey(nil, of: key)
      }
    }
  }

  @Test func `chooses a key by its label`() throws {
    let text = """
      w
      otpauth://totp/ACME:ann?secret=AAAA
      otpauth://totp/ACME:bob?secret=AAAA
      otpauth://totp/broken?secret=1
      otpauth://hotp/Bank:ann?secret=AAAA&counter=3&x=y
      """
    let key = try ServiceKey("site")
    func label(_ wanted: String) throws -> String {
      try Entry(SecretBytes(text.utf8)).oneTimeKey(wanted, of: key).parsed.key.label
    }
    #expect(try label("acme:BOB") == "ACME:bob")
    #expect(try label("bob") == "ACME:bob")
    #expect(try label("bank") == "Bank:ann")
    #expect(try label("ank:a") == "Bank:ann")
    // The first that has just this name.
    #expect(try label("acme") == "ACME:ann")
    #expect(throws: OneTimeKeyError.ambiguousLabel("me:", ["ACME:ann", "ACME:bob"], key)) {
      _ = try label("me:")
    }
    let all = ["ACME:ann", "ACME:bob", "Bank:ann"]
    #expect(throws: OneTimeKeyError.noSuchLabel("x", all, key)) { _ = try label("x") }

    var entry = Entry(SecretBytes(text.utf8))
    entry.setCounter(10, of: try entry.oneTimeKey("bank", of: key))
    #expect(Self.text(entry.bytes) == text.replacing("counter=3", with: "counter=10"))
  }
}
