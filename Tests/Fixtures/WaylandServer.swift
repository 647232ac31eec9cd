import Foundation

/// A Wayland compositor without a screen, which ends with the object.
public final class WaylandServer {
  /// The variables by which programs find it.
  ///
  /// The compositor's runtime folder is not among them: it may be another user's.
  public var environment: [String: String] { ["WAYLAND_DISPLAY": "\(runtimeFolder)/wayland-1"] }
  private let runtimeFolder: String
  private let folder: TemporaryFolder
  private let process: pid_t

  /// Starts the compositor, and waits until it is ready.
  ///
  /// - Throws: An error if it does not come to be there.
  public init() throws {
    folder = try TemporaryFolder()
    // Not in /tmp, which pwstore hides from wl-copy.
    runtimeFolder = "/dev/shm/pwstore-\(UUID().uuidString)"
    let own = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_RUNTIME_DIR": runtimeFolder]
    let headless = [
      "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
    ]
    try run(["mkdir", "-m", "700", runtimeFolder])
    // No settings: neither X11 beside it, nor a bar.
    try Data("xwayland disable\n".utf8).write(to: URL(filePath: "\(folder.path)/settings"))
    var words = ["sway", "--config", "\(folder.path)/settings"]
    // It refuses to run as root.
    if geteuid() == 0 {
      try run(["chmod", "711", folder.path])
      try run(["chmod", "644", "\(folder.path)/settings"])
      try run(["chown", "65534", runtimeFolder])
      words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + words
    }
    process = try spawn(
      "/usr/bin/\(words[0])", words.map { Array($0.utf8) },
      environment: own.merging(headless) { old, _ in old }, session: true
    ) { actions in
      for stream: Int32 in 0...2 {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
      }
    }
    // The socket is there a little before there is a seat to copy on.
    guard try eventually({ try clear() }) else { throw CocoaError(.fileReadUnknown) }
  }

  /// What is in the clipboard; empty if nothing is.
  public func content(_ options: String...) throws -> [UInt8] {
    try run(["wl-paste", "--no-newline"] + options, environment: ownEnvironment).output
  }

  /// Puts something into the clipboard, as a person would.
  ///
  /// - Throws: An error if it does not come to be there.
  public func copy(_ text: String) throws {
    // It takes effect behind the program's back.
    guard try call("wl-copy", "--", text), try eventually({ try content() == Array(text.utf8) })
    else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Empties the clipboard.
  ///
  /// - Returns: Whether that was possible.
  @discardableResult
  public func clear() throws -> Bool { try call("wl-copy", "--clear") }

  // Not by run(_:): what the program leaves behind would keep a file of it open.
  private func call(_ words: String...) throws -> Bool {
    let process = try spawn(
      "/usr/bin/\(words[0])", words.map { Array($0.utf8) }, environment: ownEnvironment
    ) { actions in
      for stream: Int32 in 0...2 {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
      }
    }
    return waitForEnd(of: process) == 0
  }

  private var ownEnvironment: [String: String] {
    environment.merging(["PATH": "/usr/bin:/bin"]) { old, _ in old }
  }

  deinit {
    kill(process, SIGTERM)
    _ = waitForEnd(of: process)
    try? FileManager.default.removeItem(atPath: runtimeFolder)
  }
}
