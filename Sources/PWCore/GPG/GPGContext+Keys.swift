import CGPGME
import Glibc

extension GPGContext {
  /// Lists the keys that are on this machine.
  ///
  /// - Parameters:
  ///   - patterns: Ids, fingerprints, addresses or parts of names; none for all
  ///     keys.
  ///   - secret: Whether to list the keys whose secret part is here.
  ///   - withSecretFlags: Whether public keys are to tell of each subkey whether
  ///     its secret part is here.
  /// - Returns: The keys that match any of the patterns; none is no error.
  /// - Throws: ``GPGError``.
  ///
  /// The corresponding C function is `gpgme_op_keylist_ext_start`.
  public func keys(
    _ patterns: [String] = [], secret: Bool = false, withSecretFlags: Bool = false
  ) throws(GPGError) -> [GPGKey] {
    let modes = GPGME_KEYLIST_MODE_LOCAL | (withSecretFlags ? GPGME_KEYLIST_MODE_WITH_SECRET : 0)
    gpgme_set_keylist_mode(try handle, gpgme_keylist_mode_t(modes))
    defer {
      if let opened {
        gpgme_set_keylist_mode(opened, gpgme_keylist_mode_t(GPGME_KEYLIST_MODE_LOCAL))
      }
    }
    var keys: [GPGKey] = []
    try forEachKey(patterns, secret: secret) { key in
      keys.append(GPGKey(key.pointee))
      return true
    }
    return keys
  }

  /// Calls `body` with each key until it returns `false`.
  func forEachKey(
    _ patterns: [String], secret: Bool, task: GPGError.Task = .listKeys,
    _ body: (gpgme_key_t) -> Bool
  ) throws(GPGError) {
    let handle = try handle
    status.clear()
    var pointers = patterns.map { UnsafePointer(strdup($0)) } + [nil]
    defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
    try gpg(task, "gpgme_op_keylist_ext_start") {
      pointers.count > 1
        ? gpgme_op_keylist_ext_start(handle, &pointers, secret ? 1 : 0, 0)
        : gpgme_op_keylist_start(handle, nil, secret ? 1 : 0)
    }
    defer { gpgme_op_keylist_end(handle) }
    while true {
      var key: gpgme_key_t?
      let error = gpgme_op_keylist_next(handle, &key)
      if gpgme_err_code(error) == GPG_ERR_EOF { return }
      try gpg(task, "gpgme_op_keylist_next") { error }
      defer { gpgme_key_unref(key) }
      guard body(key!) else { return }
    }
  }
}
