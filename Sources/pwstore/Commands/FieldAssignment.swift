import PWCore

/// A field for an entry, and where its value comes from.
struct FieldAssignment: Sendable {
  let name: String
  let source: Source

  /// Where a value comes from.
  enum Source: Sendable {
    /// The user is asked, without echo.
    case prompt
    /// It stands on the command line.
    case bytes([UInt8])
    /// Standard input, to its end.
    case input
    /// A file.
    case file(FilePath)
  }

  /// Whether somebody has to type the value.
  var asks: Bool { if case .prompt = source { true } else { false } }

  /// How the command line spells it, for help texts.
  static let notation = "FIELD[=VALUE|=-|=@FILE]"

  /// Reads `FIELD`, `FIELD=VALUE`, `FIELD=-` or `FIELD=@FILE`.
  @Sendable init(_ word: Argument) throws {
    let parts = word.bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = String(validating: parts[0], as: UTF8.self), !name.isEmpty else {
      throw UsageError(
        "\(Argument(parts[0])) cannot be the name of a field",
        hint: "a field is given as \(Self.notation)")
    }
    self.name = name
    if parts.count == 1 {
      source = .prompt
    } else if parts[1].elementsEqual("-".utf8) {
      source = .input
    } else if parts[1].first == UInt8(ascii: "@") {
      source = .file(try filePath(Argument(parts[1].dropFirst())))
    } else {
      source = .bytes(Array(parts[1]))
    }
  }

  /// Puts the values of all fields into an entry, in their order.
  ///
  /// - Returns: The names and values, to be set.
  /// - Throws: ``UsageError`` if two values are to come from standard input;
  ///   what reading or asking throws.
  static func values(
    of assignments: [FieldAssignment], in session: Session
  ) throws -> FieldValues {
    let inputs = assignments.filter { if case .input = $0.source { true } else { false } }
    guard inputs.count < 2 else {
      throw UsageError("standard input can be the value of one field only")
    }
    let values = FieldValues()
    for assignment in assignments {
      values.append(assignment.name, try assignment.value(in: session))
    }
    return values
  }

  private func value(in session: Session) throws -> SecretBytes {
    switch source {
    case .bytes(let bytes): return SecretBytes(copying: bytes.span)
    case .prompt:
      let name = printable(name)
      return try session.prompt(else: "give the value with \(name)=- or \(name)=@FILE")
        .askSecret("\(name): ")
    case .input: return Self.withoutFinalNewline(try session.readInput())
    case .file(let path): return Self.withoutFinalNewline(try SecretBytes.contents(of: path))
    }
  }

  /// Drops the end of the last line, which `echo` and editors add.
  private static func withoutFinalNewline(_ bytes: consuming SecretBytes) -> SecretBytes {
    var bytes = bytes
    if bytes.withBytes({ $0.count > 0 && $0[$0.count - 1] == UInt8(ascii: "\n") }) {
      bytes.removeLast()
    }
    return bytes
  }
}

/// Names of fields with their values, in an order.
final class FieldValues {
  private(set) var names: [String] = []
  // An array cannot hold secret bytes, which cannot be copied; this can.
  private var values: [Value] = []

  private final class Value {
    let bytes: SecretBytes
    init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
  }

  func append(_ name: String, _ value: consuming SecretBytes) {
    names.append(name)
    values.append(Value(value))
  }

  /// Sets all of them in an entry.
  func set(in entry: inout Entry) throws {
    for (name, value) in zip(names, values) { try entry.set(name, to: value.bytes) }
  }

  /// The names for a commit's message.
  var list: String { names.map { printable($0) }.joined(separator: ", ") }
}
