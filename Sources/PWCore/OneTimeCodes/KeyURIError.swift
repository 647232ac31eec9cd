/// What can be wrong with a key URI.
///
/// No message holds a part of the URI: that might be the secret, in a place where
/// it does not belong.
public enum KeyURIError: Failure, Hashable {
  /// There is nothing.
  case empty
  /// It is the URI of something else.
  case scheme
  /// It is what an app writes to hand over all its keys at once.
  case export
  /// The word behind `otpauth://` is not one of those that are known.
  case type
  /// It does not say for which account it is.
  case noAccount
  /// It has no secret.
  case noSecret
  /// The secret is not base 32.
  case badSecret
  /// The hash function is none of those that are known.
  case algorithm
  /// Codes cannot have so many digits.
  case digits
  /// The period is no number of seconds.
  case period
  /// A key that counts does not say how far.
  case noCounter
  /// The counter is no number, or the last one that there is.
  case counter
  /// There is a line break or another control character in it.
  case controlCharacter

  /// The largest period, in seconds: a day.
  static let longestPeriod = 86_400

  /// What is wrong.
  public var description: String {
    switch self {
    case .empty: "there is no key URI"
    case .scheme: "no key URI: it does not begin with \"otpauth://\""
    case .export: "no key URI: it is an app's export of several keys"
    case .type: "bad key URI: the type behind \"otpauth://\" is neither \"totp\" nor \"hotp\""
    case .noAccount: "bad key URI: the name of the account is missing"
    case .noSecret: "bad key URI: the secret is missing"
    case .badSecret: "bad key URI: the secret is not base 32, or not whole"
    case .algorithm: "bad key URI: the algorithm is none of SHA1, SHA256 and SHA512"
    case .digits: "bad key URI: the number of digits is not 6, 7 or 8"
    case .period:
      "bad key URI: the period is no number of seconds from 1 to \(Self.longestPeriod)"
    case .noCounter: "bad key URI: the counter is missing"
    case .counter: "bad key URI: the counter is no number, or too large"
    case .controlCharacter: "bad key URI: there is a control character in it"
    }
  }

  /// Always ``ExitCode/failure``.
  public var exitCode: ExitCode { .failure }

  /// What to do instead, where that is known.
  public var hint: String? {
    switch self {
    case .scheme:
      "a bare secret is taken by \"pwstore otp insert --secret --account NAME KEY\""
    case .export: "let the app show the QR code of one key"
    case .badSecret: "it has letters and the digits 2 to 7; blanks, dashes and case do not count"
    default: nil
    }
  }
}
