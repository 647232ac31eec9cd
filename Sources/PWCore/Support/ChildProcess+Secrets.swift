extension ChildProcess {
  /// What a child left whose standard output is a secret.
  package struct SecretResult: ~Copyable {
    /// The exit status; 128 and the signal's number if a signal ended it.
    package var status: Int32
    /// What it wrote to standard output.
    package var output: SecretBytes
    /// What it wrote to standard error, if that was collected.
    package var errors: [UInt8]

    /// Hands over ``output``, which other modules cannot take out by themselves.
    package consuming func takeOutput() -> SecretBytes { output }
  }

  /// Runs the program with a secret on its standard input, through a pipe.
  ///
  /// - Parameter secret: What the program reads.
  /// - Returns: The status, and what was collected.
  /// - Throws: ``SystemError``, if it cannot be started.
  package func run(feeding secret: borrowing SecretBytes) throws(SystemError) -> Result {
    try secret.withBytes { (bytes) throws(SystemError) in
      try bytes.withUnsafeBytes { (bytes) throws(SystemError) in try collect(feeding: bytes) }
    }
  }

  /// Runs the program, whose standard output is a secret: it goes from the pipe
  /// straight into memory of ours.
  ///
  /// - Parameter capacity: How many bytes to expect; more are no harm.
  /// - Returns: The status and the output.
  /// - Throws: ``SystemError``, if it cannot be started.
  package func runForSecret(capacity: Int = 0) throws(SystemError) -> SecretResult {
    guard case .bytes(let bytes) = input else {
      return try collectSecret(feeding: nil, capacity: capacity)
    }
    return try bytes.span.withUnsafeBytes { (bytes) throws(SystemError) in
      try collectSecret(feeding: bytes, capacity: capacity)
    }
  }

  /// Runs the program with a secret on its standard input, and another one that
  /// comes out.
  ///
  /// - Parameter secret: What the program reads.
  /// - Returns: The status and the output.
  /// - Throws: ``SystemError``, if it cannot be started.
  package func runForSecret(
    feeding secret: borrowing SecretBytes
  ) throws(SystemError) -> SecretResult {
    try secret.withBytes { (bytes) throws(SystemError) in
      try bytes.withUnsafeBytes { (bytes) throws(SystemError) in
        try collectSecret(feeding: bytes, capacity: bytes.count)
      }
    }
  }

  private func collectSecret(
    feeding bytes: UnsafeRawBufferPointer?, capacity: Int
  ) throws(SystemError) -> SecretResult {
    var output = SecretBytes(minimumCapacity: capacity + ChildPipes.readSize)
    let (status, errors) = try run(feeding: bytes) { ChildPipes.read($0, into: &output) }
    return SecretResult(status: status, output: output, errors: errors)
  }
}
