import CGPGME

/// A name that a key carries.
///
/// The corresponding C type is `gpgme_user_id_t`.
public struct GPGUserID: Hashable, Sendable {
  /// The whole of it, such as `Ann <ann@example.org>`.
  public let text: String
  /// The name in it; empty if there is none.
  public let name: String
  /// The mail address in it; empty if there is none.
  public let address: String
  /// How sure it is that it belongs to the key's owner.
  public let validity: GPGValidity
  /// Whether the owner has withdrawn it.
  public let isRevoked: Bool

  init(_ userID: _gpgme_user_id) {
    text = String(cString: userID.uid)
    name = String(cString: userID.name)
    address = String(cString: userID.email)
    validity = GPGValidity(userID.validity)
    isRevoked = userID.revoked != 0
  }
}
