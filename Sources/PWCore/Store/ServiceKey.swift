/// The name of an entry in the store, such as `com.example.app` or
/// `work/mail/alice`.
///
/// A value of this type is a relative path that stays inside the store, so code
/// that has one need not check it again. Keys are bytes, normally UTF-8, and are
/// compared as bytes: "é" composed and "é" decomposed are two keys.
public struct ServiceKey: Hashable, Sendable {
  /// The key's parts, joined by `/`.
  public let bytes: [UInt8]

  /// Checks and tidies a key that came from outside.
  ///
  /// Leading, doubled and trailing slashes and `.` parts are dropped, as pass
  /// does: `/etc/x` is the key `etc/x`.
  ///
  /// - Throws: ``StoreError/Reason/illegalKey``, for a key that is empty, holds a
  ///   NUL, or has a part that is `..` or the name of a file that pwstore or git
  ///   own, such as `.git` and `.gpg-id`.
  public init(bytes: some Sequence<UInt8>) throws(StoreError) {
    let folder = try FolderName(bytes: bytes)
    guard !folder.isRoot else {
      throw StoreError(
        .illegalKey, "illegal key \(quoted(bytes)): it is empty", key: Array(bytes))
    }
    self.bytes = folder.bytes
  }

  /// Checks and tidies a key that came from outside.
  ///
  /// - Throws: ``StoreError/Reason/illegalKey``.
  public init(_ text: String) throws(StoreError) { try self.init(bytes: text.utf8) }

  /// Takes a key that was found in the store.
  init(found bytes: [UInt8]) { self.bytes = bytes }

  /// The entry's file, relative to the store.
  var file: [UInt8] { bytes + Self.suffix }

  /// The folder that holds the entry.
  public var folder: FolderName { FolderName(holding: bytes) }

  /// What an entry's file has behind the key.
  static let suffix = Array(".gpg".utf8)
}

extension ServiceKey: Comparable {
  /// Orders keys by their bytes.
  public static func < (a: Self, b: Self) -> Bool { a.bytes.isBefore(b.bytes) }
}

extension ServiceKey: CustomStringConvertible {
  /// The key as messages show it, with control characters escaped.
  public var description: String { printable(bytes) }
}

/// Something that names an entry: a ``ServiceKey``, or text that is checked when
/// it is used.
public protocol ServiceKeyConvertible {
  /// The key.
  ///
  /// - Throws: ``StoreError/Reason/illegalKey``.
  func serviceKey() throws(StoreError) -> ServiceKey
}

extension ServiceKey: ServiceKeyConvertible {
  /// The key itself.
  public func serviceKey() -> ServiceKey { self }
}

extension String: ServiceKeyConvertible {
  /// The text as a key.
  ///
  /// - Throws: ``StoreError/Reason/illegalKey``.
  public func serviceKey() throws(StoreError) -> ServiceKey { try ServiceKey(self) }
}
