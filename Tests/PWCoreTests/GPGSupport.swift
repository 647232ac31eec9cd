import Fixtures
import PWCore

extension GPGContext {
  /// A session in a test's own home.
  convenience init(_ home: GPGHome) throws { try self.init(homeDirectory: FilePath(home.path)) }

  /// The text in a message.
  func text(_ message: [UInt8]) throws -> String { try decrypt(message).text }
}

extension SecretBytes {
  init(_ text: String) { self.init(text.utf8) }

  /// The bytes as text, for comparison.
  var text: String { withBytes { $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } } }
}

/// Calls `body`, which is to fail.
func gpgError(_ body: () throws -> Void) -> GPGError? {
  do {
    try body()
    return nil
  } catch {
    return error as? GPGError
  }
}
