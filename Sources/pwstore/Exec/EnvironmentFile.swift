import PWCore

/// The variables of a `.env` file, some of which refer to secrets:
/// `DB_PASSWORD=pw:work/db#password`.
struct EnvironmentFile {
  /// A line that sets a variable.
  struct Line {
    let number: Int
    let name: VariableName
    /// The value, without quotes.
    let value: SharedSecret
  }

  /// A line that cannot be understood, or refers to what is not there.
  struct Failed: Failure {
    let path: FilePath
    let line: Int
    let reason: String
    var cause: (any Failure)?
    var hint: String?

    var description: String { "\(quoted(path.bytes)), line \(line): \(reason)" }
    var exitCode: ExitCode { cause?.exitCode ?? .usage }
  }

  let path: FilePath
  private(set) var lines: [Line] = []

  /// Reads a file.
  ///
  /// - Throws: ``Failed``, ``SystemError``.
  init(_ path: FilePath) throws {
    self.path = path
    let text = try SecretBytes.contents(of: path)
    do throws(AssignmentLines.Failed) {
      for line in try AssignmentLines.read(text) { try take(line) }
    } catch {
      throw Failed(path: path, line: error.line, reason: error.reason, hint: "a line is NAME=value")
    }
  }

  private mutating func take(_ line: AssignmentLines.Assignment) throws(AssignmentLines.Failed) {
    let name: VariableName
    do throws(UsageError) {
      name = try VariableName(line.name)
    } catch {
      throw AssignmentLines.Failed(line: line.line, reason: error.description)
    }
    if line.value.bytes.withBytes({ bytes in bytes.indices.contains { bytes[$0] == 0 } }) {
      throw AssignmentLines.Failed(line: line.line, reason: "there is a NUL in the value")
    }
    lines.append(Line(number: line.line, name: name, value: line.value))
  }
}
