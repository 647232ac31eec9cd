import Glibc

/// What is to be done to the files of an entry or a folder that is moved or
/// copied within the store.
struct Relocation {
  /// A file on its way.
  private struct File {
    /// Where it is, relative to the store.
    var source: [UInt8]
    /// Where it is to be, likewise; without symbolic links.
    var target: [UInt8]
    /// Whether a recipients file that comes along rules over it.
    var isRuledFromWithin = false
  }

  private let store: PasswordStore
  private let root: FilePath
  private let item: StoreItem
  private let destination: StoreItem
  private let moves: Bool
  private var files: [File] = []
  /// The folders that come along, each before those in it: source, target, mode.
  private var folders: [(source: FolderName, target: FolderName, mode: mode_t)] = []

  /// Looks at what there is to do.
  ///
  /// - Parameters:
  ///   - item: What is to be moved or copied.
  ///   - destination: What it is to become.
  ///   - moves: Whether it is moved.
  ///   - store: The store.
  ///   - root: Its folder, without symbolic links.
  /// - Throws: ``StoreError/Reason/badDestination``,
  ///   ``StoreError/Reason/noSuchEntry``, ``StoreError/Reason/inTheWay``,
  ///   ``StoreError/Reason/outside``, or ``SystemError``.
  init(
    _ item: StoreItem, to destination: StoreItem, moves: Bool, _ store: PasswordStore,
    in root: FilePath
  ) throws {
    (self.store, self.root) = (store, root)
    (self.item, self.destination, self.moves) = (item, destination, moves)
    guard item != .folder(.root) else {
      throw StoreError(.badDestination, "the whole store cannot be moved or copied into itself")
    }
    let path = root.appending(item.path)
    switch FileKind(path, followingLinks: false) {
    case nil: throw StoreError(.noSuchEntry, "there is no entry or folder \(quoted(item.path))")
    case .folder: try addFolder()
    case .file, .link, .other:
      // A link to a folder is moved as a link; a copy of it is one, too.
      let source = moves ? try place(item.path) : item.path
      files = [File(source: source, target: try place(destination.path))]
      try refuseSame(source, files[0].target)
    }
  }

  private mutating func addFolder() throws {
    guard case .folder(let from) = item, case .folder(let to) = destination else { return }
    let source = moves ? FolderName(found: try folderPlace(from)) : from
    let target = FolderName(found: try folderPlace(to))
    try refuseSame(source.bytes, target.bytes)
    if target.bytes.starts(with: source.appending([])) {
      throw StoreError(
        .badDestination, "\(quoted(source.bytes)) cannot go into itself, to \(quoted(target.bytes))"
      )
    }
    let path = root.appending(target.bytes)
    if FileKind(path) == .folder, try !FolderReader(path).items.isEmpty {
      throw StoreError(
        .badDestination, "there is a folder \(quoted(target.bytes)) already, and it is not empty")
    }
    let found = try store.files(below: source, in: root)
    func moved(_ path: [UInt8]) -> [UInt8] { target.bytes + path.dropFirst(source.bytes.count) }
    var ruled: Set<FolderName> = []
    for folder in found.folders {
      let path = root.appending(folder.bytes)
      if moves, FileKind(path.appending(".git"), followingLinks: false) != nil {
        throw StoreError(
          .badDestination,
          "cannot move \(quoted(source.bytes)): \(quoted(folder.bytes)) is a git repository of its own",
          hint: "move that by hand, or with git")
      }
      if FileKind(path.appending(RecipientsFile.name)) != nil {
        ruled.insert(folder)
        if !store.signingKeys.isEmpty { _ = try store.ownRecipients(of: path) }
      } else if folder != source, ruled.contains(folder.parent) {
        ruled.insert(folder)
      }
      var information = stat()
      _ = path.withCString { stat($0, &information) }
      folders.append((folder, FolderName(found: moved(folder.bytes)), information.st_mode & 0o7777))
    }
    files = found.files.map { file in
      let isRuled = ruled.contains(ServiceKey(found: file).folder)
      return File(source: file, target: moved(file), isRuledFromWithin: isRuled)
    }
  }

