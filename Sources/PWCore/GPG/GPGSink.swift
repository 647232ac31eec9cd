import CGPGME

/// The receiver of what gpgme writes.
///
/// A class, since the callback needs an address that stays the same. What a
/// sink has received is lost, and wiped if it was secret, unless it is taken.
class GPGSink {
  /// Takes over a copy of the bytes.
  func receive(_ bytes: UnsafeRawBufferPointer) {}

  /// The callback for gpgme, whose context is a sink.
  static let write: gpgme_data_write_cb_t = { context, source, count in
    guard let context, let source else { return 0 }
    let sink = Unmanaged<GPGSink>.fromOpaque(context).takeUnretainedValue()
    sink.receive(UnsafeRawBufferPointer(start: source, count: count))
    return count
  }
}

/// Collects a plaintext.
///
/// The bytes go from gpgme's transfer buffer straight into memory of ours. A
/// gpgme memory object would not do: it is freed without being wiped, whether
/// marked as sensitive or not.
final class GPGSecretSink: GPGSink {
  private var bytes: SecretBytes

  /// - Parameter capacity: The bytes to expect: a buffer that need not grow is
  ///   not copied.
  init(capacity: Int) { bytes = SecretBytes(minimumCapacity: capacity) }

  override func receive(_ bytes: UnsafeRawBufferPointer) { self.bytes.append(bytes) }

  /// Hands over what was received.
  func take() -> SecretBytes {
    var taken = SecretBytes()
    swap(&taken, &bytes)
    return taken
  }
}

/// Collects bytes that are no secret: a ciphertext, a signature.
final class GPGByteSink: GPGSink {
  private(set) var bytes: [UInt8] = []

  override func receive(_ bytes: UnsafeRawBufferPointer) { self.bytes.append(contentsOf: bytes) }
}
