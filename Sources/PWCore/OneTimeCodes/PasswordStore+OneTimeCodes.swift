extension PasswordStore {
  /// Makes a one-time code with a key that an entry holds.
  ///
  /// If the key counts, the entry is first saved with the next number, so that no
  /// two callers get the same code, and no code is given away of which the entry
  /// knows nothing.
  ///
  /// - Parameters:
  ///   - key: The entry's key.
  ///   - label: Which of several keys for codes: a label, or a part of one; `nil`
  ///     for the first.
  ///   - seconds: For which moment, in seconds since the beginning of 1970; of no
  ///     effect if the key counts.
  /// - Returns: The code.
  /// - Throws: ``OneTimeKeyError``, and what ``update(_:message:_:)`` throws.
  public func oneTimeCode(
    for key: some ServiceKeyConvertible, label: String? = nil, at seconds: Int
  ) throws -> OneTimeCode {
    let key = try key.serviceKey()
    return try oneTimeCode(
      for: key, label: label, at: seconds, message: "Increment HOTP counter for \(key).")
  }

  /// Makes a one-time code, with a message of the caller's for the commit.
  ///
  /// - Parameters:
  ///   - key: The entry's key.
  ///   - label: Which of several keys.
  ///   - seconds: For which moment.
  ///   - message: The commit's message.
  ///   - refusal: What is thrown if the key counts; `nil` to let it.
  /// - Returns: The code.
  /// - Throws: As the function without a message does.
  package func oneTimeCode(
    for key: ServiceKey, label: String?, at seconds: Int, message: String,
    unlessCounting refusal: (any Failure)? = nil
  ) throws -> OneTimeCode {
    var code: OneTimeCode?
    try update(key, message: message) { entry in
      let found = try entry.oneTimeKey(label, of: key)
      if case .counter(let last) = found.parsed.key.factor {
        if let refusal { throw refusal }
        guard last < Int.max else { throw OneTimeKeyError.badKey(.counter, key) }
        entry.setCounter(last + 1, of: found)
      }
      code = OneTimeCode(
        code: SharedSecret(try found.parsed.key.code(at: seconds)), key: found.parsed.key,
        secondsLeft: found.parsed.key.secondsLeft(at: seconds))
    }
    guard let code else { throw OneTimeKeyError.noKey(key) }
    return code
  }

  /// The URI of a key for one-time codes that an entry holds.
  ///
  /// - Parameters:
  ///   - key: The entry's key.
  ///   - label: Which of several; as for ``oneTimeCode(for:label:at:)``.
  /// - Returns: The URI as it is written, or for a bare secret one that is made.
  /// - Throws: ``OneTimeKeyError``, and what ``load(_:)`` throws.
  public func oneTimeKeyURI(
    of key: some ServiceKeyConvertible, label: String? = nil
  ) throws -> SharedSecret {
    let key = try key.serviceKey()
    return try load(key).oneTimeKey(label, of: key).uri
  }
}
