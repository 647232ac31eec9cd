import Glibc
import PWCore

/// The passphrase of a secret key, where the user gives it beforehand.
enum Passphrase {
  /// Where it comes from.
  private enum Source {
    case file(FilePath)
    case descriptor(Int32)
  }

  /// Reads the passphrase that the options name, or else the variables.
  ///
  /// Of a file, its first line is read, and not a byte more.
  ///
  /// - Returns: `nil` if none is given.
  /// - Throws: ``UsageError``, ``PassphraseError``.
  static func given(_ arguments: Arguments, _ environment: Environment) throws -> SharedSecret? {
    let count = [
      GlobalOptions.passphraseFile.parameter, GlobalOptions.passphraseDescriptor.parameter,
    ]
    .reduce(0) { $0 + arguments.count(of: $1) }
    guard count < 2 else { throw UsageError("the passphrase is given more than once") }
    if let file = try arguments[GlobalOptions.passphraseFile] {
      return try read(.file(file), "--passphrase-file")
    }
    if let descriptor = try arguments[GlobalOptions.passphraseDescriptor] {
      return try read(.descriptor(descriptor), "--passphrase-fd")
    }
    let names = ["PWSTORE_PASSPHRASE_FILE", "PWSTORE_PASSPHRASE_FD"]
    if let file = environment.bytes(names[0]), !file.isEmpty {
      return try read(.file(FilePath(file)), names[0])
    }
    if let text = environment[names[1]] {
      guard let descriptor = Int32(text), descriptor >= 0 else {
        throw PassphraseError(names[1], "\(quoted(text)) is no number of an open file")
      }
      // The number means nothing to a child.
      unsetenv(names[1])
      return try read(.descriptor(descriptor), names[1])
    }
    return SecretVariables.value(SecretVariables.passphrase)
  }

  private static func read(_ source: Source, _ name: String) throws -> SharedSecret {
    let line: SecretBytes
    switch source {
    case .file(let path):
      let file = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
      guard file >= 0 else {
        throw PassphraseError(
          name, SystemError(code: errno, action: "read", path: path).description)
      }
      defer { close(file) }
      line = try readLine(file, name)
    case .descriptor(let file):
      // Standard input may have data behind the passphrase.
      defer { if file > 2 { close(file) } }
      line = try readLine(file, name)
    }
    guard !line.isEmpty else { throw PassphraseError(name, "it is empty", .cannotDecrypt) }
    return SharedSecret(line)
  }

  /// Reads a line, without its end.
  private static func readLine(_ file: Int32, _ name: String) throws -> SecretBytes {
    var line = SecretBytes()
    do {
      while try line.appendFrom(file, upTo: 1, .passphrase) > 0, line.last != UInt8(ascii: "\n") {
        guard line.count <= 4096, line.last != 0 else {
          throw PassphraseError(name, "it does not begin with a line of text", .cannotDecrypt)
        }
      }
    } catch let error as StreamError {
      throw PassphraseError(name, error.description)
    }
    for end in [UInt8(ascii: "\n"), UInt8(ascii: "\r")] where line.last == end { line.removeLast() }
    return line
  }
}

/// The passphrase cannot be had from where it is said to be.
struct PassphraseError: Failure, Hashable {
  let description: String
  let exitCode: ExitCode

  /// - Parameters:
  ///   - source: The option or variable.
  ///   - reason: What is wrong.
  ///   - exitCode: The exit status.
  init(_ source: String, _ reason: String, _ exitCode: ExitCode = .usage) {
    description = "cannot use the passphrase of \(source): \(reason)"
    self.exitCode = exitCode
  }

  var hint: String? { nil }
}

extension SecretBytes {
  fileprivate var last: UInt8? {
    borrowing get { withBytes { $0.isEmpty ? nil : $0[$0.count - 1] } }
  }
}
