import PWCore

/// Makes passwords as options and the rules of sites want them.
///
/// Only the thread that runs the command uses it.
final class PasswordMaker {
  private let options: PolicyOptions
  private let rules: () throws -> SiteRules?
  private let session: Session
  /// Whether the entropy is told.
  private let isTalkative: Bool

  /// What the rules are, once they were needed.
  private var knownRules: SiteRules??
  private var passwords: [ServiceKey?: (password: SharedSecret, entropy: Double)] = [:]

  /// Makes ready.
  ///
  /// - Parameters:
  ///   - arguments: What was given to the command.
  ///   - length: The length, if it is given in another way than as an option.
  ///   - session: The session.
  /// - Throws: ``UsageError``.
  init(_ arguments: Arguments, length: Int? = nil, in session: Session) throws {
    options = try PolicyOptions(
      arguments, length: length, withoutSymbols: arguments[Generate.noSymbols])
    self.session = session
    let host = try arguments[PolicyOptions.rules].map { try text($0) }
    rules = {
      // Pass knows of none.
      guard host != "", host != nil || !session.isCalledPass else { return nil }
      return SiteRules(host: host, setting: try session.store().settings())
    }
    isTalkative =
      arguments[PolicyOptions.showsEntropy]
      || (session.errorsAreShown && !session.isCalledPass)
  }

  /// The password of an entry, drawn when it is asked for first.
  ///
  /// - Parameters:
  ///   - key: The entry; `nil` for a password that is not saved.
  ///   - url: The entry's field of that name, if it is known.
  /// - Returns: The password.
  /// - Throws: ``UsageError`` if there can be none, ``PassError`` if the environment
  ///   is wrong, ``BadRule``, ``GitError``.
  func password(for key: ServiceKey?, url: String? = nil) throws -> SharedSecret {
    if let known = passwords[key] { return known.password }
    if knownRules == nil { knownRules = .some(try rules()) }
    let rule = try knownRules.flatMap { $0 }?.rule(for: key, url: url)
    do {
      let policy = try (rule.map { options.over($0.options) } ?? options)
        .policy(in: session.environment)
      let password = SharedSecret(policy.randomPassword())
      passwords[key] = (password, policy.entropy)
      return password
    } catch let error as UsageError {
      guard let rule else { throw error }
      throw UsageError(
        error.description, hint: "\"\(rule.name)\" has a say in it, unless --rules \"\" is given")
    }
  }

  /// The password for an entry that is there.
  ///
  /// - Throws: As ``password(for:url:)`` does.
  func password(for key: ServiceKey, in entry: borrowing Entry) throws -> SharedSecret {
    // An entry need not be text.
    try password(for: key, url: (try? entry.text(of: "url")) ?? nil)
  }

  /// Tells how hard the password of an entry is to guess, if that is wanted.
  func tellEntropy(of key: ServiceKey?) {
    guard isTalkative, let entropy = passwords[key]?.entropy else { return }
    session.note("\(Self.shown(entropy)) bits of entropy")
  }

  /// A number of bits with one decimal, rounded down.
  static func shown(_ entropy: Double) -> String {
    let tenths = Int((entropy * 10 + 1e-9).rounded(.down))
    return "\(tenths / 10).\(tenths % 10)"
  }
}
