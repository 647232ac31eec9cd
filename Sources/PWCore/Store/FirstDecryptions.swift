import Glibc

/// Lets a key be used for the first time on one thread only.
///
/// gpg-agent asks for a passphrase as often as it is asked to decrypt before it
/// has the answer, so two threads would make it ask twice.
final class FirstDecryptions {
  private let turn = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// The recipients of messages that were decrypted; only for who holds the lock.
  private var opened: Set<[String]> = []
  /// Why nobody is to be asked again; only for whose turn it is.
  private var refusal: GPGError?

  init() {
    pthread_mutex_init(turn, nil)
    pthread_mutex_init(lock, nil)
  }

  deinit {
    for mutex in [turn, lock] {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }
  }

  /// Decrypts a message, when nobody else may be asked for its passphrase.
  ///
  /// - Throws: ``GPGError``.
  func decrypt(_ message: [UInt8], with gpg: GPGContext) throws(GPGError) -> SecretBytes {
    let recipients = (try? MessageRecipients.keyIDs(of: message)) ?? []
    if isOpened(recipients) { return try gpg.decryptDirectly(message) }
    pthread_mutex_lock(turn)
    defer { pthread_mutex_unlock(turn) }
    if let refusal { throw refusal }
    do throws(GPGError) {
      let text = try gpg.decrypt(message)
      pthread_mutex_lock(lock)
      opened.insert(recipients)
      pthread_mutex_unlock(lock)
      return text
    } catch {
      if [.badPassphrase, .noPassphrase, .cancelled].contains(error.reason) { refusal = error }
      throw error
    }
  }

  private func isOpened(_ recipients: [String]) -> Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return opened.contains(recipients)
  }
}
