import CSystem
import Glibc

extension PasswordStore {
  /// Exchanges changes with a remote: fetches, merges entries field by field,
  /// encrypts anew what is for other recipients now, and pushes.
  ///
  /// - Parameter options: With whom, and how.
  /// - Returns: What was done.
  /// - Throws: ``GitTransportError`` if the remote cannot be reached or refuses,
  ///   ``MergeConflictError`` if a person has to choose (nothing is changed then),
  ///   ``SyncError``, ``StoreError``, ``GitError``.
  public func sync(_ options: SyncOptions = SyncOptions()) throws -> SyncReport {
    var synchronization = try Synchronization(self, options)
    let repository = synchronization.repository
    let start = Int(time(nil))
    let lock = try FileDescriptor(
      repository.places.gitDirectory.appending("pwstore-sync.lock"), O_WRONLY | O_CREAT)
    defer { flock(lock.number, Int32(CSYSTEM_LOCK_UN)) }
    if options.waitsForOthers {
      while flock(lock.number, Int32(CSYSTEM_LOCK_EX)) != 0, errno == EINTR {}
      let last = SyncRecord(of: repository)
      if let last, last.failure == nil, last.seconds > start { return SyncReport() }
    } else {
      // Others in the background wait; who is asked for does not.
      _ = flock(lock.number, Int32(CSYSTEM_LOCK_EX | CSYSTEM_LOCK_NB))
    }
    do {
      let report = try synchronization.run()
      SyncRecord(seconds: start, failure: nil).write(in: repository)
      return report
    } catch {
      let reason = (error as? any Failure)?.description ?? printable("\(error)")
      SyncRecord(seconds: start, failure: reason).write(in: repository)
      throw error
    }
  }

  /// The repository that is shared: the one at the store's root.
  ///
  /// - Throws: ``StoreError/Reason/noStore``, ``SyncError/notVersioned(_:)``,
  ///   ``GitError``.
  func sharedRepository() throws -> GitRepository {
    let root = try existingRoot()
    guard let repository = try GitRepository.find(holding: root, below: root) else {
      throw SyncError.notVersioned(self.root)
    }
    return repository
  }
}
