import Glibc

/// Tells, for a while, when somebody has changed the index or moved HEAD.
struct GitWatch {
  private let files: [FilePath]
  private var rounds: Int
  private var seen: [GitFileIdentity?]?

  init(_ places: GitPlaces, rounds: Int) {
    let head = places.gitDirectory.appending("HEAD")
    files = [places.index, head] + (Self.branch(head, places).map { [$0] } ?? [])
    self.rounds = rounds
  }

  /// The file of the branch that HEAD names.
  private static func branch(_ head: FilePath, _ places: GitPlaces) -> FilePath? {
    let prefix = Array("ref: ".utf8)
    guard let content = try? FileDescriptor(head, O_RDONLY).readAll(), content.starts(with: prefix)
    else { return nil }
    let name = content.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: "\n") }
    return places.commonDirectory.appending(Array(name))
  }

  /// Waits for a change; what was before the first call counts as one.
  ///
  /// - Returns: `false` when the time is over.
  mutating func next() -> Bool {
    while true {
      let present = files.map { GitFileIdentity(at: $0) }
      if seen != present {
        seen = present
        return true
      }
      guard rounds > 0 else { return false }
      rounds -= 1
      usleep(5000)
    }
  }
}
