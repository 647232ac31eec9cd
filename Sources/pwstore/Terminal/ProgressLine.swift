import Glibc

/// A line on standard error that tells how far something is, and is wiped when it
/// is done; nothing, where that is no terminal.
final class ProgressLine {
  private let what: String
  private var isShown = false

  /// - Parameter what: What is being done: "reencrypting".
  init(_ what: String) { self.what = what }

  /// Shows that so many of so many are done.
  func show(_ done: Int, of total: Int) {
    guard isatty(2) == 1 else { return }
    isShown = true
    Output.writeMessage(Array("\r\u{1B}[K\(what) \(done) of \(total)".utf8))
  }

  /// Leaves the line as empty as it was before.
  func wipe() {
    if isShown { Output.writeMessage(Array("\r\u{1B}[K".utf8)) }
    isShown = false
  }
}
