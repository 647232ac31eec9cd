/// Writes a script that can be started at once.
///
/// Another process writes it: what a test starts meanwhile would inherit a file
/// of ours that is open for writing, and until it ends, or replaces itself, the
/// kernel refuses to start the script (`ETXTBSY`).
///
/// - Parameters:
///   - text: The whole script, with its `#!` line.
///   - path: Where it is to be.
/// - Throws: An error if there is no shell.
public func writeProgram(_ text: String, to path: String) throws {
  try run(["sh", "-c", "cat > \"$0\" && chmod 700 \"$0\"", path], input: Array(text.utf8))
}
