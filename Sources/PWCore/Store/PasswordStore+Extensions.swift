extension PasswordStore {
  /// Refuses a program in the store without a good signature by one of the
  /// ``signingKeys``, if there are any.
  ///
  /// - Throws: ``StoreError/Reason/badSignature``.
  package func checkSignature(of program: FilePath) throws {
    guard !signingKeys.isEmpty else { return }
    let content = try readFile(program)
    let signature = try readFileIfAny(FilePath(program.bytes + RecipientsFile.signatureSuffix))
    try verifyRecipients(content, signature ?? [], at: program)
  }
}
