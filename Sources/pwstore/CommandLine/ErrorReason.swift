import PWCore

/// What went wrong, in a word that scripts can rely on, and on what.
///
/// docs/json.md lists the words. Never change one.
struct ErrorReason {
  let word: String
  /// The entry, as it was named; `nil` if it is not about one.
  var key: [UInt8]?
  var field: String?

  init(_ error: any Error) {
    switch error {
    case let error as StoreError:
      self.init(Self.word(error), key: error.key, field: error.field)
    case let error as EntryError: self.init(Self.word(error), field: error.name)
    case let error as DocumentError: self.init(error)
    case let error as GPGError: self.init(Self.word(error))
    case let error as HistoryError: self.init(Self.word(error))
    case is MergeConflictError: self.init("conflict")
    case is SystemError, is StreamError: self.init("system")
    case let error as PassError where error.exitCode == .notFound: self.init("no-such-entry")
    case PromptError.noTerminal: self.init("no-terminal")
    default: self.init(Self.word((error as? any Failure)?.exitCode ?? .failure))
    }
  }

  private init(_ word: String, key: [UInt8]? = nil, field: String? = nil) {
    (self.word, self.key, self.field) = (word, key, field)
  }

  private init(_ error: DocumentError) {
    switch error {
    case .notEntries(let error): self.init(Self.word(error))
    case .illegalEntry(let key, let error):
      self.init(Self.word(error), key: key, field: error.name)
    case .sameEntry(let key, _): self.init("duplicate-key", key: key)
    case .notLines(let key): self.init("not-text", key: key)
    case .illegalLine: self.init("illegal-document")
    case .emptiesFolder(let folder): self.init("would-delete-all", key: folder.bytes)
    }
  }

  private static func word(_ error: StoreError) -> String {
    switch error.reason {
    case .illegalKey: "illegal-key"
    case .noSuchEntry: "no-such-entry"
    case .noSuchField: "no-such-field"
    case .noSuchRecipient: "no-such-recipient"
    case .changed: "changed"
    case .noStore: "no-store"
    case .notInitialized: "not-initialized"
    case .conflict: "conflict"
    case .busy: "busy"
    case .interrupted: "interrupted"
    case .notCommitted: "not-committed"
    case .putBack: "cannot-commit"
    case .decryption, .encryption, .badSignature:
      (error.cause as? GPGError).map(word) ?? word(error.exitCode)
    case .lockedOut, .badRecipients, .badPublicKey, .outside, .inTheWay, .badDestination:
      word(error.exitCode)
    }
  }

  private static func word(_ error: EntryError) -> String {
    switch error {
    case .notText: "not-text"
    case .illegalName: "illegal-field"
    case .illegalValue: "illegal-value"
    case .json: "illegal-document"
    case .duplicateName: "duplicate-field"
    case .noField: "no-such-field"
    case .cannotEncode, .cannotDecode: word(error.exitCode)
    }
  }

  private static func word(_ error: GPGError) -> String {
    switch error.reason {
    case .noSecretKey: "no-secret-key"
    case .badPassphrase: "bad-passphrase"
    case .noPassphrase: "no-passphrase"
    case .cancelled: "cancelled"
    case .keyNotFound: "key-not-found"
    case .keyExpired: "key-expired"
    case .keyRevoked: "key-revoked"
    case .keyUntrusted: "key-untrusted"
    case .keyAmbiguous: "key-ambiguous"
    case .keyDisabled, .keyUnusable: "key-unusable"
    case .noData, .corrupt: "corrupt"
    case .keyExists, .noRecipients, .badSignature, .noSignature, .notInstalled, .programFailed,
      .endedEarly, .other:
      word(error.exitCode)
    }
  }

  private static func word(_ error: HistoryError) -> String {
    switch error {
    case .notVersioned: "not-versioned"
    case .noSuchRevision, .notInRevision: "no-such-revision"
    case .illegalRevision, .nothingToRestore, .uncommitted: word(error.exitCode)
    }
  }

  /// What all failures have that end with a status.
  private static func word(_ code: ExitCode) -> String {
    switch code {
    case .success, .failure: "failed"
    case .usage: "usage"
    case .notFound: "not-found"
    case .cannotDecrypt: "cannot-decrypt"
    case .cannotEncrypt: "cannot-encrypt"
    case .noStore: "no-store"
    case .conflict: "conflict"
    case .remote: "remote"
    case .busy: "busy"
    case .integrity: "integrity"
    }
  }
}

extension EntryError {
  /// The name of the field that it is about.
  fileprivate var name: String? {
    switch self {
    case .illegalName(let name), .illegalValue(let name), .duplicateName(let name),
      .noField(let name):
      name
    case .cannotEncode(let field), .cannotDecode(let field): field
    case .notText, .json: nil
    }
  }
}
