extension PasswordStore {
  /// Has git merge entries by ``programCommand``, in this clone only: the files
  /// that others get as well stay as they are.
  ///
  /// - Throws: ``StoreError/Reason/noStore``, ``GitError``, or ``SystemError``.
  package func registerMergeDriver() throws {
    let root = try existingRoot()
    guard let repository = try GitRepository.find(holding: root, below: root) else { return }
    let path = root.appending(GitAttributes.name)
    try registerMergeDriver(in: repository, for: GitAttributes(try readFileIfAny(path) ?? []))
  }

  /// Does so in a repository whose own attributes are given.
  func registerMergeDriver(in repository: GitRepository, for attributes: GitAttributes) throws {
    guard let command = programCommand?() else { return }
    // Git makes "%" of "%%".
    let program = String(decoding: command, as: UTF8.self).replacing("%", with: "%%")
    let present = repository.configuration(Self.driverSetting)
    let driver = program + Self.driverArguments
    // A program that has moved is ours all the same.
    if present != driver, present.map({ $0.hasSuffix(Self.driverArguments) }) ?? true {
      try repository.setConfiguration(Self.driverSetting, to: driver)
      try repository.setConfiguration("merge.pwstore.name", to: "merge password store entries")
    }
    guard !attributes.namesMergeDriver else { return }
    let file = repository.places.commonDirectory.appending("info/attributes")
    let own = GitAttributes(try readFileIfAny(file) ?? [])
    guard !own.namesMergeDriver else { return }
    try makeFolders(file.parent, mode: 0o777 & ~umask)
    let temporary = FilePath(file.bytes + Array(".pwstore".utf8))
    try removeFile(temporary)
    try writeNewFile(temporary, own.merging().bytes, mode: 0o666 & ~umask)
    try moveFile(temporary, to: file)
  }

  private static let driverSetting = "merge.pwstore.driver"
  private static let driverArguments = " git-merge-driver %O %A %B %P"
}
