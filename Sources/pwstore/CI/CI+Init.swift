import PWCore

extension CI {
  /// Makes a key for a job, and prints its private part.
  ///
  /// - Parameters:
  ///   - folder: What the job is to read.
  ///   - name: The key's user id; `nil` for one that names the folder.
  ///   - asBase64: Whether to print one line.
  ///   - session: The session.
  /// - Throws: ``UsageError``, ``GPGError``, and what adding a recipient throws.
  static func makeKey(
    _ folder: FolderName, name: String?, asBase64: Bool, in session: Session
  ) throws {
    let place = PasswordStore.name(of: folder)
    let name = name ?? "CI job for \(printable(place))"
    guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw UsageError("\(quoted(name)) cannot be the name of a key")
    }
    let store = session.store()
    // Nobody shall wait for a key in vain.
    _ = try store.recipients(for: folder)
    let folderOfKey = try JobHome.makeFolder(in: session)
    let key = try GPGIdentity(in: folderOfKey.path).makeKey(name)
    folderOfKey.remove()
    let result = try session.changingInBulk(store) {
      try store.addNewKey(key.fingerprint, key.publicPart, to: folder)
    }
    session.note("Made the key \(key.fingerprint) (\(printable(name))), which can read \(place)")
    session.tell(result.reencrypted)
    if asBase64 {
      try session.output.write(base64(key.secretPart))
      try session.output.write("\n")
    } else {
      try session.output.write(key.secretPart.bytes)
    }
    session.note(instructions(session.program))
  }

  private static func base64(_ key: SharedSecret) -> SecretBytes {
    var text = SecretBytes()
    text.append(base64: key.bytes)
    return text
  }

  private static func instructions(_ program: String) -> String {
    """

    # The private key is shown this once. Give it to the platform as a secret, and
    # "sync" the store. Who has the key can read what it can read; end that with
    # "\(program) recipients remove".
    #
    # GitHub Actions: Settings, Secrets and variables, Actions: PWSTORE_GPG_KEY
    - env:
        PWSTORE_GPG_KEY: ${{ secrets.PWSTORE_GPG_KEY }}
      run: pwstore ci -- COMMAND

    # GitLab CI: Settings, CI/CD, Variables: PWSTORE_GPG_KEY, protected; masked if it
    # is one line, as --base64 prints it
    script:
      - pwstore ci -- COMMAND

    # Jenkins: Credentials, a secret file with the id pwstore-gpg-key
    withCredentials([file(credentialsId: 'pwstore-gpg-key', variable: 'KEY')]) {
      sh 'pwstore ci --key-file "$KEY" -- COMMAND'
    }
    """
  }
}
