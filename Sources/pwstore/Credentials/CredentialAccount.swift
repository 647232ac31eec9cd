import PWCore

/// An entry that is the account which a request is about.
struct CredentialAccount {
  let key: ServiceKey
  let user: String?
  let password: SharedSecret
  let expiry: String?
  let refreshToken: SharedSecret?

  /// The fields that name the user, the first one that is there.
  static let userFields = ["username", "user", "login"]
  static let expiryField = "password_expiry_utc"
  static let refreshTokenField = "oauth_refresh_token"

  /// Looks at an entry; `nil` if it is not for the request.
  ///
  /// - Parameters:
  ///   - key: The entry's key.
  ///   - entry: The entry.
  ///   - name: The user as the key has it; `nil` if the key names the host only.
  ///   - request: What git asks for.
  ///   - isOwn: Whether the entry was made to be an account.
  init?(
    _ key: ServiceKey, _ entry: borrowing Entry, named name: String?,
    for request: CredentialRequest, isOwn: Bool
  ) {
    guard (try? entry.fieldNames()) != nil else { return nil }
    guard let password = entry.secret("password") else { return nil }
    // An entry that says what it is for is for nothing else.
    if let address = entry.text("url").flatMap(WebAddress.init) {
      guard address.host == request.host, request.scheme == nil || address.scheme == request.scheme
      else { return nil }
    } else if !isOwn, request.scheme == "http" {
      // Anybody on the way could read it.
      return nil
    }
    let user = Self.user(in: entry) ?? name
    if let wanted = request.user, let user, user != wanted { return nil }
    (self.key, self.user, self.password) = (key, user ?? request.user, password)
    expiry = entry.text(Self.expiryField)
    refreshToken = entry.secret(Self.refreshTokenField)
  }

  private static func user(in entry: borrowing Entry) -> String? {
    for field in userFields {
      if let user = entry.text(field) { return user }
    }
    return nil
  }
}

extension Entry {
  /// A field that is there and not empty.
  fileprivate borrowing func secret(_ field: String) -> SharedSecret? {
    switch try? self.field(field) {
    case .some(let value) where !value.isEmpty: SharedSecret(value)
    default: nil
    }
  }

  /// A field that is no secret.
  fileprivate borrowing func text(_ field: String) -> String? {
    secret(field).flatMap { value in
      value.bytes.withBytes { $0.withUnsafeBytes { String(validating: $0, as: UTF8.self) } }
    }
  }
}
