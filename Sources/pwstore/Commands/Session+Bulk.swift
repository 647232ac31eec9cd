import PWCore

extension Session {
  /// Runs what changes many entries of a store.
  ///
  /// How far it is is shown on the terminal. The signals that end a process, such
  /// as that of Ctrl-C, do so when the store is again as it was before; or, if the
  /// change has begun to take effect, they come too late.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - what: What is being done.
  ///   - body: Does it.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  func changingInBulk<Result>(
    _ store: PasswordStore, _ what: String = "reencrypting", _ body: () throws -> Result
  ) throws -> Result {
    let interruption = Interruption()
    let line = ProgressLine(what)
    store.isInterrupted = { Interruption.hasCome }
    store.progress = { line.show($0, of: $1) }
    do {
      let result = try body()
      line.wipe()
      return result
    } catch {
      line.wipe()
      interruption.deliver()
      throw error
    }
  }
}
