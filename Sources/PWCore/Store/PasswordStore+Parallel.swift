extension PasswordStore {
  /// Does something with each of many entries, several at a time, each thread with a
  /// session with GnuPG of its own.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - progress: Told, on the caller's thread, how many are done.
  ///   - work: Works on one of them, by its number. The session may be used for
  ///     nothing but that; a passphrase is asked for once.
  /// - Returns: What the work has returned, in order.
  /// - Throws: ``StoreError/Reason/interrupted``, or else the first failure.
  func inParallel<Value>(
    _ count: Int, progress: (Int) -> Void = { _ in },
    _ work: @escaping (GPGContext, FirstDecryptions, Int) throws -> Value
  ) throws -> [Value] {
    guard count > 0 else { return [] }
    let passphrase = try gpg.passphrase
    let first = FirstDecryptions()
    let workers = Workers(count: count) {
      let gpg = try self.newSession()
      if let passphrase { gpg.passphrase = passphrase }
      return gpg
    } work: { (gpg: GPGContext, number: Int) -> Value in
      try work(gpg, first, number)
    }
    do {
      var shown = 0
      let threads = min(max(2, Self.processorCount), count)
      return try workers.run(threads: threads, cancel: { $0.cancel() }) { done in
        try checkInterruption()
        if done != shown { progress(done) }
        shown = done
      }
    } catch {
      // Ctrl-C ends the gpg processes as well, and so comes as their failure.
      try checkInterruption()
      throw error
    }
  }
}
