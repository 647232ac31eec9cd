import CSystem
import Glibc

/// What the process settles before it reads its command line.
enum StartUp {
  /// Whether SIGPIPE was ignored before we came.
  struct Inheritance {
    var ignoresBrokenPipes: Bool
  }

  /// Keeps what the process makes and holds to its user, and takes away what
  /// would lead git or files astray.
  static func prepare() -> Inheritance {
    rememberEnvironment()
    openStandardStreams()
    let mask = umask(0o077)
    if inheritedUmask == nil { inheritedUmask = mask }
    forbidCoreDumps()
    SecretVariables.take()
    for name in gitVariables { unsetenv(name) }
    // gpgme would do it anyway; so a broken pipe is always an error from write.
    let previous = signal(SIGPIPE, SIG_IGN)
    ignoresBrokenPipes = previous.map(isIgnoring) ?? false
    return Inheritance(ignoresBrokenPipes: ignoresBrokenPipes)
  }

  /// Gives back what a program that takes our place should have as we had it;
  /// but what it makes is for its user's eyes only, too.
  static func undo() {
    if !ignoresBrokenPipes { signal(SIGPIPE, SIG_DFL) }
    setCoreLimit { $0.rlim_cur = coreLimit }
  }

  /// Gives a program back all that we were started with, as if its parent were ours.
  ///
  /// The environment is in ``environment``.
  static func undoAll() {
    undo()
    if let inheritedUmask { umask(inheritedUmask) }
    for stream in closedStreams { close(stream) }
  }

  /// Calls `body`, which starts a child, with the limits that we were started with.
  static func whileUndone<R>(_ body: () -> R) -> R {
    setCoreLimit { $0.rlim_cur = coreLimit }
    let mask = umask(inheritedUmask ?? 0o077)
    defer {
      umask(mask)
      setCoreLimit { $0.rlim_cur = 0 }
    }
    return body()
  }

  /// The environment that we were started with: `NAME=VALUE`, each as the kernel put it
  /// there.
  nonisolated(unsafe) private(set) static var environment: [UnsafePointer<CChar>] = []
  /// The standard streams that were closed.
  nonisolated(unsafe) private(set) static var closedStreams: [Int32] = []
  // Written before there is a second thread.
  /// What new files lacked before we came.
  nonisolated(unsafe) private(set) static var inheritedUmask: mode_t?
  /// Whether SIGPIPE was ignored before we came.
  nonisolated(unsafe) private(set) static var ignoresBrokenPipes = false
  nonisolated(unsafe) private static var coreLimit: rlim_t = 0

  /// The variables that lead git to another repository than the store's; pass
  /// drops the same ones.
  private static let gitVariables = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_NAMESPACE", "GIT_INDEX_FILE", "GIT_INDEX_VERSION",
    "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR",
  ]

  /// Setting and unsetting variables moves the pointers, and leaves the strings.
  private static func rememberEnvironment() {
    guard environment.isEmpty else { return }
    var next = environ
    while let variable = next.pointee {
      environment.append(UnsafePointer(variable))
      next += 1
    }
  }

  /// Fills the places of closed standard streams, so that no file of the store
  /// gets one of their numbers.
  ///
  /// Input is opened for writing and output for reading: using them then fails,
  /// as it would if they were closed, and no empty secret is read.
  private static func openStandardStreams() {
    for (descriptor, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDWR)]
    where fcntl(descriptor, F_GETFD) == -1 {
      // Takes the lowest free number, which is this one.
      _ = open("/dev/null", mode)
      if !closedStreams.contains(descriptor) { closedStreams.append(descriptor) }
    }
  }

  /// The memory holds secrets: no core file, and no other process of the user
  /// may read it.
  private static func forbidCoreDumps() {
    setCoreLimit { limit in
      coreLimit = limit.rlim_cur
      // The hard limit stays: children may be worth a core file.
      limit.rlim_cur = 0
    }
    _ = csystem_set_dumpable(0)
  }

  private static func setCoreLimit(_ change: (inout rlimit) -> Void) {
    let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    var limit = rlimit()
    guard getrlimit(core, &limit) == 0 else { return }
    change(&limit)
    setrlimit(core, &limit)
  }

  private static func isIgnoring(_ handler: @escaping sighandler_t) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
