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
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["--"] + arguments
  if let environment { process.environment = environment }
  if let directory { process.currentDirectoryURL = URL(filePath: directory) }
  // Files, not pipes: a background child of the program would keep a pipe open.
  let folder = FileManager.default.temporaryDirectory.path + "/pwrun.\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let (inputPath, outputPath, errorPath) = ("\(folder)/0", "\(folder)/1", "\(folder)/2")
  for (path, content) in [(inputPath, input), (outputPath, []), (errorPath, [])] {
    _ = FileManager.default.createFile(atPath: path, contents: Data(content))
  }
  process.standardInput = FileHandle(forReadingAtPath: inputPath)
  process.standardOutput = FileHandle(forWritingAtPath: outputPath)
  process.standardError = FileHandle(forWritingAtPath: errorPath)
  try process.run()
  process.waitUntilExit()
  let status = process.terminationReason == .exit ? 0 : Int32(128)
  return Outcome(
    status: status + process.terminationStatus,
    output: try readFile(outputPath), errors: try readFile(errorPath))
}
