/// A file or folder of the store in the repository that holds it.
struct VersionedPlace {
  let repository: GitRepository
  /// The file or folder, relative to the work tree; empty for that itself.
  let path: [UInt8]
  /// What leads from the store to the work tree, with a slash at the end if it is
  /// another folder.
  private let prefix: [UInt8]

  /// Finds the place of an entry, which need not be there now.
  ///
  /// - Throws: ``HistoryError/notVersioned(_:)``, ``StoreError``, ``GitError``.
  init(_ key: ServiceKey, in store: PasswordStore) throws {
    let root = try store.readableRoot()
    try self.init(try store.writablePath(key.file, in: root), root)
  }

  /// Finds the place of a folder, likewise.
  ///
  /// - Throws: As for an entry.
  init(_ folder: FolderName, in store: PasswordStore) throws {
    let root = try store.readableRoot()
    let inside = try store.writablePath(
      folder.appending(RecipientsFile.name), in: root, followingLink: false)
    try self.init(inside, root)
    let isWorkTree = path.count == RecipientsFile.name.count
    self = VersionedPlace(
      repository: repository,
      path: isWorkTree ? [] : path.dropLast(RecipientsFile.name.count + 1), prefix: prefix)
  }

  private init(_ file: [UInt8], _ root: FilePath) throws {
    let file = root.appending(file)
    guard let repository = try GitRepository.find(holding: file.parent, below: root),
      let path = file.relative(to: repository.workTree)
    else { throw HistoryError.notVersioned(root) }
    let prefix = repository.workTree.relative(to: root)
    self.init(
      repository: repository, path: path, prefix: prefix.map { $0 + [UInt8(ascii: "/")] } ?? [])
  }

  private init(repository: GitRepository, path: [UInt8], prefix: [UInt8]) {
    (self.repository, self.path, self.prefix) = (repository, path, prefix)
  }

  /// The entry whose file has the path; `nil` if it is no entry's.
  func key(of path: [UInt8]) -> ServiceKey? {
    let suffix = ServiceKey.suffix
    guard path.count > suffix.count, path.ends(with: suffix) else { return nil }
    return ServiceKey(found: prefix + path.dropLast(suffix.count))
  }

  /// What a commit's message tells about where an entry came from.
  func readOrigin(_ subject: [UInt8], _ path: [UInt8]) -> GitToldOrigin? {
    guard let message = RelocationMessage(subject), let target = key(of: path) else { return nil }
    let sources = message.sources(of: target.bytes)
    guard !sources.isEmpty else { return nil }
    let isSource = { (other: [UInt8]) in
      key(of: other).map { sources.contains(Array($0.description.utf8)) } ?? false
    }
    let paths = sources.filter { $0.starts(with: prefix) }.map { source in
      Array(source.dropFirst(prefix.count)) + ServiceKey.suffix
    }
    return GitToldOrigin(isCopy: message.isCopy, isSource: isSource, sources: paths)
  }

  /// What has been done to the entry, the newest first.
  ///
  /// - Parameters:
  ///   - excluded: Commits that do not count, and neither do those before them.
  ///   - limit: How many commits there are to be at most.
  /// - Returns: What the commits did.
  /// - Throws: ``GitError``.
  func history(excluding excluded: [String] = [], limit: Int? = nil) throws(GitError)
    -> [GitFileVersion]
  {
    try repository.history(of: path, excluding: excluded, limit: limit, readOrigin)
  }
}
