import CGPGME

extension GPGContext {
  /// Looks at keys in a file's content; nothing is imported.
  ///
  /// - Parameter content: Keys, armoured or not.
  /// - Returns: The keys; none is no error.
  /// - Throws: ``GPGError``.
  ///
  /// The corresponding C function is `gpgme_op_keylist_from_data_start`.
  func keys(in content: [UInt8]) throws(GPGError) -> [GPGKey] {
    let handle = try handle
    status.clear()
    return try GPGData.lending(content.span, for: .importKeys) { (data) throws(GPGError) in
      try gpg(.importKeys, "gpgme_op_keylist_from_data_start") {
        gpgme_op_keylist_from_data_start(handle, data.handle, 0)
      }
      defer { gpgme_op_keylist_end(handle) }
      var keys: [GPGKey] = []
      while true {
        var key: gpgme_key_t?
        let error = gpgme_op_keylist_next(handle, &key)
        if gpgme_err_code(error) == GPG_ERR_EOF { return keys }
        try gpg(.importKeys, "gpgme_op_keylist_next") { error }
        if let key {
          keys.append(GPGKey(key.pointee))
          gpgme_key_unref(key)
        }
      }
    }
  }

  /// Adds public keys to the key ring; nothing is trusted more by that.
  ///
  /// - Parameter content: The keys, armoured or not.
  /// - Returns: The fingerprints of those that are there now.
  /// - Throws: ``GPGError``.
  ///
  /// The corresponding C function is `gpgme_op_import`.
  func importKeys(_ content: [UInt8]) throws(GPGError) -> [String] {
    try GPGData.lending(content.span, for: .importKeys) { (data) throws(GPGError) in
      try importKeys(data, secretOnly: false)
    }
  }

  /// Adds secret keys to the key ring; they stay locked as they are.
  ///
  /// - Parameter content: The keys, armoured or not.
  /// - Returns: The fingerprints of those that are there now.
  /// - Throws: ``GPGError``.
  ///
  /// The corresponding C function is `gpgme_op_import`.
  func importSecretKeys(_ content: borrowing SecretBytes) throws(GPGError) -> [String] {
    try content.withBytes { (bytes) throws(GPGError) in
      try GPGData.lending(bytes, for: .importKeys) { (data) throws(GPGError) in
        try importKeys(data, secretOnly: true)
      }
    }
  }

  private func importKeys(
    _ data: borrowing GPGData, secretOnly: Bool
  ) throws(GPGError) -> [String] {
    let handle = try handle
    status.clear()
    let error = gpgme_op_import(handle, data.handle)
    try gpg(.importKeys, "gpgme_op_import") { error }
    var fingerprints: [String] = []
    var next = gpgme_op_import_result(handle)?.pointee.imports
    while let key = next?.pointee {
      // A secret key is told of twice, once for its public part.
      let isWanted = !secretOnly || key.status & UInt32(GPGME_IMPORT_SECRET) != 0
      if isWanted, gpgme_err_code(key.result) == GPG_ERR_NO_ERROR, let fingerprint = key.fpr {
        fingerprints.append(String(cString: fingerprint))
      }
      next = key.next
    }
    return fingerprints
  }

  /// Takes a public key out of the key ring.
  ///
  /// - Throws: ``GPGError``.
  ///
  /// The corresponding C function is `gpgme_op_delete_ext`.
  func deletePublicKey(_ fingerprint: String) throws(GPGError) {
    let handle = try handle
    status.clear()
    var key: gpgme_key_t?
    defer { gpgme_key_unref(key) }
    try gpg(.importKeys, "gpgme_get_key") { gpgme_get_key(handle, fingerprint, &key, 0) }
    let flags = UInt32(GPGME_DELETE_FORCE)
    try gpg(.importKeys, "gpgme_op_delete_ext") { gpgme_op_delete_ext(handle, key, flags) }
  }
}
