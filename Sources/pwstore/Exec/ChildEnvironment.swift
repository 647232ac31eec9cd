import Glibc
import PWCore

/// The environment of a command: the variables, as C has them.
struct ChildEnvironment: ~Copyable {
  private var text = SecretBytes()
  private var starts: [Int] = []

  /// What is ours alone, and would let a command unlock all that we can.
  private static let ownSecrets: Set = [
    "PWSTORE_PASSPHRASE", "PWSTORE_PASSPHRASE_FD", "PWSTORE_GPG_KEY",
  ]

  /// Takes over what we were started with.
  ///
  /// - Parameter names: The variables that get other values.
  mutating func inherit(without names: Set<String>) {
    for variable in StartUp.environment {
      let bytes = UnsafeRawBufferPointer(start: variable, count: strlen(variable))
      let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
      guard !names.contains(name), !Self.ownSecrets.contains(name) else { continue }
      starts.append(text.count)
      text.append(bytes)
      text.append(0)
    }
  }

  /// Adds a variable, whose value has no NUL.
  mutating func add(_ name: VariableName, _ value: borrowing SecretBytes) {
    starts.append(text.count)
    text.append(name.text.utf8)
    text.append(UInt8(ascii: "="))
    text.append(value)
    text.append(0)
  }

  /// Calls `body` with what execve(2) takes, for as long as the call.
  func withPointers<R>(_ body: ([UnsafeMutablePointer<CChar>?]) throws -> R) rethrows -> R {
    try text.withBytes { bytes in
      try bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return try body([nil]) }
        // Nobody writes to them: C's declaration is older than `const`.
        let first = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: CChar.self)
        return try body(starts.map { first + $0 } + [nil])
      }
    }
  }
}
