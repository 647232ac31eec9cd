import PWCore

extension Recipients {
  /// Prints the recipients of a folder, or of all folders that have some of their
  /// own.
  static func list(
    _ folder: FolderName?, asJSON: Bool, of store: PasswordStore, in session: Session
  ) throws {
    var lists: [FolderRecipients]
    if let folder {
      lists = [try store.recipientDetails(for: folder)]
    } else {
      lists = try store.allRecipientDetails()
      // Where there are none for the whole store, that is worth an error.
      if !lists.contains(where: \.folder.isRoot) || store.recipientsOverride != nil {
        lists = [try store.recipientDetails(for: .root)]
      }
    }
    try session.output.write(asJSON ? json(lists).encoded() : table(lists))
    for warning in RecipientWarning.list(of: lists) {
      session.warn("\(warning)")
      if let hint = warning.hint { session.warn("hint: \(hint)") }
    }
  }

  private static func table(_ lists: [FolderRecipients]) -> [UInt8] {
    var text = ""
    for list in lists {
      if list.folder.isRoot == false || lists.count > 1 {
        text += list.folder.isRoot ? "/\n" : "\(list.folder)/\n"
      }
      for recipient in list.recipients {
        let key = recipient.key?.fingerprint ?? "-"
        let id = recipient.id == key ? "" : "\(printable(recipient.id))  "
        let name = recipient.key.map { "  \(printable($0.name))" } ?? ""
        let isOwn = recipient.key?.isOwn == true ? "  (you)" : ""
        let end = recipient.endText.map { "  until \($0)" } ?? ""
        let state = recipient.state == .ok ? "" : "  [\(recipient.stateText)]"
        text += "  \(id)\(key)\(name)\(isOwn)\(end)\(state)\n"
      }
    }
    return Array(text.utf8)
  }

  private static func json(_ lists: [FolderRecipients]) -> JSONText {
    .array(
      lists.map { list in
        .object([
          ("folder", .string(list.folder.bytes)),
          ("recipients", .array(list.recipients.map(json))),
        ])
      })
  }

  private static func json(_ recipient: Recipient) -> JSONText {
    .object([
      ("id", .text(recipient.id)),
      ("fingerprint", recipient.key.map { .text($0.fingerprint) } ?? .null),
      ("name", recipient.key.map { .text($0.name) } ?? .null),
      ("own", .boolean(recipient.key?.isOwn == true)),
      ("expires", recipient.endText.map { .text($0) } ?? .null),
      ("state", .text(recipient.stateName)),
    ])
  }
}
