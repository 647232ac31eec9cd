extension GPGContext {
  /// Says why a key cannot be used, which `gpg` itself often does not: of an
  /// address whose key has expired it says that there is no key.
  ///
  /// Lists the keys that fit, so it is for when something has failed.
  ///
  /// - Parameters:
  ///   - reported: What `gpg` said.
  ///   - task: What was tried.
  ///   - recipient: The name of the key.
  ///   - operation: The C function that failed.
  ///   - isFit: Whether a subkey is made for the purpose.
  /// - Returns: The error to throw.
  func keyError(
    _ reported: GPGError.Reason, _ task: GPGError.Task, recipient: String, operation: String,
    isFit: (GPGSubkey) -> Bool
  ) -> GPGError {
    var forced: String?
    if recipient.hasSuffix("!") { forced = String(recipient.dropLast()).uppercased() }
    if forced?.hasPrefix("0X") == true { forced?.removeFirst(2) }
    let keys = (try? self.keys([recipient])) ?? []
    let faults = keys.map { key -> Fault in
      if key.isRevoked { return Fault(.keyRevoked, key) }
      if key.isExpired { return Fault(.keyExpired, key, key.expiryDate) }
      if key.isDisabled { return Fault(.keyDisabled, key) }
      let fit = key.subkeys.filter {
        isFit($0) && (forced.map($0.fingerprint.hasSuffix) ?? true)
      }
      if fit.isEmpty || key.isInvalid { return Fault(.keyUnusable, key) }
      if fit.contains(where: \.isUsable) { return Fault(.keyUntrusted, key) }
      // The one that was in use last.
      let expired = fit.filter { $0.isExpired && !$0.isRevoked }.compactMap(\.expiryDate).max()
      return Fault(expired == nil ? .keyRevoked : .keyExpired, key, expired)
    }
    // Of several keys, the one that is nearest to being usable is meant.
    let order: [GPGError.Reason] = [
      .keyUntrusted, .keyDisabled, .keyExpired, .keyUnusable, .keyRevoked,
    ]
    let fault = order.lazy.compactMap { reason in faults.first { $0.reason == reason } }.first
    var reason = fault?.reason ?? .keyNotFound
    switch reported {
    // These `gpg` knows for sure; a key that seems good has a fault unseen here.
    case .keyUntrusted, .keyAmbiguous: reason = reported
    default: if reason == .keyUntrusted { reason = .keyUnusable }
    }
    return GPGError(
      reason, task, operation: operation, recipient: recipient,
      fingerprint: fault?.key.fingerprint, userID: fault?.key.name, expiryDate: fault?.date,
      revocationDate: reason == .keyRevoked ? revocationDate(of: fault?.key) : nil)
  }

  private func revocationDate(of key: GPGKey?) -> Int? {
    key.flatMap { try? revocationDate(of: $0.fingerprint) }
  }
}

/// What is wrong with one key.
private struct Fault {
  var reason: GPGError.Reason
  var key: GPGKey
  var date: Int?

  init(_ reason: GPGError.Reason, _ key: GPGKey, _ date: Int? = nil) {
    (self.reason, self.key, self.date) = (reason, key, date)
  }
}
