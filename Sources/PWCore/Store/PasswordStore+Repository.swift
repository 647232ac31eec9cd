extension PasswordStore {
  package func makeRepository(options: some Sequence<[UInt8]>) throws {}
}
