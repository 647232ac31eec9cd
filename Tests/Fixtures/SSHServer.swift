import Foundation

/// An ssh server on a port of this machine, with keys of its own; ends with the
/// object.
public final class SSHServer {
  /// Where it listens on 127.0.0.1.
  public let port: Int
  /// The secret key of the one who may log in: the user who runs the tests.
  public let userKey: String
  /// The file by which a client knows the server.
  public let knownHosts: String
  private let folder: TemporaryFolder
  private let process: pid_t

  /// Starts the server, and waits until it listens.
  public init() throws {
    folder = try TemporaryFolder()
    userKey = "\(folder.path)/user"
    knownHosts = "\(folder.path)/known"
    port = Int.random(in: 20_000..<30_000)
    // As root, the server needs a folder that a package's own service would make.
    let outcome = try run([
      "sh", "-c",
      """
      cd \(folder.path) && ssh-keygen -q -t ed25519 -N '' -f host && ssh-keygen -q -t ed25519 -N '' -f user
      echo "[127.0.0.1]:\(port) $(cut -d' ' -f1,2 host.pub)" > known
      [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
      cat > config <<END
      Port \(port)
      ListenAddress 127.0.0.1
      HostKey \(folder.path)/host
      AuthorizedKeysFile \(folder.path)/user.pub
      PidFile none
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      PermitRootLogin yes
      END
      """,
    ])
    guard outcome.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    let words = ["/usr/sbin/sshd", "-D", "-e", "-f", "\(folder.path)/config"]
    process = try spawn(
      words[0], words.map { Array($0.utf8) }, environment: ["PATH": "/usr/bin:/bin"], session: true
    ) { actions in
      for stream: Int32 in 0...2 {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
      }
    }
    let isUp = try eventually {
      try run(["bash", "-c", "exec 2>/dev/null 3<>/dev/tcp/127.0.0.1/\(port)"]).status == 0
    }
    guard isUp else { throw CocoaError(.fileReadUnknown) }
  }

  /// Ends the server.
  public func stop() {
    kill(process, SIGTERM)
    _ = waitForEnd(of: process)
  }

  deinit { kill(process, SIGTERM) }
}
