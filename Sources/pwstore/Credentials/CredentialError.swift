import PWCore

/// Why a program does not get the account that it asks for.
enum CredentialError: Failure {
  /// There are several, and the program names none of the users.
  case ambiguous(host: String, users: [String])
  /// The value cannot be handed over in the form that the program wants.
  case notOneLine(ServiceKey)
  /// Docker has sent what no account can be made of.
  case incomplete(String)
  /// Docker wants an account that is not there.
  case notFound

  var description: String {
    switch self {
    case .ambiguous(let host, let users):
      "there are several accounts for \(quoted(Array(host.utf8))): "
        + users.map { printable($0) }.joined(separator: ", ")
    case .notOneLine(let key):
      "cannot hand over the account \(quoted(key.bytes)): a value has several lines, or a NUL"
    // The words are docker's own, which it looks for.
    case .incomplete(let what): "no credentials \(what)"
    case .notFound: "credentials not found in native keychain"
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .incomplete: .usage
    case .notFound: .notFound
    case .ambiguous, .notOneLine: .failure
    }
  }

  var hint: String? {
    guard case .ambiguous(let host, _) = self else { return nil }
    return "name one: git config --global credential.https://\(printable(host)).username USER"
  }
}
