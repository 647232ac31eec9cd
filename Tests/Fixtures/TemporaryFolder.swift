import Foundation

/// A new folder, removed with all it holds at the end of the object's life.
public final class TemporaryFolder {
  /// The folder's absolute path, without symbolic links.
  public let path: String

  /// Makes the folder below `/tmp`: the path of an agent's socket in it may have
  /// 107 bytes at most.
  public init() throws {
    var template = Array("/tmp/pw.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit {
    // Files that a test has made read-only would stay otherwise.
    _ = try? run(["chmod", "-R", "u+rwX", path])
    _ = try? run(["rm", "-rf", path])
  }
}
