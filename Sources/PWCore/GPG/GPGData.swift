import CGPGME

/// Where gpgme takes bytes from or puts them: a `gpgme_data_t` that this value
/// alone owns.
struct GPGData: ~Copyable {
  let handle: gpgme_data_t

  private init(
    _ task: GPGError.Task, _ operation: String, _ make: (inout gpgme_data_t?) -> gpgme_error_t
  ) throws(GPGError) {
    var new: gpgme_data_t?
    try gpg(task, operation) { make(&new) }
    handle = new!
    // Makes gpgme wipe its transfer buffers; larger ones than its 512 bytes
    // make 50 MB a matter of a second. Both are hints: an old library may not
    // know them.
    _ = gpgme_data_set_flag(handle, "io-buffer-size", "65536")
    _ = gpgme_data_set_flag(handle, "sensitive", "1")
  }

  deinit { gpgme_data_release(handle) }

  /// Lends bytes to gpgme for as long as `body` runs.
  ///
  /// They are not copied.
  static func lending<R: ~Copyable>(
    _ bytes: borrowing Span<UInt8>, for task: GPGError.Task,
    _ body: (borrowing GPGData) throws(GPGError) -> R
  ) throws(GPGError) -> R {
    try bytes.withUnsafeBytes { (bytes) throws(GPGError) -> R in
      // For no bytes there may be no address, which gpgme refuses.
      let chars = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let data = try GPGData(task, "gpgme_data_new_from_mem") {
        bytes.isEmpty ? gpgme_data_new(&$0) : gpgme_data_new_from_mem(&$0, chars, bytes.count, 0)
      }
      return try body(data)
    }
  }

  /// Lets gpgme write to `sink` while `body` runs.
  static func collecting(
    in sink: GPGSink, for task: GPGError.Task,
    _ body: (borrowing GPGData) throws(GPGError) -> Void
  ) throws(GPGError) {
    defer { withExtendedLifetime(sink) {} }
    var functions = gpgme_data_cbs(read: nil, write: GPGSink.write, seek: nil, release: nil)
    // gpgme keeps a pointer to the table of functions, so the table must not move.
    try withUnsafeMutablePointer(to: &functions) { (table) throws(GPGError) in
      let data = try GPGData(task, "gpgme_data_new_from_cbs") {
        gpgme_data_new_from_cbs(&$0, table, Unmanaged.passUnretained(sink).toOpaque())
      }
      try body(data)
    }
  }
}
