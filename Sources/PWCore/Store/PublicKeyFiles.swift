/// The public keys of the recipients, which travel in the store:
/// `.public-keys/FINGERPRINT.asc`, one armoured key each.
enum PublicKeyFiles {
  /// The folder of the files, in the store's own.
  static let folder = FolderName(found: Array(".public-keys".utf8))

  private static let suffix = Array(".asc".utf8)

  /// The file of a key, relative to the store.
  static func path(of fingerprint: String) -> [UInt8] {
    folder.appending(fingerprint.utf8 + suffix)
  }

  /// The fingerprint that a file's name has, in upper case; `nil` if it has none.
  static func fingerprint(of name: [UInt8]) -> String? {
    guard name.ends(with: suffix) else { return nil }
    let digits = String(decoding: name.dropLast(suffix.count), as: UTF8.self)
    return digits.utf8.count >= 32 ? GPGKey.digits(of: digits) : nil
  }
}

extension PasswordStore {
  /// Plans the files of public keys for a change of recipients: each recipient of
  /// the store whose key is here has one then, and who is none any more has not.
  ///
  /// Does nothing unless ``sharesPublicKeys``. Files of people who have not been
  /// recipients stay: somebody may have put them there to be one.
  ///
  /// - Parameters:
  ///   - folder: The folder whose recipients change.
  ///   - old: Those that it has had.
  ///   - new: Those that it is to have; empty if it loses its recipients file.
  ///   - root: The store's folder.
  ///   - change: Gets the files.
  /// - Throws: ``GPGError``, ``SystemError``, ``StoreError/Reason/inTheWay``.
  func planPublicKeys(
    of folder: FolderName, from old: [String], to new: [String], in root: FilePath,
    _ change: inout Change
  ) throws {
    guard sharesPublicKeys else { return }
    // A folder whose file is no good has no recipients now.
    let others = try files(below: .root, in: root).folders.filter { $0 != folder }
      .flatMap { (try? ownRecipients(of: root.appending($0.bytes))) ?? [] }
    let ring = try GPGKeyRing(of: Array(Set(old + new + others)), from: gpg)
    func keys(_ ids: [String]) -> [GPGKey] {
      ids.flatMap { id in ring.members(of: id) ?? [id] }.flatMap(ring.keys)
    }
    let wanted = keys(new + others)
    for fingerprint in Set(wanted.filter(\.canEncrypt).map(\.fingerprint)).sorted() {
      let path = try publicKeyPath(fingerprint, in: root)
      guard FileKind(root.appending(path)) == nil else { continue }
      change.write(try gpg.exportKey(fingerprint), to: path, first: true)
    }
    let unused = Set(keys(old).map(\.fingerprint)).subtracting(wanted.map(\.fingerprint))
    for fingerprint in unused.sorted() {
      let path = try publicKeyPath(fingerprint, in: root)
      if FileKind(root.appending(path)) != nil { change.remove(path, first: true) }
    }
  }

  /// The file of a key, relative to the store, if no link leads elsewhere.
  private func publicKeyPath(_ fingerprint: String, in root: FilePath) throws(StoreError) -> [UInt8]
  {
    let path = PublicKeyFiles.path(of: fingerprint)
    let folder = FileKind(root.appending(PublicKeyFiles.folder.bytes), followingLinks: false)
    let file = FileKind(root.appending(path), followingLinks: false)
    guard folder == nil || folder == .folder, file == nil || file == .file else {
      throw StoreError(
        .inTheWay, "cannot write \(quoted(path)): what is there is not a regular file")
    }
    return path
  }
}
