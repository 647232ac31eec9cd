import Glibc

/// Where the parts of a repository are.
struct GitPlaces {
  /// The folder of the files.
  var workTree: FilePath
  /// The folder of HEAD and the index.
  var gitDirectory: FilePath
  /// The folder of objects, references and hooks; that of the main work tree,
  /// if this one is linked.
  var commonDirectory: FilePath

  /// The index.
  var index: FilePath { gitDirectory.appending("index") }
  /// Git's lock of the index.
  var indexLock: FilePath { gitDirectory.appending("index.lock") }
  /// The index that we are about to put in place.
  var newIndex: FilePath { gitDirectory.appending("pwstore-index.new") }
  /// A second name of the index that was, to put it back.
  var oldIndex: FilePath { gitDirectory.appending("pwstore-index.old") }
  /// The index that hooks see.
  var hookIndex: FilePath { gitDirectory.appending("pwstore-index.hook") }
  /// The index of a merge in the making.
  var mergeIndex: FilePath { gitDirectory.appending("pwstore-index.merge") }
  /// Files that only the holder of the claim makes.
  var privateFiles: [FilePath] {
    ["new", "new.lock", "old", "hook", "hook.lock", "merge", "merge.lock"].map {
      gitDirectory.appending("pwstore-index.\($0)")
    }
  }

  /// The lock of a reference: HEAD is each work tree's own, others are shared.
  func lock(of reference: FilePath) -> FilePath {
    let folder = reference == FilePath("HEAD") ? gitDirectory : commonDirectory
    return folder.appending(reference.bytes + Array(".lock".utf8))
  }
}

/// What tells a file from another one, and from itself after a change.
struct GitFileIdentity: Equatable {
  var device: UInt
  var number: UInt
  var size: Int
  var seconds: Int
  var nanoseconds: Int

  /// The identity of a file by name, itself if it is a link; `nil` if there is
  /// none.
  init?(at path: FilePath) {
    var information = stat()
    guard path.withCString({ lstat($0, &information) }) == 0 else { return nil }
    self.init(information)
  }

  /// The identity of an open file.
  init?(of file: Int32) {
    var information = stat()
    guard fstat(file, &information) == 0 else { return nil }
    self.init(information)
  }

  init(_ information: stat) {
    device = UInt(information.st_dev)
    number = UInt(information.st_ino)
    size = Int(information.st_size)
    (seconds, nanoseconds) = (information.st_mtim.tv_sec, information.st_mtim.tv_nsec)
  }

  /// Whether both are names of one file.
  func isSameFile(as other: GitFileIdentity) -> Bool {
    device == other.device && number == other.number
  }
}

/// A time to wait for something that no event tells of.
struct GitWait {
  private let end: Int

  init(milliseconds: Int) { end = Self.now() + milliseconds }

  /// Waits a little.
  ///
  /// - Returns: Whether there was time left to do so.
  func pause(milliseconds: Int = 4) -> Bool {
    guard Self.now() < end else { return false }
    // Not always the same: two who wait for each other would meet again.
    usleep(UInt32(milliseconds * 1000 + Int.random(in: 0...2000)))
    return true
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
