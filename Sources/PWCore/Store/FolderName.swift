/// The name of a folder of the store, such as `work/mail`; empty for the root.
public struct FolderName: Hashable, Sendable {
  /// The folder's parts, joined by `/`.
  public let bytes: [UInt8]

  /// The store's own folder.
  public static let root = FolderName(found: [])

  /// Checks and tidies a name that came from outside.
  ///
  /// - Throws: ``StoreError/Reason/illegalKey``, as ``ServiceKey`` does, but an
  ///   empty name is the root.
  public init(bytes: some Sequence<UInt8>) throws(StoreError) {
    let given = Array(bytes)
    let parts = given.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual([0x2E]) }
    guard !given.contains(0) else {
      throw StoreError(.illegalKey, "illegal key \(quoted(given)): it holds a NUL", key: given)
    }
    for part in parts where Self.isReserved(part) {
      throw StoreError(
        .illegalKey, "illegal key \(quoted(given)): it has the part \(quoted(part))", key: given)
    }
    self.bytes = Array(parts.joined(separator: [UInt8(ascii: "/")]))
  }

  /// Checks and tidies a name that came from outside.
  ///
  /// - Throws: ``StoreError/Reason/illegalKey``.
  public init(_ text: String) throws(StoreError) { try self.init(bytes: text.utf8) }

  /// Takes a name that was found in the store.
  init(found bytes: [UInt8]) { self.bytes = bytes }

  /// The folder that holds a file, which is given relative to the store.
  init(holding file: [UInt8]) {
    self.init(found: file.lastIndex(of: UInt8(ascii: "/")).map { Array(file[..<$0]) } ?? [])
  }

  /// Whether this is the store's own folder.
  public var isRoot: Bool { bytes.isEmpty }

  /// The folder that holds this one; the root holds itself.
  var parent: FolderName {
    FolderName(found: bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[..<$0]) } ?? [])
  }

  /// This folder, the one that holds it, and so on up to the root.
  var andThoseAbove: some Sequence<FolderName> {
    sequence(first: self) { $0.isRoot ? nil : $0.parent }
  }

  /// The path of a file in this folder, relative to the store.
  func appending(_ name: some Sequence<UInt8>) -> [UInt8] {
    isRoot ? Array(name) : bytes + [UInt8(ascii: "/")] + Array(name)
  }

  /// Names that are ours or git's, at any level, and `..`.
  private static func isReserved(_ part: ArraySlice<UInt8>) -> Bool {
    // A file system that ignores case would take `.GIT` for `.git`.
    let name = String(decoding: part, as: UTF8.self).lowercased()
    return reserved.contains(name) || name.hasPrefix(ownPrefix) || isRefusedByGit(name)
  }

  /// Names that git takes for its own on some system, and refuses on all: HFS+
  /// drops characters that nobody sees, and NTFS blanks and full stops at the
  /// end, what stands behind a colon, and the rest of long names.
  private static func isRefusedByGit(_ name: String) -> Bool {
    name.split(separator: "\\").contains { part in
      let visible = part.unicodeScalars.filter { $0.properties.generalCategory != .format }
      let stem = visible.prefix { $0 != ":" }
      let end = stem.reversed().drop { $0 == " " || $0 == "." }.reversed()
      return [".git", "git~1"].contains(String(String.UnicodeScalarView(end)))
    }
  }

  /// Whether a path that came from another repository may be written.
  ///
  /// Git's own files and our temporary ones may not, nor what leads elsewhere.
  static func mayBeWritten(_ path: [UInt8]) -> Bool {
    path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
      let name = String(decoding: part, as: UTF8.self).lowercased()
      return !["", ".", ".."].contains(name) && !name.hasPrefix(ownPrefix) && !isRefusedByGit(name)
    }
  }

  /// How our own temporary files begin.
  static let ownPrefix = ".pwstore-"

  private static let reserved: Set<String> = [
    "..", ".git", ".gitattributes", ".gitignore", ".gitmodules", ".gpg-id", ".gpg-id.sig",
    ".public-keys", ".extensions",
  ]
}

extension FolderName: CustomStringConvertible {
  /// The name as messages show it, with control characters escaped.
  public var description: String { printable(bytes) }
}
