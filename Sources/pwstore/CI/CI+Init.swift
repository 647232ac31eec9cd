import PWCore

extension CI {
  /// Makes a key for a job, and prints its private part.
  ///
  /// - Parameters:
  ///   - folder: What the job is to read.
  ///   - name: The key's user id; `nil` for one that names the folder.
  ///   - asBase64: Whether to print one line.
  ///   - session: The session.
  /// - Throws: ``UsageError``, ``GPGError``, ``StreamError``, ``StoreError``, and what
  ///   adding a recipient throws.
  static func makeKey(
    _ folder: FolderName, name: String?, asBase64: Bool, in session: Session
  ) throws {
    let place = PasswordStore.name(of: folder)
    let name = name ?? "CI job for \(printable(place))"
    guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw UsageError("\(quoted(name)) cannot be the name of a key")
    }
    let store = session.store()
    try check(folder, of: store)
    let folderOfKey = try JobHome.makeFolder(in: session)
    let key = try GPGIdentity(in: folderOfKey.path).makeKey(name)
    folderOfKey.remove()
    // A recipient whose key nobody got would stay for ever.
    try output(key.secretPart, asBase64: asBase64, in: session)
    do {
      let result = try session.changingInBulk(store) {
        try store.addNewKey(key.fingerprint, key.publicPart, to: folder)
      }
      session.note("Made the key \(key.fingerprint) (\(printable(name))), which can read \(place)")
      session.tell(result.reencrypted)
    } catch {
      session.warn("the private key that was printed can read nothing: throw it away")
      throw error
    }
    try tellOfFolders(below: folder, of: store, key.fingerprint, in: session)
    session.note(instructions(session.program))
  }

  /// Checks that a key for the folder would be of use, before anybody waits for it.
  private static func check(_ folder: FolderName, of store: PasswordStore) throws {
    guard try store.contains(folder) else {
      guard let entry = try? ServiceKey(bytes: folder.bytes), try store.contains(entry) else {
        throw StoreError.noSuchFolder(
          folder, hint: "\"pwstore ls\" lists what there is; a folder comes with its first entry")
      }
      let parts = folder.bytes.split(separator: UInt8(ascii: "/"))
      let above = parts.dropLast().joined(separator: [UInt8(ascii: "/")])
      throw StoreError.noSuchFolder(
        folder,
        hint: "it is an entry, and keys are for folders; \"pwstore ci init"
          + (parts.count > 1 ? " \(shellQuoted(Array(above)))" : "") + "\" is for the one it is in")
    }
    if let failure = try store.recipientDetails(for: folder).recipients.lazy
      .compactMap(\.failure).first
    {
      throw failure
    }
  }

  private static func output(_ key: SharedSecret, asBase64: Bool, in session: Session) throws {
    if asBase64 {
      try session.output.write(base64(key))
      try session.output.write("\n")
    } else {
      try session.output.write(key.bytes)
    }
    try session.output.finish()
  }

  /// Tells of the folders that the key is not for.
  private static func tellOfFolders(
    below folder: FolderName, of store: PasswordStore, _ fingerprint: String, in session: Session
  ) throws {
    for other in try store.foldersWithOwnRecipients(below: folder) {
      session.warn(
        "it cannot read \(quoted(other.bytes)), which has recipients of its own: "
          + "\"\(session.program) recipients add -p \(shellQuoted(other.bytes)) \(fingerprint)\" adds it"
      )
    }
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
