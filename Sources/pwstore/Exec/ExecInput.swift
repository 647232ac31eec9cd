import PWCore

/// What a command gets, decrypted.
final class ExecInput {
  private(set) var variables: [(name: VariableName, value: SharedSecret)] = []
  /// Variables that are to name a file with the secret.
  private(set) var files: [(name: VariableName, content: SharedSecret)] = []
  /// Standard input; `nil` for ours.
  var input: SharedSecret?
  /// The secrets, and what each is called where it matters that it is hidden.
  private(set) var secrets: [(value: SharedSecret, name: String?)] = []

  /// Sets a variable.
  ///
  /// - Parameters:
  ///   - variable: The variable.
  ///   - value: Its value.
  ///   - name: What the secret is called; `nil` if it is none.
  /// - Throws: ``UsageError``, if a variable cannot hold it.
  func set(_ variable: VariableName, to value: SharedSecret, called name: String?) throws {
    if value.bytes.withBytes({ bytes in bytes.indices.contains { bytes[$0] == 0 } }) {
      throw UsageError(
        "the value of \(name ?? variable.text) has a NUL, so no variable can hold it",
        hint: "hand it over by --stdin or --fd")
    }
    variables.append((variable, value))
    if let name { hide(value, called: name) }
  }

  /// Gives a variable the name of a file in memory.
  func addFile(_ variable: VariableName, _ content: SharedSecret) {
    files.append((variable, content))
  }

  /// Notes a secret that is to be hidden where the command prints it.
  func hide(_ value: SharedSecret, called name: String?) { secrets.append((value, name)) }
}
