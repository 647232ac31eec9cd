import CSystem
import Glibc
import PWCore

/// A GnuPG home for one job, with its private key, that leaves nothing behind.
struct JobHome {
  /// What the folder's name begins with.
  static let prefix = "pwstore-ci"
  /// The file that tells our folders from those of others.
  private static let mark = ".pwstore-ci"

  private let folder: PrivateFolder
  /// The path of the home.
  var path: FilePath { folder.path }

  /// Makes a home with a key that every program can use from now on.
  ///
  /// - Parameters:
  ///   - key: The private key.
  ///   - session: The session, which tells how keys are unlocked.
  /// - Throws: ``GPGError``, ``SystemError``.
  init(_ key: SharedSecret, in session: Session) throws {
    // A container may have nobody who buries the dead, such as our agent.
    _ = csystem_adopt_orphans(1)
    folder = try Self.makeFolder(in: session)
    var identity = try GPGIdentity(in: folder.path)
    try identity.add(key)
    try identity.unlock(session.unlocking)
  }

  /// Makes a folder for a home.
  static func makeFolder(in session: Session) throws -> PrivateFolder {
    let folder = try PrivateFolder(
      session.environment, named: prefix, cleaning: endOfCommand + endOfAgent
    ) {
      session.warn("there is no place in memory for the key: it lies on a disk until the job ends")
      return true
    }
    let file = folder.path.appending(mark).withCString {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    if file >= 0 { close(file) }
    return folder
  }

  /// Runs a command in the home, and then removes that.
  ///
  /// - Parameter words: The command and its arguments.
  /// - Returns: The exit status; 128 and the signal's number if a signal ended it.
  /// - Throws: ``SystemError``, if it cannot be started.
  func run(_ words: [[UInt8]]) throws(SystemError) -> Int32 {
    defer { remove() }
    let own = AdoptedProcesses.all()
    let end = try ForegroundProcess.run(words, environment: ["GNUPGHOME": path.bytes]) {
      folder.tell("command \($0)\n")
    }
    folder.tell("ended\n")
    // A shell that a signal ends leaves behind what it runs.
    if end.isCancelled { AdoptedProcesses.end(except: own) }
    return end.status
  }

  /// Lets the home outlive this process; ``end(_:)`` ends it.
  func keep() { folder.keep() }

  /// Ends the agent, and removes the home.
  func remove() {
    folder.remove()
    while waitpid(-1, nil, WNOHANG) > 0 {}
  }

  /// Ends the agent of a home that was kept, and removes the home.
  ///
  /// - Parameter home: The folder; that there is none is no error.
  /// - Throws: ``UsageError``, if it is not one of ours.
  static func end(_ home: FilePath) throws {
    var information = stat()
    guard home.withCString({ lstat($0, &information) }) == 0 else { return }
    let isOurs =
      information.st_mode & S_IFMT == S_IFDIR && information.st_uid == geteuid()
      && home.lastComponent.starts(with: "\(prefix).".utf8)
      && FileKind(home.appending(mark), followingLinks: false) == .file
    guard isOurs else {
      throw UsageError("\(quoted(home.bytes)) was not made by \"ci --print\"")
    }
    try remove(home, overwriting: !PrivateFolder.isInMemory("\(home)"))
  }

  private static func remove(_ home: FilePath, overwriting: Bool) throws {
    let script = PrivateFolder.removal(overwriting: overwriting, after: endOfAgent)
    var child = ChildProcess(
      ["sh", "-c", script, "sh"].map { Array($0.utf8) } + [home.bytes])
    (child.output, child.errors) = (.discarded, .discarded)
    _ = try child.run()
  }

  /// Ends the command, if we were killed before it has ended.
  private static let endOfCommand = """
    case $told in
      *ended*) ;;
      *command*)
        process=${told##*command }
        kill -TERM "$process"
        n=0
        while kill -0 "$process" && test $n -lt 50; do sleep 0.1; n=$((n + 1)); done
        kill -KILL "$process" ;;
    esac

    """

  /// Ends the agent, and waits until it is gone.
  private static let endOfAgent = """
    GNUPGHOME=$1; export GNUPGHOME
    agent=$(gpg-connect-agent --no-autostart 'GETINFO pid' /bye | sed -n 's/^D //p')
    gpgconf --kill all
    n=0
    while test -n "$agent" && grep -q . "/proc/$agent/cmdline" && test $n -lt 100; do
      sleep 0.02; n=$((n + 1))
    done
    test -z "$agent" || kill -KILL "$agent"
    gpgconf --remove-socketdir
    """
}
