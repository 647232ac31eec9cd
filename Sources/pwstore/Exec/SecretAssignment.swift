import PWCore

/// A variable and the secret that is to be in it, as `VAR=KEY#FIELD` on the command line.
struct SecretAssignment: Sendable {
  let name: VariableName
  /// What the secret is called, to be read by the store.
  let reference: [UInt8]

  /// Reads `VAR=KEY` or `VAR=KEY#FIELD`.
  @Sendable init(_ word: Argument) throws(UsageError) {
    guard let mark = word.bytes.firstIndex(of: UInt8(ascii: "=")) else {
      throw UsageError("\(word) is not of the form VAR=KEY or VAR=KEY#FIELD")
    }
    name = try VariableName(word.bytes[..<mark])
    reference = Array(word.bytes[(mark + 1)...])
  }
}

extension SecretAssignment: CustomStringConvertible {
  /// The assignment as it was typed, with control characters escaped.
  var description: String { "\(name)=\(printable(reference))" }
}
