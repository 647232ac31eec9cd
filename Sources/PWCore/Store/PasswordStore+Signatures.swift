/// What makes the recipients of a store its owner's choice, and not that of
/// anybody who can push to it: signatures of the files that name them.
extension PasswordStore {
  /// The ids that a folder's own recipients file names, once its signature is
  /// verified where that is asked for.
  ///
  /// - Parameter folder: The folder's path, in the store.
  /// - Returns: `nil` if it has no such file.
  /// - Throws: As ``recipients(for:)`` does.
  func ownRecipients(of folder: FilePath) throws -> [String]? {
    let path = folder.appending(RecipientsFile.name)
    guard let content = try readFileIfAny(path) else { return nil }
    try verify(content, at: path, "the recipients file")
    return try RecipientsFile(content, path: path).ids
  }

  /// Refuses a file without a good signature by one of the ``signingKeys`` in a
  /// file beside it, if there are any such keys.
  ///
  /// - Parameter path: The file, such as an extension of the user's.
  /// - Throws: ``StoreError/Reason/badSignature``, ``SystemError``.
  package func checkSignature(of path: FilePath) throws {
    if !signingKeys.isEmpty { try verify(try readFile(path), at: path, "the file") }
  }

  private func verify(_ content: [UInt8], at path: FilePath, _ what: String) throws {
    guard !signingKeys.isEmpty else { return }
    let file = FilePath(path.bytes + RecipientsFile.signatureSuffix)
    guard let signature = try readFileIfAny(file) else {
      throw StoreError(
        .badSignature, "\(what) \(quoted(path.bytes)) is not signed", hint: Self.signatureHint)
    }
    if verified[path] == [content, signature] { return }
    try verify(content, signature, at: path, what)
    verified[path] = [content, signature]
  }

  private func verify(
    _ content: [UInt8], _ signature: [UInt8], at path: FilePath, _ what: String
  ) throws {
    let wanted = try checkedSigningKeys()
    let reason: String
    do throws(GPGError) {
      let made = try gpg.verify(signature, of: content).filter {
        wanted.contains($0.fingerprint) || wanted.contains($0.primaryFingerprint)
      }
      if made.contains(where: { $0.status == .good }) { return }
      reason =
        made.isEmpty
        ? "it is by none of the keys in PASSWORD_STORE_SIGNING_KEY"
        : "it, or its key, has expired or was revoked"
    } catch {
      reason = error.cause
    }
    throw StoreError(
      .badSignature, "the signature of \(what) \(quoted(path.bytes)) is not valid: \(reason)",
      hint: Self.signatureHint)
  }

  private static let signatureHint =
    "find out who has written it; if you trust what it says, sign it with gpg --detach-sign"

  /// Whether a signature of a recipients file is good.
  ///
  /// - Throws: ``StoreError/Reason/badSignature`` if it is not.
  func verifyRecipients(_ content: [UInt8], _ signature: [UInt8], at path: FilePath) throws {
    try verify(content, signature, at: path, "the recipients file")
  }

  /// Signs the content of a recipients file with those of the ``signingKeys``
  /// whose secret part is here.
  ///
  /// - Returns: The signatures, binary, one behind the other.
  /// - Throws: ``StoreError/Reason/badSignature``.
  func signRecipients(_ content: [UInt8], at path: FilePath) throws -> [UInt8] {
    var signatures: [UInt8] = []
    var missing: GPGError?
    for key in try checkedSigningKeys() {
      do throws(GPGError) {
        signatures += try gpg.sign(content, by: key, armored: false)
      } catch {
        guard error.reason == .noSecretKey else { throw signingFailed(path, error) }
        missing = error
      }
    }
    if signatures.isEmpty, let missing { throw signingFailed(path, missing) }
    return signatures
  }

  private func signingFailed(_ path: FilePath, _ error: GPGError) -> StoreError {
    StoreError(
      .badSignature, "cannot sign the recipients file \(quoted(path.bytes)): \(error)",
      hint: error.hint, cause: error)
  }

  /// The fingerprints as gpg writes them.
  ///
  /// An id would not do: anybody can make a key for an id of their choice.
  private func checkedSigningKeys() throws(StoreError) -> [String] {
    let digits = "0123456789ABCDEFabcdef"
    for key in signingKeys where key.utf8.count < 40 || !key.allSatisfy(digits.contains) {
      throw StoreError(
        .badSignature,
        "\(quoted(key)) in PASSWORD_STORE_SIGNING_KEY is not the fingerprint of a key",
        hint: "it takes the whole fingerprint, as \"gpg --list-keys\" shows it")
    }
    return signingKeys.map { $0.uppercased() }
  }
}
