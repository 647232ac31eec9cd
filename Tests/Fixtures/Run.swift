import Foundation

/// What a program left when it ended.
public struct Outcome: Sendable {
  /// The exit status; 128 and the signal's number if a signal ended it.
  public var status: Int32
  /// The bytes on standard output.
  public var output: [UInt8]
  /// The bytes on standard error.
  public var errors: [UInt8]
  /// Standard output as text.
  public var text: String { String(decoding: output, as: UTF8.self) }
  /// Standard error as text.
  public var errorText: String { String(decoding: errors, as: UTF8.self) }
}

/// Runs a program to its end.
///
/// - Parameters:
///   - arguments: The program, looked up in `$PATH`, and its arguments.
///   - environment: The whole environment; `nil` for ours.
///   - input: The bytes on its standard input.
///   - directory: Where it starts; `nil` for our folder.
/// - Returns: The status and the output.
/// - Throws: An error if the program cannot be started.
@discardableResult
public func run(
  _ arguments: [String], environment: [String: String]? = nil, input: [UInt8] = [],
  in directory: String? = nil
) throws -> Outcome {
  let place = directory.map { ["--chdir=\($0)"] } ?? []
  let words = ["env"] + place + ["--"] + arguments
  let folder = NSTemporaryDirectory() + "/pwrun.\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  // Files, not pipes: a background child of the program would keep a pipe open.
  let files = (0...2).map { "\(folder)/\($0)" }
  try Data(input).write(to: URL(filePath: files[0]))
  // Not Foundation's Process: it waits for a socket to close, and a daemon that another
  // test starts in that moment inherits the socket and keeps it open.
  let process = try spawn(
    "/usr/bin/env", words.map { Array($0.utf8) },
    environment: environment ?? ProcessInfo.processInfo.environment
  ) { actions in
    posix_spawn_file_actions_addopen(&actions, 0, files[0], O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, files[1], O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, files[2], O_WRONLY | O_CREAT, 0o600)
  }
  let status = waitForEnd(of: process)
  return Outcome(status: status, output: try readFile(files[1]), errors: try readFile(files[2]))
}
