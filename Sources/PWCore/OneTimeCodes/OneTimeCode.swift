/// A one-time code, and what is known of it.
public struct OneTimeCode: Sendable {
  /// The code, as it is typed.
  public let code: SharedSecret
  /// The key that it was made with.
  public let key: OneTimeKey
  /// For how many seconds the code stays the same; `nil` if its key counts, and the
  /// code is good for one use.
  public let secondsLeft: Int?
}
