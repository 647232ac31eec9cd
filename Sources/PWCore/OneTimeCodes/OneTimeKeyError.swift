/// Why an entry has no one-time code to give.
public enum OneTimeKeyError: Failure, Hashable {
  /// The entry has no key for one-time codes.
  case noKey(ServiceKey)
  /// None of the entry's keys has such a label; it has these.
  case noSuchLabel(String, [String], ServiceKey)
  /// Several keys of the entry have such a label, and none just that.
  case ambiguousLabel(String, [String], ServiceKey)
  /// The key in the entry is not in order.
  case badKey(KeyURIError, ServiceKey)
  /// There are several keys, and it was not said which one is meant.
  case severalKeys([String], ServiceKey)

  /// What is wrong, and where.
  public var description: String {
    switch self {
    case .noKey(let key): "the entry \(quoted(key.bytes)) has no key for one-time codes"
    case .noSuchLabel(let label, _, let key):
      "the entry \(quoted(key.bytes)) has no key for one-time codes called \(quoted(label))"
    case .ambiguousLabel(let label, _, let key):
      "the entry \(quoted(key.bytes)) has several keys for one-time codes like \(quoted(label))"
    case .badKey(let error, let key): "the entry \(quoted(key.bytes)) has a \(error)"
    case .severalKeys(_, let key):
      "the entry \(quoted(key.bytes)) has several keys for one-time codes"
    }
  }

  /// ``ExitCode/notFound``, or ``ExitCode/failure`` for what the entry holds.
  public var exitCode: ExitCode {
    switch self {
    case .noKey, .noSuchLabel: .notFound
    case .ambiguousLabel, .badKey, .severalKeys: .failure
    }
  }

  /// The labels that there are, or what to do.
  public var hint: String? {
    switch self {
    case .noKey(let key):
      "\"pwstore otp append \(shellQuoted(key.bytes))\" adds one"
    case .noSuchLabel(_, let labels, _), .ambiguousLabel(_, let labels, _),
      .severalKeys(let labels, _):
      "it has \(labels.map { quoted($0) }.joined(separator: ", "))"
    case .badKey(let error, _): error.hint
    }
  }
}
