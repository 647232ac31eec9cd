import Fixtures
import Testing

@testable import PWCore

@Suite struct GPGDecryptErrorTests {
  @Test func `names the keys that could open it`() throws {
    let (home, other) = (try GPGHome(), try GPGHome(["bob"]))
    let message = try GPGContext(other).encrypt(SecretBytes("x"), to: ["bob@example.org"])
    let keyID = try #require(try MessageRecipients.keyIDs(of: message).first)
    let error = try decryptionError(try GPGContext(home), message)
    #expect(error?.reason == .noSecretKey)
    #expect(error?.exitCode == .cannotDecrypt)
    #expect(error?.description == "cannot decrypt: there is no secret key for \"\(keyID)\"")
  }

  @Test func `has no key for a hidden recipient`() throws {
    let (home, other) = (try GPGHome(), try GPGHome(["bob"]))
    let message = try other.gpg(
      ["--throw-keyids", "-e", "-r", "bob@example.org"], input: [0x78]
    ).output
    let error = try decryptionError(try GPGContext(home), message)
    #expect(error?.reason == .noSecretKey)
    #expect(error?.recipient == MessageRecipients.hiddenKeyID)
  }

  @Test func `decrypts directly what gpgme decrypts`() throws {
    let (home, other) = (try GPGHome(), try GPGHome(["bob"]))
    try other.importKey("ann", from: home)
    let recipient = ["--trust-model", "always", "-r", "ann@example.org"]
    for words in [
      ["-e"], ["-se", "-u", "bob@example.org"], ["--armor", "-e"], ["-z", "9", "-e"],
    ] {
      let message = try other.gpg(recipient + words, input: Array("text\n".utf8)).output
      #expect(try GPGContext(home).text(message) == "text\n")
      #expect(try GPGContext(home).decryptDirectly(message).text == "text\n")
    }
  }

  @Test func `asks the function for the passphrase`() throws {
    let home = try GPGHome([])
    try home.makeLockedKey("ann", passphrase: "correct horse")
    let gpg = try GPGContext(home)
    let message = try gpg.encrypt(SecretBytes("x"), to: ["ann@example.org"])
    let symmetric = try home.encrypt([0x78], passphrase: "correct horse")
    for (message, hint) in [(message, "Ann <ann@example.org>"), (symmetric, "")] {
      var hints: [String] = []
      gpg.passphrase = { hint, _ in
        hints.append(hint)
        return SecretBytes("correct pony")
      }
      let wrong = try decryptionError(gpg, message)
      #expect(wrong?.reason == .badPassphrase)
      #expect(wrong?.exitCode == .cannotDecrypt)
      #expect(wrong?.description == "cannot decrypt: the passphrase is wrong")
      #expect(hints.count == 1)
      #expect(hints.first?.hasSuffix(hint) == true)

      gpg.passphrase = { _, _ in nil }
      let given = try decryptionError(gpg, message)
      #expect(given?.reason == .cancelled)
      #expect(given?.exitCode == .cannotDecrypt)

      gpg.passphrase = { _, _ in SecretBytes("correct horse") }
      #expect(try gpg.text(message) == "x")
    }
  }

  @Test(
    arguments: [
      ("D wrong\nOK", .badPassphrase, "the passphrase is wrong"),
      (
        "ERR 83886179 Operation cancelled <Pinentry>", .cancelled,
        "the passphrase prompt was dismissed"
      ),
      (
        "ERR 83918950 Inappropriate ioctl for device <Pinentry>", .noPassphrase,
        "the passphrase cannot be asked for (Inappropriate ioctl for device)"
      ),
      (
        "ERR 83886142 Timeout <Pinentry>", .noPassphrase,
        "the passphrase cannot be asked for (Timeout)"
      ),
      (nil, .noPassphrase, "the passphrase cannot be asked for (No pinentry)"),
    ] as [(String?, GPGError.Reason, String)])
  func `tells what became of the question`(answer: String?, reason: GPGError.Reason, text: String)
    throws
  {
    let (home, other) = (try GPGHome([]), try GPGHome(["bob"]))
    try home.makeLockedKey("ann", passphrase: "correct horse")
    try home.importKey("bob", from: other)
    let gpg = try GPGContext(home)
    let plaintext = SecretBytes("x")
    let messages = [
      try gpg.encrypt(plaintext, to: ["ann@example.org"]),
      try gpg.encrypt(plaintext, to: ["bob@example.org", "ann@example.org"], trust: .always),
      try home.encrypt([0x78], passphrase: "correct horse"),
    ]
    try home.answerPinentry(with: answer)
    for message in messages {
      let error = try decryptionError(gpg, message)
      #expect(error?.reason == reason)
      #expect(error?.exitCode == .cannotDecrypt)
      #expect(error?.description == "cannot decrypt: \(text)")
    }
    try home.answerPinentry(with: "D correct horse\nOK")
    for message in messages { #expect(try gpg.text(message) == "x") }
  }

  @Test(arguments: [[], Array("hello\n".utf8), [1, 2, 3], [0x85, 1, 0x0C]] as [[UInt8]])
  func `knows what is no message`(bytes: [UInt8]) throws {
    let home = try GPGHome()
    let error = try decryptionError(try GPGContext(home), bytes)
    #expect(error?.reason == (bytes.first == 0x85 ? .corrupt : .noData))
    #expect(error?.exitCode == .integrity)
    #expect(error?.operation.isEmpty == false)
  }

  @Test func `refuses a message that is only signed or packed`() throws {
    let home = try GPGHome()
    for option in ["--store", "--sign", "--clearsign"] {
      let message = try home.gpg([option], input: [0x78]).output
      #expect(!message.isEmpty)
      let error = try decryptionError(try GPGContext(home), message)
      #expect(error?.reason == .noData, "\(option)")
    }
  }

  @Test func `returns nothing of a damaged message`() throws {
    let (home, other) = (try GPGHome(), try GPGHome(["bob"]))
    try home.importKey("bob", from: other)
    let gpg = try GPGContext(home)
    let plaintext = SecretBytes([UInt8](repeating: 0x61, count: 3000))
    for recipients in [["ann@example.org"], ["bob@example.org", "ann@example.org"]] {
      let message = try gpg.encrypt(plaintext, to: recipients, trust: .always)
      // Within the session key, behind it, in the data, and in the checksum.
      for position in [40, 200 + 96 * recipients.count, 2000, message.count - 3] {
        var flipped = message
        flipped[position] ^= 1
        let isOurs = recipients.count == 1 || position > 96
        let error = try decryptionError(gpg, flipped)
        if isOurs { #expect(error?.reason == .corrupt, "bit flipped in \(position)") }
        if isOurs { #expect(error?.exitCode == .integrity) }
        let cut = gpgError { _ = try gpg.decrypt(Array(message[..<position])) }
        #expect(cut?.reason == .corrupt, "cut at \(position)")
      }
    }
  }
}

/// Why a message cannot be decrypted, in either of the two ways, which are to
/// agree; but gpg alone does not say what became of a question.
private func decryptionError(_ gpg: GPGContext, _ message: [UInt8]) throws -> GPGError? {
  let error = gpgError { _ = try gpg.decrypt(message) }
  // With a function to ask, there is one way only.
  guard gpg.passphrase == nil else { return error }
  let direct = gpgError { _ = try gpg.decryptDirectly(message) }
  if direct?.reason == .noPassphrase {
    #expect([.badPassphrase, .noPassphrase, .cancelled].contains(error?.reason))
    return error
  }
  #expect(direct?.reason == error?.reason)
  #expect(direct?.description == error?.description)
  return error
}
