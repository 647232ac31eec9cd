import Glibc
import PWCore

/// Sees to it that each clipboard has one keeper at most.
///
/// The lock is the kernel's on an empty file, so it ends with its holder,
/// however that ends, and tells who that is. The corresponding C function is
/// `fcntl` with `F_SETLK`.
enum ClipboardLock {
  /// How long to wait for another keeper, in microseconds.
  private static let patience = 5_000_000

  /// Takes the lock for the rest of this process's life; a keeper that has it
  /// is told to put back what it keeps, and to end.
  ///
  /// Where that is not possible, nothing is done: a clipboard can be kept
  /// without it.
  static func take(for clipboard: Clipboard, _ environment: Environment) {
    guard let folder = folder(environment) else { return }
    let path = "\(folder)/pwstore-clipboard-\(clipboard.identity)"
    let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    var told: pid_t?
    var waited = 0
    while waited < patience {
      var lock = flock()
      lock.l_type = Int16(F_WRLCK)
      if fcntl(file, F_SETLK, &lock) == 0 { return }
      if fcntl(file, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK), lock.l_pid > 0,
        told != lock.l_pid
      {
        told = lock.l_pid
        kill(lock.l_pid, SIGTERM)
      }
      usleep(5000)
      waited += 5000
    }
  }

  /// A folder that no other user can write to.
  private static func folder(_ environment: Environment) -> String? {
    if let folder = environment["XDG_RUNTIME_DIR"], isOurs(folder) { return folder }
    let folder = "/tmp/pwstore-\(getuid())"
    mkdir(folder, 0o700)
    return isOurs(folder) ? folder : nil
  }

  private static func isOurs(_ folder: String) -> Bool {
    var information = stat()
    return lstat(folder, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
      && information.st_uid == getuid() && information.st_mode & 0o022 == 0
  }
}
