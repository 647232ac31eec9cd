import Glibc

/// How the last synchronization ended, as the repository's folder remembers it.
public struct SyncRecord: Hashable, Sendable {
  /// When it began, in seconds since 1970.
  public var seconds: Int
  /// Why it failed; `nil` if it did not.
  public var failure: String?

  static func path(in repository: GitRepository) -> FilePath {
    repository.places.gitDirectory.appending("pwstore-sync")
  }

  /// Reads the record; `nil` if there is none.
  init?(of repository: GitRepository) {
    guard let bytes = try? readFile(Self.path(in: repository)) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard let first = lines.first, let seconds = Int(first) else { return nil }
    self.seconds = seconds
    failure = lines.count > 1 ? lines[1] : nil
  }

  init(seconds: Int, failure: String?) { (self.seconds, self.failure) = (seconds, failure) }

  /// Writes the record; without, only less is known.
  func write(in repository: GitRepository) {
    let text = "\(seconds)\n" + (failure.map { "\($0)\n" } ?? "")
    let path = Self.path(in: repository)
    guard let file = try? FileDescriptor(path, O_WRONLY | O_CREAT | O_TRUNC) else { return }
    try? file.write(Array(text.utf8).span)
  }
}
