// Stands in until the branch with ChildPipes is merged; then this file goes.
extension ChildProcess {
  package struct SecretResult: ~Copyable {
    package var status: Int32
    package var output: SecretBytes
  }

  package func runForSecret(
    feeding secret: borrowing SecretBytes
  ) throws(SystemError) -> SecretResult {
    var child = self
    child.input = .bytes(secret.withBytes { bytes in bytes.withUnsafeBytes { Array($0) } })
    let result = try child.run()
    return SecretResult(status: result.status, output: SecretBytes(copying: result.output.span))
  }
}
