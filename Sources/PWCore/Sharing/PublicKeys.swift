/// A recipient's public key that is in the store and not on this machine.
package struct PublicKeyOffer: Sendable {
  /// The key, as its file says it.
  package let key: GPGKey
  /// The file, relative to the store.
  package let path: [UInt8]
  /// The key itself, in packets.
  let content: [UInt8]
}

/// What importing a key has come to.
package struct PublicKeyImport: Sendable {
  /// The key.
  package let offer: PublicKeyOffer
  /// What keeps one from encrypting to it yet; `nil` if one can.
  package let obstacle: (any Failure)?
}

extension PasswordStore {
  /// The public keys in the store of recipients whose key is not on this machine.
  ///
  /// Nothing is imported by this.
  ///
  /// - Returns: In the order of their fingerprints.
  /// - Throws: ``StoreError/Reason/badPublicKey`` if such a file does not hold just
  ///   the one public key that its name says; ``GPGError``, ``SystemError``, and what
  ///   ``recipients(for:)`` throws.
  package func missingPublicKeys() throws -> [PublicKeyOffer] {
    let root = try existingRoot()
    let names = (try? FolderReader(root.appending(PublicKeyFiles.folder.bytes)).items) ?? []
    let fingerprints = names.filter { $0.kind == .file }.compactMap {
      PublicKeyFiles.fingerprint(of: $0.name)
    }
    guard !fingerprints.isEmpty else { return [] }
    let ids = Set(try recipientsFiles(in: root).flatMap(\.ids))
    let ring = try GPGKeyRing(of: ids.union(fingerprints).sorted(), from: gpg, withGroups: false)
    let missing = fingerprints.filter { ring.keys(for: $0).isEmpty }.sorted()
    let wanted = ids.filter { ring.keys(for: $0).isEmpty }
    guard !wanted.isEmpty else { return [] }
    return try missing.compactMap { fingerprint in
      // One whose file is no good matters only if it claims to be a recipient.
      let isNamed = wanted.contains { GPGKey.digits(of: $0).map(fingerprint.hasSuffix) ?? false }
      do {
        let offer = try offer(fingerprint, in: root)
        return wanted.contains(where: offer.key.fits) ? offer : nil
      } catch let error as StoreError where !isNamed && error.reason == .badPublicKey {
        return nil
      }
    }
  }

  /// Imports keys that a person has agreed to, and vouches for them with a key of
  /// the user's own, on this machine alone, so that one can encrypt to them.
  ///
  /// - Parameter offers: The keys.
  /// - Returns: What has become of each.
  /// - Throws: ``GPGError`` if a key cannot be imported.
  package func importPublicKeys(_ offers: [PublicKeyOffer]) throws -> [PublicKeyImport] {
    guard !offers.isEmpty else { return [] }
    let own = try ownKey()
    return try offers.map { offer in
      let fingerprint = offer.key.fingerprint
      guard try gpg.importKeys(offer.content).contains(fingerprint) else {
        throw GPGError(
          .other, .importKeys, operation: "gpgme_op_import", recipient: fingerprint,
          detail: "gpg has not imported \(fingerprint)")
      }
      return PublicKeyImport(offer: offer, obstacle: certify(fingerprint, by: own))
    }
  }

  /// Vouches for a key in the key ring.
  ///
  /// - Returns: Why one cannot encrypt to it, for all that.
  func vouch(for fingerprint: String) throws(GPGError) -> (any Failure)? {
    certify(fingerprint, by: try ownKey())
  }

  /// The key that vouches: only one's own word makes a key valid, by GnuPG's usual
  /// trust model.
  private func ownKey() throws(GPGError) -> GPGKey? {
    try gpg.keys(secret: true).first { $0.isUsable && $0.ownerTrust == .ultimate }
  }

  /// - Returns: Why one cannot encrypt to the key.
  private func certify(_ fingerprint: String, by own: GPGKey?) -> (any Failure)? {
    do throws(GPGError) {
      if let own { try gpg.certify(fingerprint, by: own.fingerprint) }
      _ = try gpg.encrypt(SecretBytes(), to: [fingerprint])
      return nil
    } catch {
      guard own == nil, error.reason == .keyUntrusted else { return error }
      return GPGError(
        .noSecretKey, .certify, operation: "gpgme_op_keylist_next", recipient: fingerprint)
    }
  }

  /// The key with that fingerprint that is in the store; none is no error.
  func publicKeyInStore(_ fingerprint: String, in root: FilePath) throws -> [GPGKey] {
    let path = root.appending(PublicKeyFiles.path(of: fingerprint))
    guard FileKind(path, followingLinks: false) == .file else { return [] }
    return [try offer(fingerprint, in: root).key]
  }

  private func offer(_ fingerprint: String, in root: FilePath) throws -> PublicKeyOffer {
    let path = PublicKeyFiles.path(of: fingerprint)
    func failure(_ reason: String) -> StoreError {
      StoreError(
        .badPublicKey, "the public key \(quoted(path)) is no good: \(reason)",
        hint: "find out who has put it there; \"pwstore git log -- \(shellQuoted(path))\" tells")
    }
    let text = try readFile(root.appending(path))
    guard let content = OpenPGPArmor.decodeOne(text, "PGP PUBLIC KEY BLOCK") else {
      throw failure("it is not just one armoured public key")
    }
    var packets = OpenPGPPackets(content)
    var tags: [OpenPGPPackets.Tag] = []
    while let packet = packets.next() { tags.append(packet.tag) }
    guard !tags.contains(.secretKey), !tags.contains(.secretSubkey) else {
      throw failure("it holds a secret key")
    }
    guard tags.first == .publicKey, tags.count(where: { $0 == .publicKey }) == 1 else {
      throw failure("it does not hold just one key")
    }
    var keys = try gpg.keys(in: content)
    // Of a gpg that breaks off, gpgme says the same as of one that finds nothing.
    if keys.isEmpty { keys = try gpg.keys(in: content) }
    guard keys.count == 1, let key = keys.first else {
      throw failure("gpg finds \(keys.count) keys in it")
    }
    guard key.fingerprint == fingerprint else {
      throw failure("it holds the key \(key.fingerprint)")
    }
    return PublicKeyOffer(key: key, path: path, content: content)
  }
}
