extension Recipient {
  /// The state in a few words: "expired on 2026-11-30".
  package var stateText: String {
    switch state {
    case .ok: "ok"
    case .expiresSoon(let end): "expires on \(CalendarDate(secondsSince1970: end))"
    case .expired(let end): "expired" + Self.day(end)
    case .revoked(let date): "revoked" + Self.day(date)
    case .disabled: "disabled"
    case .unusable: "cannot encrypt"
    case .untrusted: "not trusted"
    case .missing: "no such key here"
    case .ambiguous: "several keys"
    }
  }

  /// When the key ends, as ISO 8601 has it; `nil` for never.
  package var endText: String? {
    key?.encryptionEnd.map { CalendarDate(secondsSince1970: $0).description }
  }

  /// A state's name for programs.
  package var stateName: String {
    switch state {
    case .ok: "ok"
    case .expiresSoon: "expires-soon"
    case .expired: "expired"
    case .revoked: "revoked"
    case .disabled: "disabled"
    case .unusable: "unusable"
    case .untrusted: "untrusted"
    case .missing: "missing"
    case .ambiguous: "ambiguous"
    }
  }

  /// Why one cannot encrypt to it, as GnuPG's own failure would say it; `nil` if one
  /// can.
  package var failure: GPGError? {
    let reason: GPGError.Reason
    var (expiry, revocation): (Int?, Int?)
    var detail = ""
    switch state {
    case .ok, .expiresSoon: return nil
    case .expired(let date): (reason, expiry) = (.keyExpired, date)
    case .revoked(let date): (reason, revocation) = (.keyRevoked, date)
    case .disabled: reason = .keyDisabled
    case .unusable: reason = .keyUnusable
    case .untrusted: reason = .keyUntrusted
    case .missing: reason = .keyNotFound
    case .ambiguous(let fingerprints):
      (reason, detail) = (.keyAmbiguous, fingerprints.joined(separator: ", "))
    }
    return GPGError(
      reason, .encrypt, operation: "gpgme_op_keylist_next", recipient: id,
      fingerprint: key?.fingerprint, userID: key?.name, expiryDate: expiry,
      revocationDate: revocation, detail: detail)
  }

  private static func day(_ seconds: Int?) -> String {
    seconds.map { " on \(CalendarDate(secondsSince1970: $0))" } ?? ""
  }
}

extension RecipientWarning: CustomStringConvertible {
  /// One line that names the recipient and the date.
  package var description: String {
    if let failure = recipient.failure { return failure.description }
    return "the key of \(quoted(recipient.name)) \(recipient.stateText)"
  }

  /// What can be done about it.
  package var hint: String? {
    if let failure = recipient.failure { return failure.hint }
    let key = recipient.key?.fingerprint ?? recipient.id
    return "its owner can extend it: gpg --quick-set-expire \(key) 2y '*', and again without '*'"
  }
}
