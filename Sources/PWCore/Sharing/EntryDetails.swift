import Glibc

/// What can be told of an entry without decrypting it.
public struct EntryDetails: Sendable {
  /// The entry.
  public let key: ServiceKey
  /// The size of its file, which is encrypted, in bytes.
  public let size: Int
  /// When it was last changed, in seconds since 1970: by git's newest commit of it,
  /// or where git has none, by its file.
  public let changed: Int
  /// Who can open it, as the file says in the clear; `nil` if it is no encrypted
  /// message, or cannot be read.
  public let recipients: MessageRecipients?

  /// When it was last changed, as ISO 8601 has it, in local time.
  public var date: String { localTime(secondsSince1970: changed) }
}

extension PasswordStore {
  /// Tells what is known of entries without decrypting them.
  ///
  /// Git reads its history once for all of them; no gpg is started.
  ///
  /// - Parameters:
  ///   - keys: The entries. Those that are gone meanwhile are left out.
  ///   - folder: A folder that holds them all.
  /// - Returns: The details, in the order of the keys.
  /// - Throws: ``StoreError``, ``GitError``, ``SystemError``.
  public func details(
    of keys: some Sequence<ServiceKey>, in folder: FolderName = .root
  ) throws -> [EntryDetails] {
    let root = try readableRoot()
    let times = try lastChanges(in: folder)
    return keys.compactMap { key in
      let file = root.appending(key.file)
      var information = stat()
      guard file.withCString({ stat($0, &information) }) == 0 else { return nil }
      // One bad file is no reason to tell nothing of the others.
      let recipients = try? MessageRecipients(of: file)
      return EntryDetails(
        key: key, size: Int(information.st_size),
        changed: times[key] ?? Int(information.st_mtim.tv_sec), recipients: recipients)
    }
  }

  /// When git has last seen the entries of a folder change; nothing if it knows
  /// nothing of the folder.
  private func lastChanges(in folder: FolderName) throws -> [ServiceKey: Int] {
    let place: VersionedPlace
    do {
      place = try VersionedPlace(folder, in: self)
    } catch is HistoryError {
      return [:]
    } catch let error as StoreError where error.reason == .outside {
      // Behind a link that leaves the store.
      return [:]
    }
    let times = try place.repository.lastChanges(of: place.path.isEmpty ? [] : [place.path])
    var found: [ServiceKey: Int] = [:]
    for (path, seconds) in times {
      if let key = place.key(of: path) { found[key] = seconds }
    }
    return found
  }
}
