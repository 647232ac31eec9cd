import Fixtures
import Foundation
@testable import PWCore
import Testing

@Suite struct GPGEncryptErrorTests {
  @Test func `names the recipient at fault and the reason`() throws {
    let (home, other) = (try GPGHome(["ann", "rev", "dis"]), try GPGHome(["unt"]))
    let expired = try home.makeExpiredKey("exp")
    try home.makeSigningKey("sig")
    try home.revoke("rev")
    try home.disable("dis")
    try home.importKey("unt", from: other)
    let untrusted = try home.fingerprint("unt")
    try home.configure("group team = ann@example.org rev@example.org")
    let gpg = try GPGContext(home)
    // The certificate was made with the key.
    let made = try #require(try gpg.keys(["rev@example.org"]).first?.subkeys[0].creationDate)
    let today = CalendarDate(secondsSince1970: made)
    let rows: [(String, GPGError.Reason, String)] = [
      (
        "exp@example.org", .keyExpired, #"the key of "Exp <exp@example.org>" expired on 2020-12-31"#
      ),
      (expired, .keyExpired, #"the key of "Exp <exp@example.org>" expired on 2020-12-31"#),
      (
        "rev@example.org", .keyRevoked,
        #"the key of "Rev <rev@example.org>" was revoked on \#(today)"#
      ),
      ("dis@example.org", .keyDisabled, #"the key of "Dis <dis@example.org>" is disabled"#),
      (
        "sig@example.org", .keyUnusable,
        #"the key of "Sig <sig@example.org>" cannot be used for that"#
      ),
      (
        "unt@example.org", .keyUntrusted,
        #"nothing shows that the key of "Unt <unt@example.org>" belongs to its owner"#
      ),
      ("nobody@example.org", .keyNotFound, "there is no such key"),
      ("100% Ann", .keyNotFound, "there is no such key"),
      ("--hidden", .keyNotFound, "there is no such key"),
      ("--file=x", .keyNotFound, "there is no such key"),
      ("--", .keyNotFound, "there is no such key"), ("-", .keyNotFound, "there is no such key"),
      (" ", .keyNotFound, "there is no such key (it is empty)"),
    ]
    for (recipient, reason, text) in rows {
      for recipients in [
        [recipient], ["ann@example.org", recipient], [recipient, "ann@example.org"],
      ] {
        let error = gpgError { _ = try gpg.encrypt(SecretBytes("x"), to: recipients) }
        #expect(error?.reason == reason, "\(recipients)")
        #expect(error?.recipient == recipient)
        #expect(error?.exitCode == .cannotEncrypt)
        #expect(error?.description == "cannot encrypt to \"\(recipient)\": \(text)")
      }
    }
    let error = gpgError { _ = try gpg.encrypt(SecretBytes("x"), to: ["unt@example.org"]) }
    #expect(error?.hint?.contains("gpg --quick-lsign-key \(untrusted)") == true)
    let member = gpgError { _ = try gpg.encrypt(SecretBytes("x"), to: ["team"]) }
    #expect(
      member?.description
        == #"cannot encrypt to "rev@example.org": the key of "Rev <rev@example.org>" was revoked on \#(today)"#
    )
  }

  @Test func `tells that only the subkey has expired`() throws {
    let home = try GPGHome([])
    let key = try home.makeSigningKey("ann")
    try home.gpg([
      "--faked-system-time", "20200101T000000", "--pinentry-mode", "loopback", "--passphrase", "",
      "--quick-gen-key", "Old <old@example.org>", "ed25519", "sign", "never",
    ])
    let old = try home.fingerprint("old")
    #expect(key != old)
    try home.gpg([
      "--faked-system-time", "20200102T000000", "--pinentry-mode", "loopback", "--passphrase", "",
      "--quick-add-key", old, "cv25519", "encr", "2020-06-30",
    ])
    let error = gpgError {
      _ = try GPGContext(home).encrypt(SecretBytes("x"), to: ["old@example.org"])
    }
    #expect(
      error?.description
        == #"cannot encrypt to "old@example.org": the key of "Old <old@example.org>" expired on 2020-06-30"#
    )
  }

  @Test func `refuses a recipient that would become two`() throws {
    let home = try GPGHome(["ann", "bob"])
    let gpg = try GPGContext(home)
    for recipient in ["ann@example.org\nbob@example.org", "ann@example.org\r", "ann\0", "\n", ""] {
      let error = gpgError { _ = try gpg.encrypt(SecretBytes("x"), to: [recipient]) }
      #expect(error?.reason == .keyNotFound)
      #expect(error?.description.contains("\n") == false)
    }
  }

  @Test func `never encrypts to no one`() throws {
    let home = try GPGHome()
    let error = gpgError { _ = try GPGContext(home).encrypt(SecretBytes("x"), to: []) }
    #expect(error?.reason == .noRecipients)
    #expect(error?.exitCode == .cannotEncrypt)
    #expect(error?.description == "cannot encrypt: no recipient is given")
  }

  @Test func `says that gpg is missing`() throws {
    let error = gpgError {
      let gpg = try GPGContext(homeDirectory: nil, program: FilePath("/no/such/gpg"))
      _ = try gpg.encrypt(SecretBytes("x"), to: ["ann@example.org"])
    }
    #expect(error?.reason == .notInstalled, "\(error as Any)")
    #expect(error?.exitCode == .failure)
    #expect(error?.hint?.contains("apt install gnupg") == true)
  }

  @Test func `notices when gpg dies`() throws {
    let home = try GPGHome()
    let program = "\(home.path)/gpg"
    try writeProgram(
      "#!/bin/sh\n[ \"$1\" = --version ] && exec gpg --version\nexit 0\n", to: program)
    let gpg = try GPGContext(homeDirectory: FilePath(home.path), program: FilePath(program))
    let encryption = gpgError { _ = try gpg.encrypt(SecretBytes("x"), to: ["ann@example.org"]) }
    #expect(encryption?.description == "cannot encrypt: gpg ended too early")
    #expect(gpgError { _ = try gpg.sign([0x78]) }?.reason == .other)
    #expect(gpgError { _ = try gpg.decrypt([0x78]) }?.reason == .noData)
    #expect(gpgError { _ = try gpg.verify([0x78], of: [0x78]) }?.reason == .noSignature)
  }
}