  /// Refuses to put something in its own place.
  private func refuseSame(_ source: [UInt8], _ target: [UInt8]) throws(StoreError) {
    guard source == target else { return }
    throw StoreError(
      .badDestination, "\(quoted(source)) is there already: both names mean the same")
  }

  private func place(_ path: [UInt8]) throws -> [UInt8] {
    try store.writablePath(path, in: root, followingLink: false)
  }

  /// The place of a folder, which need not exist yet, without symbolic links.
  private func folderPlace(_ folder: FolderName) throws -> [UInt8] {
    let inside = try place(folder.appending(RecipientsFile.name))
    return Array(inside.dropLast(RecipientsFile.name.count + 1))
  }

  /// Plans it all; what the new place has other recipients for is encrypted anew.
  ///
  /// - Parameters:
  ///   - change: Gets the steps.
  ///   - overwriting: Whether an entry at the new place may be replaced.
  /// - Returns: The entries that were encrypted anew, by their new names.
  /// - Throws: ``StoreError``.
  func plan(_ change: inout Change, overwriting: Bool) throws -> [ServiceKey] {
    let encrypted = try reencrypted()
    for file in files {
      let source = root.appending(file.source)
      let target = root.appending(file.target)
      let present = Journal.stamp(target)
      if !present.isEmpty, !overwriting {
        throw StoreError(.badDestination, "there is an entry \(quoted(file.target)) already")
      }
      // Where names differ in case only and the file system ignores that, the
      // new file would be removed if it came first.
      let isSameFile = moves && present == Journal.stamp(source)
      if isSameFile { change.remove(file.source) }
      if let content = encrypted[file.source] {
        change.write(content, to: file.target)
      } else {
        change.add(moves ? .moved(from: source) : .copied(from: source), at: file.target)
      }
      if moves, !isSameFile { change.remove(file.source) }
    }
    return files.filter { encrypted[$0.source] != nil }.map { file in
      ServiceKey(found: Array(file.target.dropLast(ServiceKey.suffix.count)))
    }
  }

  /// The new ciphertexts of the entries that need one, by the old places.
  private func reencrypted() throws -> [[UInt8]: [UInt8]] {
    var reencryption = Reencryption(store)
    var lists: (old: [String]?, new: [String])?
    for file in files {
      let isEntry =
        file.source.ends(with: ServiceKey.suffix)
        && FileKind(root.appending(file.source), followingLinks: false) == .file
      guard isEntry, !file.isRuledFromWithin || store.recipientsOverride != nil else { continue }
      let known =
        try lists
        ?? (
          store.recipientsOverride == nil ? try? store.recipients(for: item.parent) : nil,
          store.recipients(for: destination.parent)
        )
      lists = known
      if let old = known.old, Set(old) == Set(known.new) { continue }
      let key = ServiceKey(found: Array(file.source.dropLast(ServiceKey.suffix.count)))
      do {
        try reencryption.add(
          Reencryption.Item(
            key: key, source: root.appending(file.source), target: file.source, ids: known.new),
          isSameList: false)
      } catch let error as GPGError {
        throw StoreError(
          .encryption, "cannot use the recipients of \(quoted(destination.path)): \(error)",
          hint: error.hint, cause: error)
      }
    }
    var contents: [[UInt8]: [UInt8]] = [:]
    for case .encrypted(let item, let content) in try reencryption.run(sparingBroken: false) {
      contents[item.target] = content
    }
    return contents
  }

  /// Does what a ``Change`` cannot: makes folders that are empty, gives folders
  /// their modes, and removes those that were left.
  func finish() {
    for folder in folders {
      let path = root.appending(folder.target.bytes)
      try? makeFolders(path, mode: 0o777 & ~store.umask)
      if moves { _ = path.withCString { chmod($0, folder.mode) } }
    }
    guard moves else { return }
    for folder in folders.reversed() {
      removeEmptyFolders(from: root.appending(folder.source.bytes), below: root)
    }
  }
}
