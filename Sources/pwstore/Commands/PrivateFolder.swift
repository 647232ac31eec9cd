import CSystem
import Glibc
import PWCore

/// A folder for a plaintext that another program is to see, or for keys, which is
/// gone when this process is, however that ends.
///
/// It lies in memory if the system has such a place. A small process of its own
/// waits for our end, and then removes the folder with all that is in it: no
/// signal that we get is one too many, not even SIGKILL.
final class PrivateFolder {
  let path: FilePath
  /// Whether what is in it may have been written to a disk.
  let liesOnDisk: Bool
  /// The process that removes the folder, and the pipe at whose end it waits.
  private var keeper: (process: pid_t, pipe: Int32)?

  /// Makes a folder that only its user can enter.
  ///
  /// - Parameters:
  ///   - environment: Tells where temporary files may lie.
  ///   - name: What its name begins with. Editors know by pass's own that they are
  ///     to leave no traces: vim's plugin for it turns off swap, backup and undo
  ///     files.
  ///   - cleaning: What a shell does before it removes the folder, whose path is
  ///     `$1`; `$told` is all that was told with ``tell(_:)``.
  ///   - mayUseDisk: Asked if there is no place in memory.
  /// - Throws: ``SystemError``; ``QuietEnd`` if the disk may not be used.
  init(
    _ environment: Environment, named name: String = "pass", cleaning: String = "",
    mayUseDisk: () throws -> Bool
  ) throws {
    let inMemory = ["/dev/shm", environment["XDG_RUNTIME_DIR"]].compactMap { $0 }
      .first { Self.isInMemory($0) && access($0, W_OK | X_OK) == 0 }
    let parent = inMemory ?? environment["TMPDIR"] ?? "/tmp"
    liesOnDisk = !Self.isInMemory(parent)
    if liesOnDisk, try !mayUseDisk() { throw QuietEnd(.failure) }
    path = try Self.makeFolder("\(parent)/\(name).XXXXXX")
    do {
      let script = Self.removal(overwriting: liesOnDisk, after: cleaning)
      keeper = try Self.startKeeper(of: path, script)
    } catch {
      _ = path.withCString { rmdir($0) }
      throw error
    }
  }

  deinit { end(with: "") }

  /// Removes the folder and all that is in it.
  func remove() { end(with: "") }

  /// What a shell does to remove a folder, whose path is `$1`.
  static func removal(overwriting: Bool, after cleaning: String = "") -> String {
    let shred = overwriting ? #"find "$1" -type f -exec shred -f -z -- {} +;"# : ""
    return "\(cleaning)\n\(shred) rm -rf -- \"$1\""
  }

  /// Lets the process that cleans up know something.
  func tell(_ text: String) {
    if let keeper { try? Output.writeAll(Array(text.utf8).span, to: keeper.pipe) }
  }

  /// Leaves the folder where it is, for its user to look after; nothing may have been
  /// told before.
  func keep() { end(with: "keep") }

  private func end(with word: String) {
    guard let keeper else { return }
    self.keeper = nil
    try? Output.writeAll(Array(word.utf8).span, to: keeper.pipe)
    close(keeper.pipe)
    while waitpid(keeper.process, nil, 0) == -1 && errno == EINTR {}
  }

  private static func makeFolder(_ template: String) throws -> FilePath {
    var name = Array(template.utf8CString)
    guard mkdtemp(&name) != nil else {
      throw SystemError(code: errno, action: "make the folder", path: FilePath(template))
    }
    return FilePath(name.dropLast().map { UInt8(bitPattern: $0) })
  }

  /// Whether what is written there is never written to a disk, swapping aside.
  static func isInMemory(_ folder: String) -> Bool {
    var information = statfs()
    let (tmpfs, ramfs) = (0x0102_1994, 0x8584_58F6)
    return statfs(folder, &information) == 0
      && [tmpfs, ramfs].contains(Int(information.f_type) & 0xFFFF_FFFF)
  }

  private static func startKeeper(
    of folder: FilePath, _ removal: String
  ) throws -> (process: pid_t, pipe: Int32) {
    let script = "told=$(cat); test \"$told\" = keep || {\n\(removal)\n}"
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else {
      throw SystemError(code: errno, action: "guard the folder", path: folder)
    }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    for stream: Int32 in [1, 2] {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What the terminal sends to us and our children is not for this one.
    posix_spawnattr_setflags(&attributes, Int16(CSYSTEM_SPAWN_SETSID))
    var words = ["sh", "-c", script, "sh"].map { strdup($0 as String) }
    words += [folder.withCString { strdup($0) }, nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let failure = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, environ)
    guard failure == 0 else {
      close(ends[1])
      throw SystemError(code: failure, action: "guard the folder", path: folder)
    }
    return (process, ends[1])
  }
}
