import PWCore

/// What a password is to be like.
enum PasswordPolicy {
  case characters(CharacterPolicy)
  case words(WordPolicy)

  /// The logarithm of the number of passwords that it allows, to the base 2.
  var entropy: Double {
    switch self {
    case .characters(let policy): policy.entropy
    case .words(let policy): policy.entropy
    }
  }

  /// Draws one of them, each as likely as the others.
  func randomPassword() -> SecretBytes {
    switch self {
    case .characters(let policy): policy.randomPassword()
    case .words(let policy): policy.randomPassword()
    }
  }
}
