import Glibc

/// What a dead holder of a ``GitClaim`` may have left in its repository.
///
/// To be used by the next holder only.
struct GitLeftovers {
  private let places: GitPlaces
  private let claim: FilePath
  private let settlingTime: Int

  init(_ places: GitPlaces, claim: FilePath, settlingTime: Int) {
    (self.places, self.claim, self.settlingTime) = (places, claim, settlingTime)
  }

  /// Removes the index lock, the reference's lock, our private files and the
  /// temporary files of libgit2, as far as they are the dead one's.
  func remove() {
    if GitIndexLock.isOurs(places.indexLock, claim) { unlink(places.indexLock) }
    for file in places.privateFiles { unlink(file) }

    // These could be made by a living process of another kind. Such ones exist
    // for a millisecond, so what stays as it is for longer is dead.
    let candidates = (recordedLocks() + temporaryObjects())
      .map { (path: $0, identity: GitFileIdentity(at: $0)) }
    let wait = GitWait(milliseconds: settlingTime)
    while isAnyLeft(candidates), wait.pause() {}
    for (path, identity) in candidates where identity != nil {
      if GitFileIdentity(at: path) == identity { unlink(path) }
    }
    // From here on, the file tells of its new holder only.
    _ = claim.withCString { truncate($0, 0) }
  }

  private func isAnyLeft(_ candidates: [(path: FilePath, identity: GitFileIdentity?)]) -> Bool {
    candidates.contains { $0.identity != nil && GitFileIdentity(at: $0.path) == $0.identity }
  }

  private func recordedLocks() -> [FilePath] {
    guard let record = try? FileDescriptor(claim, O_RDONLY).readAll() else { return [] }
    return String(decoding: record, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard line.hasPrefix("ref "), let name = FilePath(lossless: line.dropFirst(4)) else {
        return nil
      }
      return places.lock(of: name)
    }
  }

  /// Files that libgit2 writes objects into before it names them.
  private func temporaryObjects() -> [FilePath] {
    let folder = places.commonDirectory.appending("objects")
    guard let stream = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var files: [FilePath] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.starts(with: "tmp_object_git2_".utf8) { files.append(folder.appending(name)) }
    }
    return files
  }
}
