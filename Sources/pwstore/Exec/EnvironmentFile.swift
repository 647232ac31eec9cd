import PWCore

/// The variables of a `.env` file, some of which refer to secrets.
///
///     # a comment
///     export DB_HOST=db.example.org
///     DB_PASSWORD=pw:work/db#password
///     GREETING="two\nlines"    # and another one
///
/// In double quotes, `\n`, `\r`, `\t`, and `\` before any other character are understood;
/// in single ones, nothing. Both may go over several lines. `$` has no meaning.
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
    try read(SharedSecret(try SecretBytes.contents(of: path)))
  }

  private mutating func read(_ text: SharedSecret) throws(Failed) {
    var scanner = EnvironmentScanner(text)
    while true {
      scanner.skip(" \t\r\n")
      guard let byte = scanner.next else { return }
      if byte == UInt8(ascii: "#") {
        scanner.skipLine()
        continue
      }
      let number = scanner.line
      func fail(_ reason: String, hint: String? = nil) -> Failed {
        Failed(path: path, line: number, reason: reason, hint: hint)
      }
      var name = scanner.word()
      if name.elementsEqual("export".utf8),
        [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(scanner.next)
      {
        scanner.skip(" \t")
        name = scanner.word()
      }
      scanner.skip(" \t")
      guard scanner.next == UInt8(ascii: "=") else {
        throw fail("there is no \"=\" behind the name", hint: "a line is NAME=value")
      }
      scanner.advance()
      let variable: VariableName
      do throws(UsageError) {
        variable = try VariableName(name)
      } catch {
        throw fail(error.description, hint: error.hint)
      }
      scanner.skip(" \t")
      guard let value = scanner.value() else { throw fail("a quotation mark is missing") }
      guard scanner.isAtEndOfValue() else {
        throw fail("there is more behind the closing quotation mark")
      }
      scanner.skipLine()
      if value.bytes.withBytes({ bytes in bytes.indices.contains { bytes[$0] == 0 } }) {
        throw fail("there is a NUL in the value")
      }
      lines.append(Line(number: number, name: variable, value: value))
    }
  }
}
