import PWCore

/// What the functions for extensions of pass call back for: see
/// ``PassFunctions``.
enum ForExtensions {
  static let task = Positional("TASK", "\"clip\", \"qrcode\" or \"reencrypt\"", read: text)
  static let name = Positional("NAME", "What the secret on standard input is, or what to do it to")
  { $0 }

  static let command = Command(
    name: "for-extensions", summary: "Do what an extension of pass asks for",
    parameters: [task.parameter, name.parameter], isPassVerb: true, isHidden: true, run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    let word = try arguments[name]
    switch try arguments[task] {
    case "clip": try session.copyToClipboard(try session.readInput(), of: printable(word.bytes))
    case "qrcode": try session.showQRCode(try session.readInput(), of: printable(word.bytes))
    case "reencrypt":
      // A path behind the store's: of a folder, or of an entry's file.
      let store = session.store()
      let folder = try folderName(word)
      let keys =
        try store.contains(folder)
        ? store.keys(in: folder) : [ServiceKey(bytes: word.bytes.dropLast(".gpg".utf8.count))]
      let done = try store.reencrypt(keys, message: "Reencrypt \(folder).")
      for key in done { session.note("\(key): reencrypted") }
    default: throw UsageError("unknown task")
    }
  }
}
