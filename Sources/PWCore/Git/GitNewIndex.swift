import CGit2
import Glibc

/// The index that is about to take the place of the repository's.
///
/// It is written beside the old one before that is locked, so that the lock is
/// held for as long as a `rename` takes.
struct GitNewIndex {
  private let places: GitPlaces
  private let context: GitContext
  private let mark: GitIndexMark
  private var changes: [GitFile] = []
  /// The index that the new one was made from; `nil` if there was none.
  private var base: GitFileIdentity?
  /// Whether another program has been at work on the index a moment ago.
  private(set) var isContested = false

  init(_ places: GitPlaces, _ context: GitContext) {
    (self.places, self.context) = (places, context)
    mark = GitIndexMark(places)
  }

  /// Reads the present index.
  ///
  /// - Throws: ``GitError``: `unsupported`.
  mutating func open() throws(GitError) -> GitIndexFile {
    // Asked first: if it changes meanwhile, that is seen later.
    base = GitFileIdentity(at: places.index)
    if mark.isContested() { isContested = true }
    try keep(places.index, as: places.newIndex)
    return try GitIndexFile(places.newIndex, context)
  }

  /// Gives a file another name, under which it stays as it is.
  ///
  /// Whoever changes an index replaces it. Where files have one name only, it is
  /// copied.
  private func keep(_ file: FilePath, as name: FilePath) throws(GitError) {
    unlink(name)
    let result = file.withCString { file in name.withCString { link(file, $0) } }
    if result == 0 || errno == ENOENT { return }
    do throws(SystemError) {
      let content = try FileDescriptor(file, O_RDONLY).readAll()
      try FileDescriptor(name, O_WRONLY | O_CREAT | O_TRUNC).write(content.span)
    } catch {
      throw GitError(error, context.operation, context.path)
    }
  }

  /// Writes the new index: the old one with some files changed.
  ///
  /// - Throws: ``GitError``.
  mutating func write(
    _ changes: [GitFile], into index: borrowing GitIndexFile
  ) throws(GitError) {
    self.changes = changes
    try keepRaces(in: index)
    for change in changes where change.state == nil { try change.apply(to: index) }
    for change in changes where change.state != nil { try change.apply(to: index) }
    try index.write()
    var information = stat()
    if places.index.withCString({ stat($0, &information) }) == 0 {
      _ = places.newIndex.withCString { chmod($0, information.st_mode & 0o7777) }
    }
    mark.set(on: places.newIndex)
  }

  /// Keeps the old index, for ``putBack()``.
  func keepOld() throws(GitError) { try keep(places.index, as: places.oldIndex) }

  /// Puts the new index in the old one's place.
  ///
  /// The index lock must be held.
  ///
  /// - Throws: ``GitError``.
  mutating func install() throws(GitError) {
    if GitFileIdentity(at: places.index) != base {
      let index = try open()
      if let unmerged = changes.first(where: { index.entry($0.path, isUnmerged: true) }) {
        throw GitError(.unmerged, "commit", places.workTree.appending(unmerged.path))
      }
      try write(changes, into: index)
      try keepOld()
    }
    try rename(places.newIndex, to: places.index)
  }

  /// Forgets the old index.
  func finish() { unlink(places.oldIndex) }

  /// Puts the old index back.
  func putBack() {
    if base != nil {
      try? rename(places.oldIndex, to: places.index)
    } else {
      unlink(places.index)
    }
  }

  private func rename(_ old: FilePath, to new: FilePath) throws(GitError) {
    do throws(SystemError) {
      try system("replace", new) {
        old.withCString { o in new.withCString { Glibc.rename(o, $0) } }
      }
    } catch {
      throw GitError(error, context.operation, context.path)
    }
  }

  /// Keeps git able to see changes that its clock could not.
  ///
  /// Git, as it is commonly built, compares times by the second. An entry as
  /// young as the index may have been changed after it was read, in the same
  /// second; git compares such a file's content, which it would not do once the
  /// index is younger. So the entry gets the size 0, as git itself does it.
  private func keepRaces(in index: borrowing GitIndexFile) throws(GitError) {
    guard let base else { return }
    var racy: [git_index_entry] = []
    index.forEach { entry in
      guard Int(entry.mtime.seconds) >= base.seconds, entry.file_size != 0 else { return }
      racy.append(entry)
    }
    let reader = GitFileReader(workTree: places.workTree, trustsMode: true)
    for var entry in racy {
      let path = FilePath(cString: entry.path).bytes
      guard let found = GitFileIdentity(at: places.workTree.appending(path)),
        found.seconds == Int(entry.mtime.seconds), found.size == Int(entry.file_size)
      else { continue }
      // The nanoseconds, where they can tell, save reading the file.
      let time = (Int(entry.mtime.seconds), Int(entry.mtime.nanoseconds))
      if found.nanoseconds == time.1, time < (base.seconds, base.nanoseconds) { continue }
      guard let file = try? reader.read(path, oldMode: nil) else { continue }
      var id = GitID()
      try git("git_odb_hash", context) {
        $0.git_odb_hash(&id.value, file.bytes, file.bytes.count, GIT_OBJECT_BLOB)
      }
      if id == GitID(value: entry.id) { continue }
      entry.file_size = 0
      try path.withCString { (path) throws(GitError) in
        entry.path = path
        try index.add(entry)
      }
    }
  }
}

extension GitIndexFile {
  /// Whether a path has a conflict, as asked.
  func entry(_ path: [UInt8], isUnmerged: Bool) -> Bool {
    (1...3).contains { entry(path, stage: $0) != nil } == isUnmerged
  }
}
