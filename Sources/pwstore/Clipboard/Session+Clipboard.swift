import PWCore

extension Session {
  /// What the help of a command that copies secrets tells about it.
  static let clipboardHelp = """
    What is copied goes to the clipboard of the Wayland or X11 display, and stays for \
    $PASSWORD_STORE_CLIP_TIME seconds, else 45; then what was there before comes back, unless \
    something else was copied since. $PASSWORD_STORE_X_SELECTION names another selection, such as \
    "primary". Without a display, as over SSH, it goes to the terminal by the escape sequence OSC \
    52, if the terminal heeds that; the clipboard is then cleared in the end, since it cannot be \
    read.
    """

  /// Checks what the environment says about clipboards, before anything is done.
  ///
  /// - Throws: ``UsageError``.
  func checkClipboardSettings() throws(UsageError) {
    _ = try Clipboard.seconds(environment)
    _ = try Clipboard.selection(environment)
  }

  /// Copies a secret to the clipboard for a while, and says so.
  ///
  /// - Parameters:
  ///   - secret: The password, or another line, without its end.
  ///   - name: Whose it is.
  /// - Throws: ``PassError``, ``UsageError``, ``SystemError`` or ``StreamError``;
  ///   but for the last one, nothing has been copied.
  func copyToClipboard(_ secret: borrowing SecretBytes, of name: String) throws {
    let seconds = try Clipboard.seconds(environment)
    let clipboard = try Clipboard(environment)
    if case .terminal = clipboard.way, secret.count > TerminalClipboard.limit {
      throw Clipboard.failure(hint: "a terminal takes \(TerminalClipboard.limit) bytes at most")
    }
    guard try ClipboardKeeper.copy(secret, to: clipboard) else {
      throw Clipboard.failure(hint: clipboard.failureHint)
    }
    try output.write("Copied \(name) to clipboard. Will clear in \(seconds) seconds.\n")
  }
}
