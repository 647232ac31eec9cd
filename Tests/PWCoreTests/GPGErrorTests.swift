import PWCore
import Testing

@Suite struct GPGErrorTests {
  @Test(
    arguments: [
      (.noSecretKey, .cannotDecrypt), (.badPassphrase, .cannotDecrypt),
      (.noPassphrase, .cannotDecrypt), (.cancelled, .cannotDecrypt),
      (.keyNotFound, .cannotEncrypt), (.keyExpired, .cannotEncrypt), (.keyRevoked, .cannotEncrypt),
      (.keyDisabled, .cannotEncrypt), (.keyUntrusted, .cannotEncrypt),
      (.keyAmbiguous, .cannotEncrypt), (.keyUnusable, .cannotEncrypt),
      (.noRecipients, .cannotEncrypt), (.noData, .integrity), (.corrupt, .integrity),
      (.badSignature, .integrity), (.noSignature, .integrity), (.keyExists, .failure),
      (.notInstalled, .failure), (.other, .failure),
    ] as [(GPGError.Reason, ExitCode)])
  func `has the status and one line for each reason`(reason: GPGError.Reason, status: ExitCode) {
    for task in [GPGError.Task.encrypt, .decrypt, .sign, .verify, .listKeys, .makeKey, .start] {
      for recipient in [nil, "a\u{1B}[2J\nb"] {
        let error = GPGError(reason, task, operation: "f", recipient: recipient, detail: "x\ny")
        #expect(error.exitCode == status)
        #expect(error.description.hasPrefix("cannot "))
        for text in [error.description, error.hint ?? ""] {
          #expect(!text.contains { $0 == "\n" || $0 == "\u{1B}" })
          #expect(!text.hasSuffix("."))
        }
      }
    }
  }

  @Test(
    arguments: [
      (.decrypt, .cannotDecrypt), (.encrypt, .cannotEncrypt), (.verify, .integrity),
      (.sign, .failure),
    ] as [(GPGError.Task, ExitCode)])
  func `has the status of what was tried where gpg alone knows why it failed`(
    task: GPGError.Task, status: ExitCode
  ) {
    let error = GPGError(
      .programFailed, task, operation: "gpg", detail: "gpg ended with status 2")
    #expect(error.exitCode == status)
    #expect(error.description == "cannot \(task.rawValue): gpg ended with status 2")
    let early = GPGError(.endedEarly, task, operation: "f", detail: "no home")
    #expect(early.exitCode == status)
    #expect(early.description == "cannot \(task.rawValue): gpg ended too early: no home")
  }

  @Test func `covers all reasons`() {
    #expect(GPGError.Reason.allCases.count == 21)
  }

  @Test func `offers commands that hold no other command`() {
    for (name, word) in [
      ("a; rm -rf ~", "'a; rm -rf ~'"), ("$(id)", "'$(id)'"), ("it's `id`", #"'it'\''s `id`'"#),
      ("-x", "-- -x"),
    ] {
      let error = GPGError(.keyNotFound, .encrypt, operation: "f", recipient: name)
      #expect(
        error.hint?.contains("--recv-keys \(word), or") == true
          && error.hint?.hasSuffix("recipients remove \(word)\"") == true, "\(error.hint ?? "")")
    }
    let plain = GPGError(.keyNotFound, .encrypt, operation: "f", recipient: "ann@example.org")
    #expect(
      plain.hint
        == "get the key with gpg --import FILE, or gpg --recv-keys ann@example.org, or "
        + #""pwstore sync --import-keys" if the store has it, or end sharing with it: "pwstore recipients remove ann@example.org""#
    )
  }

  @Test func `names the signer and the day`() {
    let bad = GPGError(.badSignature, .verify, operation: "f", recipient: "AB")
    #expect(
      bad.description
        == #"cannot verify: the signature by "AB" does not match: the data was changed"#)
    let old = GPGError(
      .keyExpired, .encrypt, operation: "f", recipient: "ann", expiryDate: 951_782_400)
    #expect(old.description == #"cannot encrypt to "ann": the key expired on 2000-02-29"#)
  }
}
