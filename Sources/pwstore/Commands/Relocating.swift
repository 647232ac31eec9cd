import PWCore

/// What mv and cp have in common.
enum Relocating {
  static let force = Flag("force", "f", "Replace an entry that is there without asking")
  static let old = Positional(
    "OLD", completion: .entriesAndFolders, "The entry or folder", read: EntryName.init)
  static let new = Positional(
    "NEW", completion: .entriesAndFolders, "The new name, or the folder to go into",
    read: EntryName.init)

  static let parameters = [force.parameter, old.parameter, new.parameter]

  /// Finds out what the two names mean, asks if need be, and does it.
  static func run(
    _ arguments: Arguments, in session: Session,
    _ relocate: (
      PasswordStore, _ item: StoreItem, _ destination: StoreItem,
      _ names: (old: String, new: String), _ overwriting: Bool
    ) throws -> [ServiceKey]
  ) throws {
    let (old, new) = (try arguments[old], try arguments[new])
    let store = session.store()
    guard let item = try store.item(old.folder, preferringFolder: old.meansFolder) else {
      throw PassError.notInStore(old)
    }
    let destination = try store.destination(of: item, at: new.folder, isFolder: new.meansFolder)
    var overwriting = arguments[force] || !session.needsConsent
    if !overwriting, case .entry(let key) = destination, try store.containsFile(key) {
      guard try session.prompt(else: "give --force").confirm("Replace \(key)?") else {
        throw QuietEnd(.success)
      }
      overwriting = true
    }
    let reencrypted = try session.changingInBulk(store) {
      try relocate(store, item, destination, (old.description, new.description), overwriting)
    }
    for key in reencrypted { session.note("\(key): reencrypted") }
  }
}
