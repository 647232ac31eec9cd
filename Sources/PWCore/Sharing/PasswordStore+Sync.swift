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
    defer { flock(lock.number, LOCK_UN) }
    if options.waitsForOthers {
      while flock(lock.number, LOCK_EX) != 0, errno == EINTR {}
      let last = SyncRecord(of: repository)
      if let last, last.failure == nil, last.seconds > start { return SyncReport() }
    } else {
      // Others in the background wait; who is asked for does not.
      _ = flock(lock.number, LOCK_EX | LOCK_NB)
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

  /// Encrypts entries anew that are not encrypted to their recipients.
  ///
  /// - Parameters:
  ///   - keys: The entries.
  ///   - duties: Those which must not stay as they are. Others may: it was somebody
  ///     else who encrypted them so.
  /// - Returns: Those that were encrypted anew, and why others were not.
  /// - Throws: ``StoreError``.
  func reencryptAfterMerge(
    _ keys: [ServiceKey], mustSucceed duties: Set<ServiceKey>
  ) throws -> (done: [ServiceKey], remarks: [String]) {
    guard !keys.isEmpty else { return ([], []) }
    var remarks: [String] = []
    var done: [ServiceKey] = []
    let root = try existingRoot()
    try whileLocked(root) {
      var reencryption = Reencryption(self)
      var unusable = Set<[String]>()
      for key in keys {
        do {
          let ids = try recipients(for: key.folder)
          if unusable.contains(ids), !duties.contains(key) { continue }
          do throws(GPGError) {
            _ = try reencryption.keyIDs(for: ids)
          } catch {
            let failure = StoreError(
              .encryption, "cannot encrypt \(quoted(key.bytes)) anew: \(error)",
              hint: error.hint, cause: error)
            guard duties.contains(key) else {
              unusable.insert(ids)
              remarks.append(failure.description)
              continue
            }
            throw failure
          }
          let item = Reencryption.Item(
            key: key, source: root.appending(key.file),
            target: try writablePath(key.file, in: root), ids: ids)
          try reencryption.add(item, isSameList: true)
        } catch let error as StoreError where !duties.contains(key) && error.reason != .encryption {
          remarks.append(error.description)
        }
      }
      var change = Change("Reencrypt password store after merge.")
      for outcome in try reencryption.run(sparingBroken: true) {
        switch outcome {
        case .encrypted(let item, let ciphertext):
          change.write(ciphertext, to: item.target)
          done.append(item.key)
        case .undecryptable(_, let failure): remarks.append(failure.description)
        }
      }
      try transaction(root).run(change)
    }
    return (done, remarks)
  }
}
