import Foundation
import Synchronization

/// An X server without a screen, which ends with the object.
public final class XServer: @unchecked Sendable {
  /// Its name, for `DISPLAY`.
  public let display: String
  private let process: pid_t

  // A number is used once: what is left of one test does not meet the next.
  private static let numbers = Mutex(100 + Int(getpid()) % 30_000)

  /// Starts the server, and waits until it is ready.
  public init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
    defer { close(ends[0]) }
    let number = Self.numbers.withLock { number in
      number += 1
      return number
    }
    display = ":\(number)"
    let options = ["-displayfd", "3", "-screen", "0", "64x64x8", "-nolisten", "tcp"]
    let arguments = ["Xvfb", display] + options
    process = try spawn(
      "/usr/bin/Xvfb", arguments.map { Array($0.utf8) },
      environment: ["PATH": "/usr/bin:/bin"], session: true
    ) { actions in
      for stream: Int32 in 0...2 {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
      }
      // The other end is not its own: it would never see ours closed.
      posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
    }
    close(ends[1])
    // It tells the number when it takes calls.
    var byte: UInt8 = 0
    while read(ends[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") {}
    guard byte == UInt8(ascii: "\n") else { throw CocoaError(.fileReadUnknown) }
  }

  /// What is in the clipboard, or another selection; empty if nothing is.
  public func content(_ selection: String = "clipboard") throws -> [UInt8] {
    try run(["xclip", "-o", "-selection", selection], environment: environment).output
  }

  /// Puts something into the clipboard, as a person would.
  ///
  /// - Throws: An error if it does not come to be there.
  public func copy(_ text: String) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/text"
    try Data(text.utf8).write(to: URL(filePath: file))
    // Not by run(_:): what the program leaves behind would keep a file of it open.
    let words = ["xclip", "-i", "-selection", "clipboard"].map { Array($0.utf8) }
    let process = try spawn("/usr/bin/xclip", words, environment: environment) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, file, O_RDONLY, 0)
      for stream: Int32 in 1...2 {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
      }
    }
    _ = waitForEnd(of: process)
    // It takes effect behind the program's back.
    guard try eventually({ try content() == Array(text.utf8) }) else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  private var environment: [String: String] { ["PATH": "/usr/bin:/bin", "DISPLAY": display] }

  deinit {
    kill(process, SIGTERM)
    _ = waitForEnd(of: process)
  }
}
