extension PasswordStore {
  package func makeRepository(options: some Sequence<[UInt8]>) throws {}
}
extension PasswordStore {
  package func checkSignature(of path: FilePath) throws {}
}
