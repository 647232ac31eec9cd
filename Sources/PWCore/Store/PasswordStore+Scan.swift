import Glibc

extension PasswordStore {
  /// Decrypts all entries, as many at a time as there are processors, and hands
  /// on what was made of them in the order of their names.
  ///
  /// Entries are all files that end in `.gpg`, in any case; hidden ones too, and
  /// those behind links. Whoever is asked for a passphrase is asked once.
  ///
  /// - Parameters:
  ///   - examine: Makes something of an entry's text, on another thread.
  ///   - take: Gets the entry's name and what was made of it, or why nothing was.
  /// - Throws: ``StoreError/Reason/noStore``, ``SystemError`` if the store cannot
  ///   be read, ``GPGError`` if there is no GnuPG, and what `take` throws.
  package func scan<Made>(
    _ examine: @escaping (borrowing SecretBytes) throws -> Made,
    _ take: (_ name: [UInt8], Result<Made, any Error>) throws -> Void
  ) throws {
    let root = try readableRoot()
    var files = try EntryFiles(in: root).paths[...]
    let sessions = try (0..<min(Self.processorCount, files.count)).map { _ in try newSession() }
    let first = FirstDecryptions()
    var batchSize = 1
    while !files.isEmpty {
      let batch = Array(files.prefix(batchSize))
      files = files.dropFirst(batchSize)
      let start = ContinuousClock.now
      let workers = sessions.indices.map { worker in
        Background {
          stride(from: worker, to: batch.count, by: sessions.count).map { index in
            Result {
              let text = try Self.decrypt(batch[index], in: root, by: sessions[worker], first)
              return try examine(text)
            }
          }
        }
      }
      let results = try workers.map { try $0.value }
      for (index, file) in batch.enumerated() {
        try take(
          EntryFiles.name(of: file), results[index % sessions.count][index / sessions.count])
      }
      // Large enough that no worker waits much, small enough that the user does
      // not: cards and stretched passphrases take a second for each.
      let time = ContinuousClock.now - start
      if time < .milliseconds(100) { batchSize = min(2 * batchSize, 256) }
      if time > .milliseconds(300) { batchSize = max(batchSize / 2, sessions.count) }
    }
  }

  private static func decrypt(
    _ file: [UInt8], in root: FilePath, by session: GPGContext, _ first: FirstDecryptions
  ) throws -> SecretBytes {
    let ciphertext = try readFile(root.appending(file))
    do throws(GPGError) {
      return try first.decrypt(ciphertext, with: session)
    } catch {
      throw StoreError.cannotDecrypt(EntryFiles.name(of: file), error)
    }
  }

  /// How many gpg processes at a time are of use.
  static var processorCount: Int {
    min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 4)
  }
}
