import PWCore

/// The registries' accounts in a store, one for each address.
struct DockerRegistries {
  let store: PasswordStore

  private static let folder = Array("docker-credential-helpers".utf8)

  /// The entry of an address, and its user; `nil` if there is none.
  ///
  /// - Throws: ``StoreError``.
  func account(of address: String) throws -> (key: ServiceKey, user: String)? {
    let folder = try folder(of: address)
    guard let key = try keys(in: folder).first else { return nil }
    return (key, user(of: key, in: folder))
  }

  /// Saves an account in place of what there is for the address.
  ///
  /// - Throws: ``StoreError``.
  func save(_ secret: borrowing SecretBytes, of user: String, at address: String) throws {
    let folder = try folder(of: address)
    let name = user.replacing("%", with: "%25").replacing("/", with: "%2F")
    let key = try ServiceKey(bytes: folder.bytes + "/".utf8 + name.utf8)
    let others = try keys(in: folder).filter { $0 != key }
    try store.save(secret.copy(), for: key)
    if !others.isEmpty { try store.delete(others.map { .entry($0) }) }
  }

  /// Deletes the accounts of an address, if there are any.
  ///
  /// - Throws: ``StoreError``.
  func remove(_ address: String) throws {
    let keys = try keys(in: try folder(of: address))
    if !keys.isEmpty { try store.delete(keys.map { .entry($0) }) }
  }

  /// All addresses, with their users, sorted.
  ///
  /// - Throws: ``StoreError``.
  func all() throws -> [(address: String, user: String)] {
    let root = try FolderName(bytes: Self.folder)
    guard try store.contains(root) else { return [] }
    var accounts: [String: String] = [:]
    for key in try store.keys(in: root).sorted() {
      let name = key.folder.bytes.dropFirst(root.bytes.count + 1)
      // Others may keep things in the folder, too.
      guard let address = Self.address(Array(name)), accounts[address] == nil else { continue }
      accounts[address] = user(of: key, in: key.folder)
    }
    return accounts.sorted { $0.key < $1.key }.map { (address: $0.key, user: $0.value) }
  }

  private func folder(of address: String) throws -> FolderName {
    let name = base64(Array(address.utf8).span).map { Self.exchange($0, "+/", "-_") }
    return try FolderName(bytes: Self.folder + "/".utf8 + name)
  }

  /// The address that a folder is called after; `nil` if it is called otherwise.
  private static func address(_ folder: [UInt8]) -> String? {
    let text = SecretBytes(folder.map { exchange($0, "-_", "+/") })
    let bytes = text.decodingBase64()?.unprotected() ?? []
    return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// One alphabet's character in the other (RFC 4648, sections 4 and 5).
  private static func exchange(
    _ character: UInt8, _ alphabet: StaticString, _ other: StaticString
  ) -> UInt8 {
    for place in 0..<2 where alphabet.utf8Start[place] == character {
      return other.utf8Start[place]
    }
    return character
  }

  private func keys(in folder: FolderName) throws -> [ServiceKey] {
    guard try store.contains(folder) else { return [] }
    return try store.keys(in: folder).filter { $0.folder == folder }.sorted()
  }

  private func user(of key: ServiceKey, in folder: FolderName) -> String {
    String(decoding: key.bytes.dropFirst(folder.bytes.count + 1), as: UTF8.self)
      .replacing("%2F", with: "/").replacing("%25", with: "%")
  }
}
