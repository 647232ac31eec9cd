import PWCore

enum Show {
  static let name = Positional(
    optional: "KEY", completion: .entriesAndFolders, "The entry to print, or the folder to list",
    read: EntryName.init)

  static let command = Command(
    name: "show", summary: "Decrypt and print an entry, or list a folder",
    examples: [.init("show mail/alice", "Print an entry")],
    parameters: [name.parameter], isPassVerb: true, run: run)

  @Sendable static func run(_ arguments: Arguments, in session: Session) throws {
    guard let name = try arguments[name], let key = name.key else { return }
    guard try session.store().containsFile(key) else { throw PassError.notInStore(name) }
    try session.output.write(try session.store().load(key).bytes.copy())
  }
}
