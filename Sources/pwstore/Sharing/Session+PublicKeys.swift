import PWCore

extension Session {
  /// Offers the keys of recipients that are in the store and not on this machine.
  ///
  /// On a terminal the user is asked for each; the answer is no unless they say
  /// otherwise. Without a terminal, what is missing is said. Whoever agrees to a key
  /// vouches for it on this machine, so that GnuPG encrypts to it.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - importing: Whether the user has agreed to all: `--import-keys`.
  /// - Throws: What ``PasswordStore/missingPublicKeys()`` and
  ///   ``PasswordStore/importPublicKeys(_:)`` throw.
  func offerPublicKeys(of store: PasswordStore, importing: Bool) throws {
    let offers = try store.missingPublicKeys()
    let wanted = try importing ? offers : offers.filter(confirm)
    for result in try store.importPublicKeys(wanted) {
      note("imported \(Self.text(result.offer))")
      guard let obstacle = result.obstacle else { continue }
      warn("\(obstacle)")
      if let hint = obstacle.hint { warn("hint: \(hint)") }
    }
  }

  /// Asks whether a key is to be imported; without a terminal says that it is not.
  private func confirm(_ offer: PublicKeyOffer) throws -> Bool {
    guard inputIsTerminal, attendance != .batch else {
      warn("the key of a recipient is not on this machine: \(Self.text(offer))")
      warn(
        "hint: compare the fingerprint with what its owner says, then import it with "
          + "\"\(program) sync --import-keys\"")
      return false
    }
    note("The key of a recipient is not on this machine:")
    note("  \(Self.text(offer))")
    return try prompt().confirm(
      "Have you compared the fingerprint with its owner's, and is it to be imported?")
  }

  /// The fingerprint, and the names that the key gives itself.
  private static func text(_ offer: PublicKeyOffer) -> String {
    let names = offer.key.userIDs.map { printable($0.text) }.joined(separator: ", ")
    return "\(offer.key.fingerprint)  \(names)"
  }
}
