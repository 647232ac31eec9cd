import PWCore

/// The accounts for hosts that a store has, and how their entries are called.
///
/// Below a folder, `git` if none is named, an account is the entry `HOST/USER`, or
/// `HOST/PATH/USER` where accounts are told apart by the path. An entry `HOST` is found
/// as well, and so is each of them at the top of the store, where pass's users keep
/// them.
struct CredentialStore {
  let store: PasswordStore
  /// The folder to look in, and to save in; `nil` for the usual ones.
  let folder: FolderName?

  /// Finds the account for a request.
  ///
  /// - Parameters:
  ///   - request: What git says of it.
  ///   - isExact: Whether one that is for the whole host does not do where the
  ///     request has a path.
  /// - Returns: The account; `nil` if there is none.
  /// - Throws: ``CredentialError/ambiguous(host:users:)``; ``StoreError``, also if an
  ///   entry that could be it cannot be decrypted.
  func account(
    for request: CredentialRequest, exactly isExact: Bool = false
  ) throws -> CredentialAccount? {
    // Else it would name another place than a host's.
    guard let host = request.host, !host.contains("/") else { return nil }
    for (key, name) in try places(for: request, host, isExact) {
      let entry = try store.load(key)
      if let account = CredentialAccount(
        key, entry, named: name, for: request, isOwn: isOwn(key))
      {
        return account
      }
    }
    return nil
  }

  /// The key under which a new account is saved; `nil` if the request does not say
  /// enough.
  ///
  /// - Throws: ``StoreError/Reason/illegalKey``.
  func newKey(for request: CredentialRequest) throws -> ServiceKey? {
    guard let host = request.host, !host.contains("/"), let user = request.user else { return nil }
    let place = [host] + (request.path.map { [$0] } ?? [])
    return try key(in: [own] + place.map { Array($0.utf8) }, Self.part(user))
  }

  /// Whether an entry is in the folder for accounts, and not one that merely serves.
  func isOwn(_ key: ServiceKey) -> Bool { key.bytes.starts(with: own + "/".utf8) }

  private var own: [UInt8] { folder?.bytes ?? Array("git".utf8) }

  /// The entries that may be it and are there, the most likely ones first, with the
  /// users that their keys name.
  private func places(
    for request: CredentialRequest, _ host: String, _ isExact: Bool
  ) throws -> [(ServiceKey, user: String?)] {
    var found: [(ServiceKey, String?)] = []
    let paths = Self.pathAndThoseAbove(request.path)
    // Elsewhere, a name without a full stop is hardly meant for a host.
    let bases = folder.map { [$0.bytes] } ?? (host.contains(".") ? [own, []] : [own])
    for base in bases {
      for path in isExact ? [paths[0]] : paths {
        let parts = [base, Array(host.utf8), Array(path.utf8)].filter { !$0.isEmpty }
        // A path may be one that no entry can have.
        guard let stem = try? FolderName(bytes: parts.joined(separator: "/".utf8)) else { continue }
        if let user = request.user {
          if let key = try? key(in: [stem.bytes], Self.part(user)), try store.contains(key) {
            found.append((key, user))
          }
        }
        if let key = try? ServiceKey(bytes: stem.bytes), try store.contains(key) {
          found.append((key, nil))
        }
        if request.user == nil, let key = try onlyEntry(of: stem, host) {
          found.append(key)
        }
        guard found.isEmpty else { return found }
      }
    }
    return found
  }

  /// The one entry of a host's folder.
  private func onlyEntry(of stem: FolderName, _ host: String) throws -> (ServiceKey, String?)? {
    guard try store.contains(stem) else { return nil }
    let own = try store.keys(in: stem).filter { $0.folder == stem }
    let users = own.map { key in
      String(decoding: key.bytes.dropFirst(stem.bytes.count + 1), as: UTF8.self)
        .replacing("%2F", with: "/").replacing("%25", with: "%")
    }
    guard own.count < 2 else { throw CredentialError.ambiguous(host: host, users: users) }
    return own.first.map { ($0, users[0]) }
  }

  private func key(in folder: [[UInt8]], _ part: [UInt8]) throws -> ServiceKey {
    try ServiceKey(bytes: (folder + [part]).joined(separator: "/".utf8))
  }

  /// A user's name as one part of a key.
  private static func part(_ user: String) -> [UInt8] {
    Array(user.replacing("%", with: "%25").replacing("/", with: "%2F").utf8)
  }

  /// `a/b/c`, `a/b`, `a` and nothing.
  private static func pathAndThoseAbove(_ path: String?) -> [String] {
    let parts = (path ?? "").split(separator: "/")
    return (0...parts.count).reversed().map { parts[..<$0].joined(separator: "/") }
  }
}
