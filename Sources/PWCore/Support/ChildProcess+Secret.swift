// Stands in until the branch with ChildPipes is merged; then this file goes.
extension ChildProcess {
  package struct SecretResult: ~Copyable {
    package var status: Int32
    package var output: SecretBytes
    package var errors: [UInt8]
  }

  package func runForSecret(
    feeding secret: borrowing SecretBytes
  ) throws(SystemError) -> SecretResult {
    var child = self
    child.input = .bytes(secret.withBytes { bytes in bytes.withUnsafeBytes { Array($0) } })
    return try child.runForSecret()
  }

  package func runForSecret(capacity: Int = 0) throws(SystemError) -> SecretResult {
    let result = try run()
    return SecretResult(
      status: result.status, output: SecretBytes(copying: result.output.span),
      errors: result.errors)
  }
}
