import CGPGME

/// An OpenPGP key, as it was when it was listed.
///
/// The corresponding C type is `gpgme_key_t`.
public struct GPGKey: Hashable, Sendable {
  /// The fingerprint of the primary key.
  public let fingerprint: String
  /// The names that the key carries; the first is the main one.
  public let userIDs: [GPGUserID]
  /// The primary key, then its subkeys.
  public let subkeys: [GPGSubkey]
  /// How far the owner is trusted to vouch for others.
  public let ownerTrust: GPGValidity
  /// Whether the key has expired as a whole.
  public let isExpired: Bool
  /// Whether the key was revoked as a whole.
  public let isRevoked: Bool
  /// Whether the key is disabled in this keyring.
  public let isDisabled: Bool
  /// Whether the key is not valid for some other reason.
  public let isInvalid: Bool
  /// Whether the list was one of secret keys.
  public let isSecret: Bool

  /// When the primary key expires, in seconds since 1970; `nil` for never.
  public var expiryDate: Int? { subkeys.first?.expiryDate }

  /// The best validity of a name that was not withdrawn.
  public var validity: GPGValidity {
    userIDs.filter { !$0.isRevoked }.map(\.validity).max() ?? .unknown
  }

  /// Whether the key can be used now.
  public var isUsable: Bool { !isExpired && !isRevoked && !isDisabled && !isInvalid }

  /// Whether one can encrypt to the key now, trust aside.
  public var canEncrypt: Bool { isUsable && subkeys.contains { $0.canEncrypt && $0.isUsable } }

  /// Whether the key can sign now.
  public var canSign: Bool { isUsable && subkeys.contains { $0.canSign && $0.isUsable } }

  init(_ key: _gpgme_key) {
    var userIDs: [GPGUserID] = []
    var userID = key.uids
    while let pointer = userID {
      userIDs.append(GPGUserID(pointer.pointee))
      userID = pointer.pointee.next
    }
    var subkeys: [GPGSubkey] = []
    var subkey = key.subkeys
    while let pointer = subkey {
      subkeys.append(GPGSubkey(pointer.pointee))
      subkey = pointer.pointee.next
    }
    (self.userIDs, self.subkeys) = (userIDs, subkeys)
    fingerprint = key.fpr.map { String(cString: $0) } ?? subkeys.first?.fingerprint ?? ""
    ownerTrust = GPGValidity(key.owner_trust)
    isExpired = key.expired != 0
    isRevoked = key.revoked != 0
    isDisabled = key.disabled != 0
    isInvalid = key.invalid != 0
    isSecret = key.secret != 0
  }
}
