import CSystem
import Glibc

/// The right to work in a repository, which one pwstore has at a time.
///
/// It is a locked file in the git folder. The kernel gives the lock up when its
/// holder dies, and the file then tells the next one what the dead one may have
/// left: everything that only a living holder may have.
struct GitClaim: ~Copyable {
  /// The claim's own file; ``GitIndexLock`` makes a second name of it.
  let path: FilePath
  private let number: Int32
  private let privateFiles: [FilePath]

  /// The claim's file in a git folder.
  static func path(in gitDirectory: FilePath) -> FilePath {
    gitDirectory.appending("pwstore-index.lock")
  }

  /// Waits until the claim is free, takes it, and removes what a dead holder
  /// has left.
  ///
  /// - Parameters:
  ///   - places: The folders and private files of the repository.
  ///   - environment: Tells how long to wait.
  /// - Throws: ``GitError``: `busy`, or the system's refusal.
  init(_ places: GitPlaces, _ environment: GitEnvironment) throws(GitError) {
    path = Self.path(in: places.gitDirectory)
    privateFiles = places.privateFiles
    let wait = GitWait(milliseconds: environment.patience)
    while true {
      let (file, isNew) = try Self.open(path, places)
      if flock(file, LOCK_EX | LOCK_NB) == 0 {
        // The one who had it before may have removed the file meanwhile.
        if GitFileIdentity(of: file) == GitFileIdentity(at: path) {
          number = file
          if !isNew {
            GitLeftovers(places, claim: path, settlingTime: environment.settlingTime).remove()
          }
          write("pwstore \(getpid())\n")
          return
        }
        close(file)
      } else {
        close(file)
        guard wait.pause() else { throw GitError(.busy(lock: path), "commit in", places.workTree) }
      }
    }
  }

  deinit {
    for file in privateFiles { unlink(file) }
    unlink(path)
    close(number)
  }

  private static func open(
    _ path: FilePath, _ places: GitPlaces
  ) throws(GitError) -> (Int32, isNew: Bool) {
    while true {
      let new = path.withCString { Glibc.open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
      if new >= 0 { return (new, true) }
      if errno == EEXIST {
        let old = path.withCString { Glibc.open($0, O_RDWR | O_CLOEXEC | O_NOFOLLOW) }
        if old >= 0 { return (old, false) }
      }
      guard errno == ENOENT || errno == EINTR, access(places.gitDirectory) else {
        let error = SystemError(code: errno, action: "create", path: path)
        throw GitError(error, "commit in", places.workTree)
      }
    }
  }

  private static func access(_ path: FilePath) -> Bool {
    path.withCString { Glibc.access($0, F_OK) } == 0
  }

  /// Notes that a reference is about to be locked.
  func record(reference: FilePath) { write("ref \(reference.lossless)\n") }

  private func write(_ line: String) {
    // A record that cannot be written costs the next one a lock to remove by
    // hand, which is no reason to fail.
    let bytes = Array(line.utf8)
    lseek(number, 0, SEEK_END)
    _ = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
  }
}

extension FilePath {
  /// The bytes as hexadecimal digits, which fit on a line whatever they are.
  fileprivate var lossless: String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Reads what ``lossless`` has written.
  init?(lossless text: some StringProtocol) {
    let digits = Array(text)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count - 1, by: 2) {
      guard let byte = UInt8(String(digits[start...start + 1]), radix: 16) else { return nil }
      bytes.append(byte)
    }
    self.init(bytes)
  }
}

/// Removes a file, if it is there.
@discardableResult
func unlink(_ path: FilePath) -> Bool { path.withCString { Glibc.unlink($0) } == 0 }
