import Foundation

extension GPGHome {
  /// Makes a key that expired at the end of 2020.
  @discardableResult
  public func makeExpiredKey(_ name: String) throws -> String {
    try gpg([
      "--faked-system-time", "20200101T000000", "--pinentry-mode", "loopback", "--passphrase", "",
      "--quick-gen-key", "\(name.capitalized) <\(name)@example.org>", "future-default", "default",
      "2020-12-31",
    ])
    return try fingerprint(name)
  }

  /// Makes a key that can sign and cannot encrypt.
  @discardableResult
  public func makeSigningKey(_ name: String) throws -> String {
    try gpg([
      "--pinentry-mode", "loopback", "--passphrase", "", "--quick-gen-key",
      "\(name.capitalized) <\(name)@example.org>", "ed25519", "sign", "never",
    ])
    return try fingerprint(name)
  }

  /// Makes a key with a passphrase that is not stretched, to save time.
  @discardableResult
  public func makeLockedKey(_ name: String, passphrase: String) throws -> String {
    try Data("s2k-count 65536\n".utf8).write(to: URL(filePath: "\(path)/gpg-agent.conf"))
    try run(["gpgconf", "--kill", "gpg-agent"], environment: environment)
    return try makeKey(name, passphrase: passphrase)
  }

  /// Encrypts with a passphrase that is not stretched, to save time.
  public func encrypt(_ bytes: [UInt8], passphrase: String) throws -> [UInt8] {
    try gpg(
      ["--pinentry-mode", "loopback", "--passphrase", passphrase, "--s2k-count", "65536", "-c"],
      input: bytes
    ).output
  }

  /// Revokes a key, by the certificate that was made with it.
  public func revoke(_ name: String) throws {
    let file = "\(path)/openpgp-revocs.d/\(try fingerprint(name)).rev"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    // The colon is there so that nobody does this by accident.
    try gpg(["--import"], input: Array(text.replacing(":-----BEGIN", with: "-----BEGIN").utf8))
  }

  /// Disables a key.
  public func disable(_ name: String) throws {
    try gpg(
      ["--command-fd", "0", "--edit-key", "\(name)@example.org"],
      input: Array("disable\nsave\n".utf8))
  }

  /// Imports the public key of someone in another home; nothing vouches for it.
  public func importKey(_ name: String, from other: GPGHome) throws {
    try gpg(["--import"], input: other.gpg(["--export", "\(name)@example.org"]).output)
  }

  /// Appends a line to `gpg.conf`.
  public func configure(_ line: String) throws {
    let file = URL(filePath: "\(path)/gpg.conf")
    let old = (try? Data(contentsOf: file)) ?? Data()
    try (old + Data("\(line)\n".utf8)).write(to: file)
  }

  /// Puts a program in the place of the person who answers pinentry.
  ///
  /// - Parameter answer: What it says when asked for the passphrase, in the
  ///   words of the Assuan protocol; `nil` for no pinentry at all.
  /// - Throws: An error if it cannot be set up.
  public func answerPinentry(with answer: String?) throws {
    var program = "/no/such/pinentry"
    if let answer {
      program = "\(path)/pinentry"
      let script = """
        #!/bin/sh
        echo OK
        while read -r word rest; do
          case $word in
            GETPIN) printf '%s\\n' \(answer.split(separator: "\n").map { "'\($0)'" }.joined(separator: " "));;
            BYE) echo OK; exit;;
            *) echo OK;;
          esac
        done
        """
      try writeProgram(script, to: program)
    }
    try Data("s2k-count 65536\npinentry-program \(program)\n".utf8)
      .write(to: URL(filePath: "\(path)/gpg-agent.conf"))
    try run(["gpgconf", "--kill", "gpg-agent"], environment: environment)
  }
}
