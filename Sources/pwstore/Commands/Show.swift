import PWCore

enum Show {
  static let clip = Option(
    "clip", "c", value: "LINE", bare: "1", "Copy a line, without one the first, to the clipboard",
    read: lineNumber)
  static let qrcode = Option(
    "qrcode", "q", value: "LINE", bare: "1",
    "Show a line, without one the first, as a QR code; the first in a picture called FILE.png",
    read: lineNumber)
  static let names = Positional(
    repeated: "KEY", completion: .entriesAndFolders,
    "The entry to print, or the folder to list; without, the whole store", read: EntryName.init)

  static let command = Command(
    name: "show", summary: "Decrypt and print an entry, or list a folder", topic: .entries,
    discussion: """
      An entry is printed byte for byte. A name with a slash at the end means the folder where \
      there is an entry of the same name. As with pass, words behind the first do not count.

      \(Session.clipboardHelp)

      \(QRCodeTarget.help)
      """,
    examples: [
      .init("show mail/alice", "Print an entry"),
      .init("show -c mail/alice", "Copy its first line, the password"),
      .init("show -c2 mail/alice", "Copy its second line"),
      .init("show mail", "List a folder"),
    ],
    parameters: [clip.parameter, qrcode.parameter, names.parameter], isPassVerb: true, run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let (clip, qrcode) = (try arguments[clip], try arguments[qrcode])
    guard clip == nil || qrcode == nil else {
      throw UsageError("\"--clip\" and \"--qrcode\" exclude each other")
    }
    let name = try arguments[names].first ?? EntryName("")
    let store = session.store()
    do {
      if !name.meansFolder, let key = name.key, try store.contains(key) {
        let entry = try store.load(key)
        if let clip {
          try session.copyToClipboard(try line(clip, of: entry.bytes), of: name.description)
        } else if let qrcode {
          let target = QRCodeTarget(fileNamed: qrcode)
          let secret = try line(target == nil ? qrcode : "1", of: entry.bytes)
          try session.showQRCode(secret, of: name.description, on: target ?? .screen)
        } else {
          try session.output.write(entry.bytes)
        }
      } else if try store.contains(name.folder) {
        let tree = try session.tree(of: name.folder, in: store)
        let title = name.typed.isEmpty ? Array("Password Store".utf8) : name.withoutFinalSlash
        try session.output.write(
          session.terminal.isTerminal ? Array(printable(title).utf8) : title)
        try session.output.write("\n")
        try session.draw(tree)
      } else {
        throw PassError.notInStore(name)
      }
    } catch let error as StoreError where error.reason == .noStore {
      guard !name.typed.isEmpty else { throw PassError.emptyStore(session.program) }
      throw PassError.notInStore(name, .noStore, hint: error.hint)
    }
  }

  /// The line of an entry that is to be copied or shown, without its end.
  private static func line(_ number: String, of text: borrowing SecretBytes) throws -> SecretBytes {
    guard !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw PassError("Clip location '\(printable(number))' is not a number.")
    }
    // A number that is too large for the machine is beyond any end.
    let line = text.line(max(Int(number) ?? .max, 1))
    guard !line.isEmpty else {
      throw PassError("There is no password to put on the clipboard at line \(number).")
    }
    return line
  }

  @Sendable private static func lineNumber(_ word: Argument) -> String {
    word.bytes.isEmpty ? "1" : String(decoding: word.bytes, as: UTF8.self)
  }
}

extension SecretBytes {
  /// A copy of a line without its end, counted from 1; empty if there are not so
  /// many.
  borrowing func line(_ number: Int) -> SecretBytes {
    withBytes { bytes in
      var (start, left) = (0, number)
      while left > 1, start < bytes.count {
        if bytes[start] == UInt8(ascii: "\n") { left -= 1 }
        start += 1
      }
      var line = SecretBytes()
      while left == 1, start < bytes.count, bytes[start] != UInt8(ascii: "\n") {
        line.append(bytes[start])
        start += 1
      }
      return line
    }
  }
}
