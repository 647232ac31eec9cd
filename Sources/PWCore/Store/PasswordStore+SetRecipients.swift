// What all that change the recipients of a folder have in common.

extension PasswordStore {
  /// Plans a folder's recipients file, with its signature.
  ///
  /// - Parameters:
  ///   - content: The new file.
  ///   - folder: The folder.
  ///   - root: The store's folder.
  ///   - change: Gets the files.
  /// - Returns: The recipients that the folder has had up to now.
  /// - Throws: ``StoreError/Reason/badSignature`` if it cannot be signed,
  ///   ``StoreError/Reason/outside``, ``SystemError``.
  func setRecipients(
    _ content: [UInt8], of folder: FolderName, in root: FilePath, _ change: inout Change
  ) throws -> [String]? {
    let target = try writablePath(folder.appending(RecipientsFile.name), in: root)
    let path = root.appending(target)
    let present = try readFileIfAny(path)
    let old = present.flatMap { try? RecipientsFile($0, path: path).ids }
    if present != content { change.write(content, to: target, first: true) }
    if !signingKeys.isEmpty {
      let file = target + RecipientsFile.signatureSuffix
      let signature = try readFileIfAny(root.appending(file))
      let isValid =
        present == content
        && signature.map { (try? verifyRecipients(content, $0, at: path)) != nil } ?? false
      if !isValid {
        let new = try signRecipients(content, at: path)
        try verifyRecipients(content, new, at: path)
        change.write(new, to: try writablePath(file, in: root), first: true)
      }
    }
    return old ?? (try? recipients(for: folder))
  }

  /// Plans the entries' new ciphertexts, as far as they need one.
  ///
  /// - Parameters:
  ///   - keys: The entries.
  ///   - ids: For whom.
  ///   - isSameList: Whether these have been the recipients up to now.
  ///   - sparingBroken: Whether entries that nobody here can decrypt are no failure.
  ///   - reencryption: What is known of the keys.
  ///   - change: Gets the files.
  ///   - result: Gets the entries' names.
  ///   - root: The store's folder.
  /// - Throws: ``StoreError``, ``GPGError``, ``SystemError``, as ``Reencryption``
  ///   does.
  func reencrypt(
    _ keys: [ServiceKey], to ids: [String], isSameList: Bool, sparingBroken: Bool,
    _ reencryption: Reencryption, _ change: inout Change, _ result: inout Initialization,
    in root: FilePath
  ) throws {
    var reencryption = reencryption
    for key in keys {
      let item = Reencryption.Item(
        key: key, source: root.appending(key.file),
        target: try writablePath(key.file, in: root), ids: ids)
      _ = try reencryption.keyIDs(for: ids, to: "use the recipients")
      try reencryption.add(item, isSameList: isSameList)
    }
    for outcome in try reencryption.run(sparingBroken: sparingBroken) {
      switch outcome {
      case .encrypted(let item, let ciphertext):
        change.write(ciphertext, to: item.target)
        result.reencrypted.append(item.key)
      case .undecryptable(_, let failure): result.undecryptable.append(failure)
      }
    }
  }
}
