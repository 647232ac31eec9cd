/// How secret keys are unlocked that have a passphrase.
public enum GPGUnlocking: Sendable {
  /// By gpg-agent, which asks through its pinentry for what it does not know.
  case pinentry
  /// By gpg-agent, if it knows the passphrase; nobody is asked.
  case withoutAsking
  /// With this passphrase, for a key whose own gpg-agent does not know; nobody is
  /// asked.
  case passphrase(SharedSecret)
}

extension GPGUnlocking {
  /// Words for the command line of a `gpg` that was described to ``prepare(_:)``.
  var options: [String] {
    switch self {
    case .pinentry: []
    case .withoutAsking: ["--pinentry-mode", "error"]
    case .passphrase: ["--pinentry-mode", "loopback", "--passphrase-fd", "4"]
    }
  }

  /// Lets a `gpg` have the passphrase.
  func prepare(_ child: inout ChildProcess) {
    if case .passphrase(let passphrase) = self { child.fourthFile = passphrase }
  }
}
