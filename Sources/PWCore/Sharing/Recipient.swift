/// One for whom entries are encrypted: a line of a recipients file, and the key that
/// it means on this machine.
package struct Recipient: Sendable {
  /// The id as it stands in the file.
  package let id: String
  /// The key; `nil` if there is none, or there are several.
  package let key: GPGKey?
  /// Whether one can encrypt to it.
  package let state: State

  /// Whether one can encrypt to a recipient, and if not, why.
  package enum State: Hashable, Sendable {
    /// One can.
    case ok
    /// One can, but not for much longer; in seconds since 1970.
    case expiresSoon(Int)
    /// The key, or its part for encrypting, has expired.
    case expired(Int?)
    /// The key was revoked.
    case revoked(Int?)
    /// The key was disabled in this key ring.
    case disabled
    /// The key cannot encrypt.
    case unusable
    /// Nothing shows that the key belongs to its owner.
    case untrusted
    /// There is no such key on this machine.
    case missing
    /// Several keys fit; these are their fingerprints.
    case ambiguous([String])
  }

  /// How long before the end of a key its recipient is warned of, in seconds: 30
  /// days.
  package static let noticePeriod = 30 * 86_400

  /// Whether entries can be encrypted to it now.
  package var isUsable: Bool {
    switch state {
    case .ok, .expiresSoon: true
    default: false
    }
  }

  /// Whether it keeps anybody from saving, or soon will; of several keys `gpg` takes
  /// one.
  var isWorthAWarning: Bool {
    switch state {
    case .ok, .ambiguous: false
    default: true
    }
  }

  /// Who it is: the key's name, else the id.
  package var name: String { key.map(\.name).flatMap { $0.isEmpty ? nil : $0 } ?? id }
}

extension Recipient {
  /// What the ids of a recipients file mean; a group in `gpg.conf` is all its
  /// members.
  ///
  /// - Parameters:
  ///   - ids: The ids.
  ///   - ring: Their keys.
  ///   - now: The time, in seconds since 1970.
  /// - Returns: In the order of the ids.
  static func list(_ ids: [String], in ring: GPGKeyRing, now: Int) -> [Recipient] {
    ids.flatMap { id in
      (ring.members(of: id) ?? [id]).map { member in
        Recipient(id: id, meaning: member, in: ring, now: now)
      }
    }
  }

  private init(id: String, meaning member: String, in ring: GPGKeyRing, now: Int) {
    let keys = ring.keys(for: member)
    let usable = keys.filter { $0.canEncrypt(as: member) }
    // As gpg does, prefer what can be used, and of that what is trusted.
    let trusted = usable.filter(\.isTrusted)
    let candidates = [trusted, usable, keys].first { !$0.isEmpty } ?? []
    self.id = id
    guard let key = candidates.first else {
      (self.key, state) = (nil, .missing)
      return
    }
    guard candidates.count == 1 || usable.isEmpty else {
      (self.key, state) = (nil, .ambiguous(candidates.map(\.fingerprint)))
      return
    }
    self.key = key
    state = key.state(as: member, now: now)
  }

  /// The same recipient in another state.
  func inState(_ state: State) -> Recipient { Recipient(id: id, key: key, state: state) }
}

extension GPGKey {
  /// Whether `gpg` encrypts to it without asking, by its usual trust model.
  var isTrusted: Bool { validity >= .marginal }

  /// The subkeys that an id means for encrypting: all, or with a `!` just that one.
  private func subkeys(for id: String) -> [GPGSubkey] {
    let digits = id.hasSuffix("!") ? Self.digits(of: id) : nil
    return subkeys.filter { $0.canEncrypt && $0.fingerprint.hasSuffix(digits ?? "") }
  }

  func canEncrypt(as id: String) -> Bool {
    isUsable && subkeys(for: id).contains(where: \.isUsable)
  }

  func state(as id: String, now: Int) -> Recipient.State {
    if isRevoked { return .revoked(nil) }
    if isExpired { return .expired(expiryDate) }
    if isDisabled { return .disabled }
    let fit = subkeys(for: id)
    guard canEncrypt(as: id) else {
      let expired = fit.filter { $0.isExpired && !$0.isRevoked }
      if !expired.isEmpty { return .expired(expired.compactMap(\.expiryDate).max()) }
      return fit.contains(where: \.isRevoked) ? .revoked(nil) : .unusable
    }
    guard isTrusted else { return .untrusted }
    if let end = encryptionEnd, end - now < Recipient.noticePeriod { return .expiresSoon(end) }
    return .ok
  }
}
