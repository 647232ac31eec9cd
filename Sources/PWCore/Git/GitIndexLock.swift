import Glibc

/// Git's lock of the index, held for as long as the value lives.
///
/// By git's convention, whoever creates `index.lock` has the lock. Ours is a
/// second name of the claim's file: so another pwstore can tell that it is
/// ours, though it is not the one that made it.
struct GitIndexLock: ~Copyable {
  private let path: FilePath

  /// Waits for the lock, and takes it.
  ///
  /// - Parameters:
  ///   - claim: The right to work in the repository.
  ///   - places: Where its parts are.
  ///   - patience: How long to wait, in milliseconds.
  /// - Throws: ``GitError``: `busy`, or the system's refusal. The lock of
  ///   someone else is never removed.
  init(
    _ claim: borrowing GitClaim, _ places: GitPlaces, patience: Int
  ) throws(GitError) {
    let wait = GitWait(milliseconds: patience)
    while true {
      let failure = Self.take(places.indexLock, claim.path)
      if failure == 0 {
        // Not before: an initializer that throws with all set runs deinit.
        path = places.indexLock
        return
      }
      guard failure == EEXIST else {
        let error = SystemError(code: failure, action: "create", path: places.indexLock)
        throw GitError(error, "commit in", places.workTree)
      }
      guard wait.pause() else {
        throw GitError(.busy(lock: places.indexLock), "commit in", places.workTree)
      }
    }
  }

  deinit { unlink(path) }

  /// - Returns: 0 or an `errno`.
  private static func take(_ path: FilePath, _ claim: FilePath) -> Int32 {
    let result = claim.withCString { claim in path.withCString { link(claim, $0) } }
    if result == 0 { return 0 }
    switch errno {
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
      // A file system without second names: a copy.
      guard let content = try? FileDescriptor(claim, O_RDONLY).readAll() else { return EIO }
      do throws(SystemError) {
        try FileDescriptor(path, O_WRONLY | O_CREAT | O_EXCL).write(content.span)
        return 0
      } catch {
        return error.code
      }
    default: return errno
    }
  }

  /// Whether the index lock is that of the holder of the claim.
  static func isOurs(_ lock: FilePath, _ claim: FilePath) -> Bool {
    guard let own = GitFileIdentity(at: claim), let found = GitFileIdentity(at: lock) else {
      return false
    }
    if found.isSameFile(as: own) { return true }
    guard found.size > 0, found.size <= own.size,
      let ownContent = try? FileDescriptor(claim, O_RDONLY).readAll(),
      let content = try? FileDescriptor(lock, O_RDONLY | O_NOFOLLOW).readAll()
    else { return false }
    return content.starts(with: "pwstore ".utf8) && ownContent.starts(with: content)
  }
}
