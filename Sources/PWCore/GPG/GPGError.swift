/// A failure that GnuPG reports, or that is found in what it says.
public struct GPGError: Failure, Hashable {
  /// What went wrong.
  public let reason: Reason
  /// What was tried.
  public let task: Task
  /// The key or id concerned, as the caller gave it: a line of `.gpg-id`, a
  /// member of a group in `gpg.conf`, a signer; or the key ids of a message.
  public let recipient: String?
  /// The fingerprint of the key concerned, if one was found.
  public let fingerprint: String?
  /// The main name of the key concerned, if one was found.
  public let userID: String?
  /// When the key expired, in seconds since 1970.
  public let expiryDate: Int?
  /// When the key was revoked, in seconds since 1970.
  public let revocationDate: Int?
  /// GnuPG's own words, or what was seen; empty if ``reason`` says it all.
  public let detail: String
  /// The C function that failed, such as `gpgme_op_decrypt`.
  public let operation: String

  /// Creates an error.
  package init(
    _ reason: Reason, _ task: Task, operation: String, recipient: String? = nil,
    fingerprint: String? = nil, userID: String? = nil, expiryDate: Int? = nil,
    revocationDate: Int? = nil, detail: String = ""
  ) {
    (self.reason, self.task, self.operation) = (reason, task, operation)
    (self.recipient, self.fingerprint, self.userID) = (recipient, fingerprint, userID)
    (self.expiryDate, self.revocationDate, self.detail) = (expiryDate, revocationDate, detail)
  }

  /// What went wrong.
  public enum Reason: Hashable, Sendable, CaseIterable {
    /// No secret key on this machine fits.
    case noSecretKey
    /// The passphrase was wrong.
    case badPassphrase
    /// A passphrase is needed, and none could be asked for: no pinentry, no
    /// terminal, or nobody who answered in time.
    case noPassphrase
    /// The user dismissed the passphrase prompt.
    case cancelled
    /// No public key fits the id.
    case keyNotFound
    /// All keys that fit have expired, or all their subkeys for the purpose.
    case keyExpired
    /// All keys that fit were revoked.
    case keyRevoked
    /// The key was disabled in this keyring.
    case keyDisabled
    /// Nothing says that the key belongs to the one whom it names.
    case keyUntrusted
    /// Several keys fit, and GnuPG will not choose.
    case keyAmbiguous
    /// The key cannot be used so, for example since it cannot encrypt.
    case keyUnusable
    /// A key of this name exists already.
    case keyExists
    /// There is no one to encrypt to.
    case noRecipients
    /// The data is no encrypted OpenPGP message.
    case noData
    /// The message is damaged, cut short or tampered with.
    case corrupt
    /// The data is not what was signed.
    case badSignature
    /// There is no signature, or none by a known key.
    case noSignature
    /// `gpg` is not installed, or gpgme is too old.
    case notInstalled
    /// `gpg`, run with options of the user's own, has failed; it has told why on
    /// standard error.
    case programFailed
    /// `gpg` has ended without a result, for example since it has no home that
    /// it can use, or does not understand its `gpg.conf`.
    case endedEarly
    /// Anything else.
    case other
  }

  /// What was tried.
  public enum Task: String, Hashable, Sendable {
    /// Encrypting.
    case encrypt
    /// Decrypting, or reading a message's recipients.
    case decrypt
    /// Signing.
    case sign
    /// Verifying a signature.
    case verify
    /// Listing keys.
    case listKeys = "list keys"
    /// Making a key.
    case makeKey = "make a key"
    /// Exporting a public key.
    case exportKey = "export the key"
    /// Importing public keys, or looking into a file of them.
    case importKeys = "import keys"
    /// Vouching for someone else's key.
    case certify = "certify the key"
    /// Starting gpgme.
    case start = "start GnuPG"
  }

  /// The program's exit status for the reason.
  public var exitCode: ExitCode {
    switch reason {
    case .noSecretKey, .badPassphrase, .noPassphrase, .cancelled: .cannotDecrypt
    case .keyNotFound, .keyExpired, .keyRevoked, .keyDisabled, .keyUntrusted, .keyAmbiguous,
      .keyUnusable, .noRecipients:
      .cannotEncrypt
    case .noData, .corrupt, .badSignature, .noSignature: .integrity
    case .programFailed, .endedEarly:
      switch task {
      case .decrypt: .cannotDecrypt
      case .encrypt: .cannotEncrypt
      case .verify: .integrity
      default: .failure
      }
    case .keyExists, .notInstalled, .other: .failure
    }
  }
}
