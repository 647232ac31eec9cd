import Glibc

/// A secret key in a GnuPG home that was made for it alone.
package struct GPGIdentity {
  /// The home.
  package let home: FilePath
  /// The fingerprints of the secret keys in it.
  package private(set) var fingerprints: [String] = []

  private let gpg: GPGContext

  /// Prepares a home.
  ///
  /// - Parameter home: An empty folder, that only its user can enter.
  /// - Throws: ``GPGError``, ``SystemError``.
  package init(in home: FilePath) throws {
    try Self.configureAgent(in: home)
    self.home = home
    gpg = try GPGContext(homeDirectory: home)
  }

  private static func configureAgent(in home: FilePath) throws(SystemError) {
    let file = try FileDescriptor(
      home.appending("gpg-agent.conf"), O_WRONLY | O_CREAT | O_EXCL, action: "write")
    // What the agent learns, it is to know for as long as it lives. Who could try
    // passphrases could ask it as well, so stretching them would only take time.
    let lines = """
      allow-preset-passphrase
      default-cache-ttl 31536000
      max-cache-ttl 31536000
      s2k-count 65536

      """
    let bytes = Array(lines.utf8)
    try file.write(bytes.span)
  }

  /// Takes secret keys as one's own, which are trusted without limit.
  ///
  /// - Parameter keys: The keys, armoured or not.
  /// - Throws: ``GPGError``: ``GPGError/Reason/noSecretKey`` if there is none in
  ///   it.
  package mutating func add(_ keys: SharedSecret) throws {
    fingerprints = try gpg.importSecretKeys(keys.bytes)
    guard !fingerprints.isEmpty else {
      throw GPGError(
        .noSecretKey, .importKeys, operation: "gpgme_op_import",
        detail: "what was given holds none")
    }
    var child = gpg(["--import-ownertrust"])
    child.input = .bytes(fingerprints.flatMap { Array("\($0):6:\n".utf8) })
    guard try child.run().status == 0 else {
      throw GPGError(.other, .importKeys, operation: "gpg", detail: "the key cannot be trusted")
    }
  }

  /// Makes sure that the keys can be used by every program from now on.
  ///
  /// - Parameter unlocking: How. A passphrase is told to gpg-agent, and stays
  ///   there as long as that lives.
  /// - Throws: ``GPGError``: ``GPGError/Reason/badPassphrase``, `noPassphrase`,
  ///   `cancelled` and others.
  package func unlock(_ unlocking: GPGUnlocking) throws {
    var isGiven = false
    if case .passphrase(let passphrase) = unlocking {
      isGiven = true
      for grip in try keygrips() { try preset(passphrase, for: grip) }
    }
    // What the agent was told is tried here, once, and by every program later.
    if case .pinentry = unlocking {
      gpg.unlocking = unlocking
    } else {
      gpg.unlocking = .withoutAsking
    }
    for fingerprint in fingerprints { try check(fingerprint, wasGiven: isGiven) }
  }

  /// Uses a key.
  private func check(_ fingerprint: String, wasGiven: Bool) throws(GPGError) {
    do throws(GPGError) {
      let message = try gpg.encrypt(SecretBytes(), to: [fingerprint])
      _ = try gpg.decrypt(message)
    } catch {
      let isWrong = wasGiven && error.reason == .noPassphrase
      throw isWrong ? GPGError(.badPassphrase, .decrypt, operation: error.operation) : error
    }
  }

  /// Makes a key without passphrase.
  ///
  /// - Parameter name: Its user id.
  /// - Returns: The fingerprint, the public part and the secret one, armoured.
  /// - Throws: ``GPGError``.
  package func makeKey(
    _ name: String
  ) throws(GPGError) -> (fingerprint: String, publicPart: [UInt8], secretPart: SharedSecret) {
    let fingerprint = try gpg.makeKey(userID: name, protection: .none)
    let publicPart = try gpg.exportKey(fingerprint)
    let secretPart = SharedSecret(try gpg.exportSecretKey(fingerprint))
    return (fingerprint, publicPart, secretPart)
  }

  private func keygrips() throws -> [String] {
    let list = try gpg(["--with-colons", "--with-keygrip", "--list-secret-keys"]).run().output
    return list.split(separator: 0x0A).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard fields.count > 9, fields[0].elementsEqual("grp".utf8) else { return nil }
      return String(decoding: fields[9], as: UTF8.self)
    }
  }

  /// Tells gpg-agent a passphrase; not in an argument, which others could see.
  private func preset(_ passphrase: SharedSecret, for grip: String) throws {
    let words = Self.command(passphrase, for: grip)
    var child = ChildProcess(["gpg-connect-agent"])
    child.environment["GNUPGHOME"] = home.bytes
    child.errors = .discarded
    let answer = try child.run(feeding: words.bytes).output
    guard answer.starts(with: "OK".utf8) else {
      throw GPGError(
        .noPassphrase, .decrypt, operation: "gpg-connect-agent",
        detail: "gpg-agent does not take it")
    }
  }

  private static func command(_ passphrase: SharedSecret, for grip: String) -> SharedSecret {
    var words = SecretBytes()
    words.append("PRESET_PASSPHRASE \(grip) -1 ".utf8)
    let digits: StaticString = "0123456789ABCDEF"
    for index in 0..<passphrase.bytes.count {
      let byte = passphrase.bytes.withBytes { $0[index] }
      words.append(digits.utf8Start[Int(byte >> 4)])
      words.append(digits.utf8Start[Int(byte & 15)])
    }
    words.append("\n".utf8)
    return SharedSecret(words)
  }

  private func gpg(_ words: [String]) -> ChildProcess {
    var child = ChildProcess(["gpg", "--batch", "--no-tty", "--quiet"] + words)
    child.environment["GNUPGHOME"] = home.bytes
    child.errors = .discarded
    return child
  }
}
