/// What can go wrong with the store, in the user's terms.
public struct StoreError: Failure {
  /// The kind of failure.
  public let reason: Reason
  /// One line: what failed, on what, and why.
  public let description: String
  /// What the user can do about it, if that is known.
  public let hint: String?
  /// The wrapper's error behind this one, which then tells the exit status.
  public let cause: (any Failure)?
  /// The entry that it is about, as it was named; `nil` where it is not about one.
  public let key: [UInt8]?
  /// The field that it is about, if it is about one.
  public let field: String?

  /// The kinds of failure.
  public enum Reason: Hashable, Sendable {
    /// A key or folder name that cannot be one.
    case illegalKey
    /// There is no such entry or folder.
    case noSuchEntry
    /// There is no such field in the entry.
    case noSuchField
    /// There is no such recipient.
    case noSuchRecipient
    /// Nobody here could read the entries any more.
    case lockedOut
    /// The entry is not what it was to be for the change to be made.
    case changed
    /// There is no store at the path.
    case noStore
    /// The store has no recipients for the folder.
    case notInitialized
    /// A recipients file names nobody, or is not text.
    case badRecipients
    /// A recipients file holds the marks of an unfinished merge, the repository is
    /// in the middle of one, or a merge needs a person.
    case conflict
    /// A recipients file has no signature that counts, or names no key for it.
    case badSignature
    /// A file in `.public-keys` is not the one public key that its name says.
    case badPublicKey
    /// A path leaves the store through a symbolic link.
    case outside
    /// Something that is no regular file stands where a file is needed.
    case inTheWay
    /// A file or folder cannot be moved or copied to where it is to go.
    case badDestination
    /// The user or another program has ended the change before it took effect.
    case interrupted
    /// The store is locked by another writer.
    case busy
    /// The entry cannot be decrypted.
    case decryption
    /// The entry cannot be encrypted.
    case encryption
    /// The change took effect in the work tree, but git has no commit of it.
    case notCommitted
    /// The change was put back, since git could not commit it.
    case putBack
  }

  init(
    _ reason: Reason, _ description: String, hint: String? = nil, cause: (any Failure)? = nil,
    key: [UInt8]? = nil, field: String? = nil
  ) {
    (self.reason, self.description, self.hint, self.cause) = (reason, description, hint, cause)
    (self.key, self.field) = (key, field)
  }

  /// The exit status: that of the cause, or else the one of the reason.
  public var exitCode: ExitCode {
    switch reason {
    case .illegalKey: .usage
    case .noSuchEntry, .noSuchField, .noSuchRecipient: .notFound
    case .noStore, .notInitialized: .noStore
    case .badRecipients: .cannotEncrypt
    case .conflict, .changed: .conflict
    case .busy: .busy
    case .lockedOut, .outside, .inTheWay, .badDestination, .interrupted: .failure
    case .badPublicKey: .integrity
    case .badSignature: cause?.exitCode ?? .integrity
    case .decryption, .encryption, .notCommitted, .putBack: cause?.exitCode ?? .failure
    }
  }

  /// There is no such entry.
  package static func noSuchEntry(_ key: ServiceKey, hint: String? = nil) -> StoreError {
    StoreError(
      .noSuchEntry, "there is no entry \(quoted(key.bytes))", hint: hint, key: key.bytes)
  }

  /// There is no such folder.
  package static func noSuchFolder(_ folder: FolderName, hint: String? = nil) -> StoreError {
    StoreError(
      .noSuchEntry, "there is no folder \(quoted(folder.bytes))", hint: hint, key: folder.bytes)
  }

  /// The entry has no such field.
  package static func noSuchField(_ field: String, of key: ServiceKey) -> StoreError {
    StoreError(
      .noSuchField, "the entry \(quoted(key.bytes)) has no field \(quoted(field))", key: key.bytes,
      field: field)
  }

  /// GnuPG cannot decrypt the entry of that name.
  static func cannotDecrypt(_ name: [UInt8], _ error: GPGError) -> StoreError {
    StoreError(
      .decryption, "cannot decrypt \(quoted(name)): \(error.cause)", hint: error.hint, cause: error,
      key: name)
  }

  /// GnuPG cannot encrypt what is to be done with the entry.
  static func cannotEncrypt(
    _ key: ServiceKey, to action: String, _ error: GPGError
  ) -> StoreError {
    StoreError(
      .encryption, "cannot \(action) \(quoted(key.bytes)): \(error)", hint: error.hint,
      cause: error,
      key: key.bytes)
  }
}
