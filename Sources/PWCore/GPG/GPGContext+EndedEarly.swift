extension GPGContext {
  /// The error for a `gpg` that ended without a result and without telling gpgme
  /// why.
  ///
  /// What keeps it from working mostly keeps it from listing keys, too, and then
  /// it says so on standard error, which gpgme does not hand on.
  func endedEarly(
    _ task: GPGError.Task, operation: String, recipient: String? = nil
  ) -> GPGError {
    var child = ChildProcess(["gpg", "--batch", "--no-tty", "--quiet", "--list-keys"])
    child.program = engine.program
    if let home = engine.home { child.environment["GNUPGHOME"] = home.bytes }
    child.output = .discarded
    child.errors = .collected
    let result = try? child.run()
    let words = result.flatMap { $0.status == 0 ? nil : $0.errors } ?? []
    return GPGError(
      .endedEarly, task, operation: operation, recipient: recipient,
      detail: words.split(separator: UInt8(ascii: "\n")).last.map { line in
        String(decoding: line.trimmingPrefix("gpg: ".utf8), as: UTF8.self)
      } ?? "")
  }
}
