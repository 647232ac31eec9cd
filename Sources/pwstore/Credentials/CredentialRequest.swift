import PWCore

/// What git says of a credential that it wants, has, or was refused with.
///
/// The form is in git-credential(1), under "INPUT/OUTPUT FORMAT": lines `NAME=VALUE` up
/// to an empty line or the end.
struct CredentialRequest {
  /// `https`, `smtp`, and so on.
  private(set) var scheme: String?
  /// The host, with a port if that is not the usual one, in lower case.
  private(set) var host: String?
  /// The path, only if git is told to tell accounts apart by it.
  private(set) var path: String?
  private(set) var user: String?
  private(set) var password: SharedSecret?
  /// When the password expires, in seconds since 1970, as git has it.
  private(set) var expiry: String?
  private(set) var refreshToken: SharedSecret?

  /// Reads a request.
  ///
  /// - Throws: ``UsageError``.
  init(_ input: borrowing SecretBytes) throws {
    try input.withBytes { bytes in
      try bytes.withUnsafeBytes { bytes in
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
          if line.isEmpty { break }
          guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else {
            throw UsageError("a line of the request is not of the form NAME=VALUE")
          }
          try take(line[..<equals], UnsafeRawBufferPointer(rebasing: line[(equals + 1)...]))
        }
      }
    }
  }

  private mutating func take(
    _ name: Slice<UnsafeRawBufferPointer>, _ value: UnsafeRawBufferPointer
  ) throws {
    let name = String(decoding: name, as: UTF8.self)
    func text() throws -> String? {
      guard let text = String(validating: value, as: UTF8.self), !value.contains(0) else {
        throw UsageError("the \(name) of the request is not UTF-8 text")
      }
      return text.isEmpty ? nil : text
    }
    func secret() -> SharedSecret? {
      var bytes = SecretBytes()
      bytes.append(value)
      return bytes.isEmpty ? nil : SharedSecret(bytes)
    }
    switch name {
    case "protocol": scheme = try text()
    case "host": host = try text()?.lowercased()
    case "path": path = try text()
    case "username": user = try text()
    case "password": password = secret()
    case "password_expiry_utc": expiry = try text()
    case "oauth_refresh_token": refreshToken = secret()
    case "url":
      guard let address = try text().flatMap(WebAddress.init) else {
        throw UsageError("the url of the request is none")
      }
      (scheme, host, path) = (address.scheme, address.host, address.path)
      user = address.user ?? user
    // What git may say besides is not for us.
    default: break
    }
  }

  /// The address that an entry made of the request is for; `nil` without a host.
  var address: String? {
    guard let host else { return nil }
    return "\(scheme ?? "https")://\(host)" + (path.map { "/\($0)" } ?? "")
  }
}
