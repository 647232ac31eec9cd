extension GPGKey {
  /// The main name that the owner has not withdrawn; empty if there is none.
  package var name: String {
    (userIDs.first { !$0.isRevoked } ?? userIDs.first)?.text ?? ""
  }

  /// The ids that messages to this key name, also those to its older subkeys.
  package var encryptionKeyIDs: [String] { subkeys.filter(\.canEncrypt).map(\.keyID) }

  /// Whether the secret part is on this machine, or on a card known to it.
  package var isOwn: Bool { isSecret || subkeys.contains(where: \.isSecret) }

  /// When one cannot encrypt to the key any more, in seconds since 1970: a time that
  /// is to come or over; `nil` for never.
  package var encryptionEnd: Int? {
    let fit = subkeys.filter { $0.canEncrypt && !$0.isRevoked && !$0.isDisabled && !$0.isInvalid }
    let ends = fit.map(\.expiryDate)
    let last = ends.contains(nil) ? nil : ends.compactMap { $0 }.max()
    return [last, expiryDate].compactMap { $0 }.min()
  }
}
