import PWCore

/// What `ls --long` prints: a line for each entry, or an object for programs.
struct LongList {
  private let entries: [(details: EntryDetails, fields: EntryFieldNames?)]

  /// Looks at entries.
  ///
  /// - Parameters:
  ///   - keys: The entries.
  ///   - folder: A folder that holds them all.
  ///   - withFields: Whether to decrypt them, for the names of their fields.
  ///   - store: The store.
  /// - Throws: ``StoreError``, ``GitError``, ``SystemError``.
  init(
    _ keys: [ServiceKey], in folder: FolderName, withFields: Bool, of store: PasswordStore
  ) throws {
    let details = try store.details(of: keys, in: folder)
    guard withFields else {
      entries = details.map { ($0, nil) }
      return
    }
    let fields = try store.fieldNames(of: details.map(\.key))
    entries = zip(details, fields).map { ($0, $1) }
  }

  /// The lines, each with its end.
  ///
  /// - Parameter isTerminal: Whether characters with an effect are to be escaped.
  /// - Returns: The bytes.
  func lines(isTerminal: Bool) -> [UInt8] {
    let sizes = entries.map { "\($0.details.size)" }
    let readers = entries.map { Self.readers($0.details.recipients) }
    let widths = (sizes.map(\.count).max() ?? 0, readers.map(\.count).max() ?? 0)
    var bytes: [UInt8] = []
    for (index, entry) in entries.enumerated() {
      let size = String(repeating: " ", count: widths.0 - sizes[index].count) + sizes[index]
      let padding = String(repeating: " ", count: widths.1 - readers[index].count)
      bytes += "\(entry.details.date)  \(size)  \(readers[index])\(padding)  ".utf8
      bytes += isTerminal ? Array("\(entry.details.key)".utf8) : entry.details.key.bytes
      if let fields = entry.fields { bytes += "  \(Self.words(fields))".utf8 }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  private static func readers(_ recipients: MessageRecipients?) -> String {
    guard let recipients else { return "-" }
    let keys = recipients.keyIDs.map { $0 == MessageRecipients.hiddenKeyID ? "hidden" : $0 }
    return (keys + (recipients.hasPassphrase ? ["passphrase"] : [])).joined(separator: ",")
  }

  private static func words(_ fields: EntryFieldNames) -> String {
    switch fields {
    case .names(let names): "(\(names.map { printable($0) }.joined(separator: ", ")))"
    case .binary: "(binary)"
    case .undecryptable: "(cannot be decrypted here)"
    }
  }

  /// The entries for programs.
  var json: JSONText {
    .array(
      entries.map { entry in
        let recipients = entry.details.recipients
        let hidden = MessageRecipients.hiddenKeyID
        return .object(
          [
            ("key", .string(entry.details.key.bytes)), ("date", .text(entry.details.date)),
            ("size", .number(entry.details.size)),
            (
              "recipients",
              recipients.map { .array($0.keyIDs.filter { $0 != hidden }.map { .text($0) }) }
                ?? .null
            ),
            ("hidden", .number(recipients?.keyIDs.count { $0 == hidden } ?? 0)),
            ("passphrase", .boolean(recipients?.hasPassphrase ?? false)),
          ] + (entry.fields.map(Self.members) ?? []))
      })
  }

  private static func members(_ fields: EntryFieldNames) -> [(name: String, value: JSONText)] {
    switch fields {
    case .names(let names): [("fields", .array(names.map { .text($0) }))]
    case .binary: [("fields", .null), ("reason", .text("binary"))]
    case .undecryptable: [("fields", .null), ("reason", .text("undecryptable"))]
    }
  }
}
