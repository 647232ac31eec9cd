import Glibc

/// Tells whether other programs have been at work on the index a moment ago.
///
/// A mark is a second name of the index that pwstore wrote last. Whoever writes
/// an index replaces it, so the two are then no longer the same file. An empty
/// file keeps in mind when that was noticed, since our next index will be marked
/// while the other program is still at work. What is left over or missing of
/// them does no harm: at the worst, a commit is watched that need not be.
struct GitIndexMark {
  private let places: GitPlaces
  private let mark: FilePath
  private let note: FilePath
  /// For how long, in seconds, a program that has written the index is taken to
  /// be at work.
  private static let youth = 2

  init(_ places: GitPlaces) {
    self.places = places
    mark = places.gitDirectory.appending("index.pwstore")
    note = places.gitDirectory.appending("index.pwstore.others")
  }

  /// Whether another program has been at work a moment ago.
  func isContested() -> Bool {
    if isReplaced {
      noteOthers()
      return true
    }
    guard let noted = GitFileIdentity(at: note) else { return false }
    if Self.isYoung(noted) { return true }
    unlink(note)
    return false
  }

  private var isReplaced: Bool {
    guard let index = GitFileIdentity(at: places.index), Self.isYoung(index) else { return false }
    return !(GitFileIdentity(at: mark)?.isSameFile(as: index) ?? false)
  }

  private static func isYoung(_ file: GitFileIdentity) -> Bool {
    time(nil) - file.seconds < youth
  }

  /// Keeps in mind that another program is at work.
  func noteOthers() {
    // If it cannot be kept, less will be watched.
    _ = try? FileDescriptor(note, O_WRONLY | O_CREAT | O_TRUNC)
    note.withCString { _ = utimensat(AT_FDCWD, $0, nil, 0) }
  }

  /// Marks a file that is, or is about to be, the index.
  func set(on file: FilePath) {
    unlink(mark)
    _ = file.withCString { file in mark.withCString { link(file, $0) } }
  }
}
